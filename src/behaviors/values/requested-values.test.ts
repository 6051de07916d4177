import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';
import type { BodyDirection } from '../../contract/checks/validators.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import type { Manner } from './generate.ts';
import { createGenerators } from './generate.ts';

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

async function generateOf(
  schema: JsonValue,
  manner: Manner = {},
  more: JsonObject = {},
): Promise<JsonValue> {
  const { documents, validators, part } = await loadSchemas({ ...more, It: schema });
  return createGenerators({ documents, validators })('a seed')(part('It'), 'x', manner);
}

describe('examples within a schema', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['an example', { ...text, example: 'Labrador' }, 'Labrador'],
    ['a list of examples', { ...text, examples: ['Poodle'] }, 'Poodle'],
    ['a number', { type: 'integer', example: 42 }, 42],
    ['an object', { type: 'object', properties: { a: text }, example: { a: 'b' } }, { a: 'b' }],
    ['of a format', { ...text, format: 'date', example: '1999-12-31' }, '1999-12-31'],
    ['a default, where nothing tells what is meant', { ...text, default: 'usual' }, 'usual'],
  ])('are used: %s', async (_, schema, expected) => {
    const value = await generateOf({ type: 'object', properties: { breed: schema } });
    expect(value).toEqual({ breed: expected });
  });

  it.each<[string, JsonObject]>([
    ['a wrong type', { type: 'integer', example: 'ten' }],
    ['a wrong length', { ...text, maxLength: 3, example: 'Labrador' }],
    ['a wrong format', { ...text, format: 'date', example: 'yesterday' }],
    ['a wrong pattern', { ...text, pattern: '^a', example: 'b' }],
    [
      'a wrong member',
      { type: 'object', properties: { a: { type: 'integer' } }, example: { a: 'b' } },
    ],
    [
      'a member that lacks',
      { type: 'object', required: ['a'], properties: { a: text }, example: {} },
    ],
  ])('are passed over where they break a rule: %s', async (_, schema) => {
    const value = await generateOf({ type: 'object', properties: { breed: schema } });
    expect(value).not.toEqual({ breed: schema['example'] });
  });

  it('do not make the items of a list alike', async () => {
    const items = {
      type: 'object',
      required: ['id'],
      properties: { id: { ...text, example: 'a1' } },
    };
    const value = await generateOf({ type: 'array', items, minItems: 3 });
    expect(valueAt(value, '/0/id')).toBe('a1');
    expect(valueAt(value, '/1/id')).not.toEqual(valueAt(value, '/2/id'));
  });

  it('are left alone where nobody wants them', async () => {
    const schema = { type: 'object', properties: { breed: { ...text, example: 'Labrador' } } };
    expect(await generateOf(schema, { examples: 'never' })).not.toEqual({ breed: 'Labrador' });
  });
});

describe('a value that goes one way', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'integer', readOnly: true },
      secret: ref('Secret'),
      name: text,
    },
  };
  const more = { Secret: { ...text, writeOnly: true } };

  it.each<[BodyDirection | undefined, readonly string[]]>([
    [undefined, ['id', 'name']],
    ['response', ['id', 'name']],
    ['request', ['secret', 'name']],
    ['rest', ['id', 'secret', 'name']],
  ])('%s has the members %j', async (direction, names) => {
    const value = await generateOf(schema, direction ? { direction } : {}, more);
    expect(isJsonObject(value) && Object.keys(value)).toEqual(names);
  });
});

describe('the member that tells alternatives apart', () => {
  const pet = (more: JsonObject = {}): JsonObject => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: text, ...more },
  });
  const more = {
    Cat: pet({ lives: { type: 'integer' } }),
    Dog: pet({ barks: { type: 'boolean' } }),
  };
  const kindsOf = async (schema: JsonObject, others: JsonObject): Promise<ReadonlySet<unknown>> => {
    const { documents, validators, part } = await loadSchemas({ ...others, It: schema });
    const generate = createGenerators({ documents, validators })('a seed');
    const values = Array.from({ length: 20 }, (_, index) => generate(part('It'), `x${index}`));
    return new Set(
      values.map((value) => {
        const own = valueAt(value, '/lives') === undefined ? 'dog' : 'cat';
        return `${own}: ${JSON.stringify(valueAt(value, '/kind'))}`;
      }),
    );
  };

  it('bears their names', async () => {
    const schema = { anyOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };
    expect(await kindsOf(schema, more)).toEqual(new Set(['cat: "Cat"', 'dog: "Dog"']));
  });

  it('bears what the mapping calls them', async () => {
    const mapping = { c: '#/components/schemas/Cat', d: 'Dog' };
    const schema = {
      anyOf: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'kind', mapping },
    };
    expect(await kindsOf(schema, more)).toEqual(new Set(['cat: "c"', 'dog: "d"']));
  });

  it('bears what the alternatives themselves say', async () => {
    const own = {
      Cat: pet({ kind: { const: 'meow' }, lives: { type: 'integer' } }),
      Dog: more.Dog,
    };
    const schema = { anyOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };
    expect(await kindsOf(schema, own)).toEqual(new Set(['cat: "meow"', 'dog: "Dog"']));
  });

  it('bears the name of the heir', async () => {
    const Pet = { ...pet(), discriminator: { propertyName: 'kind' } };
    const Cat = {
      allOf: [ref('Pet'), { required: ['lives'], properties: { lives: { type: 'integer' } } }],
    };
    expect(await kindsOf(ref('Cat'), { Pet, Cat })).toEqual(new Set(['cat: "Cat"']));
  });
});

describe('a value stays put', () => {
  it('whatever is added to its schema, wherever', async () => {
    const leaf = fc.constantFrom<JsonObject>(
      text,
      { type: 'integer' },
      { type: 'number' },
      { type: 'boolean' },
      { ...text, format: 'uuid' },
      { ...text, format: 'date-time' },
      { ...text, pattern: '^[a-z]{3,9}$' },
      { enum: ['a', 'b', 'c'] },
      { oneOf: [{ const: 1 }, { const: 2 }, { type: 'boolean' }] },
      { type: 'array', items: text },
      { type: 'object', properties: { name: text, id: { type: 'integer' } } },
    );
    const names = fc.stringMatching(/^[a-z]{1,8}$/);
    const properties = fc.dictionary(names, leaf, {
      minKeys: 1,
      maxKeys: 8,
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(
        properties,
        names,
        leaf,
        fc.boolean(),
        async (known, name, added, isFirst) => {
          fc.pre(!Object.hasOwn(known, name));
          const extra = [name, added] as const;
          const entries = Object.entries(known);
          const changed = isFirst ? [extra, ...entries.toReversed()] : [...entries, extra];
          const before = await generateOf({ type: 'object', properties: known });
          const after = await generateOf({
            type: 'object',
            properties: Object.fromEntries(changed),
          });
          expect(after).toMatchObject(before as JsonObject);
          expect(after).toHaveProperty(name);
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });
});
