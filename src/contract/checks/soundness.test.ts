import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import { createSoundness } from './soundness.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const others: JsonObject = {
  Good: { type: 'string' },
  Bad: { type: 'strng' },
  Tree: { properties: { below: ref('Tree') }, items: ref('Tree') },
  Loop: { anyOf: [ref('Loop'), { type: 'string' }] },
};

async function isSound(schema: JsonObject): Promise<boolean> {
  const { documents, part } = await loadSchemas({ ...others, It: schema });
  return createSoundness(documents, (name) => name === 'known')(part('It'));
}

describe('a schema', () => {
  it.each<[string, JsonObject]>([
    ['that says nothing', {}],
    ['with a type', { type: ['string', 'null'], minLength: 1, pattern: '^a+$', format: 'x-y' }],
    ['with members', { required: ['a'], properties: { a: { enum: [1] } }, 'x-more': 1, odd: {} }],
    ['that refers to a sound one', { properties: { a: ref('Good') }, ...ref('Good') }],
    ['that comes back to itself with another value', { allOf: [ref('Tree')], items: ref('It') }],
    ['that refers to one twice', { allOf: [ref('Good'), ref('Good')], not: ref('Good') }],
  ])('is sound %s', async (_, schema) => {
    expect(await isSound(schema)).toBe(true);
  });

  it.each<[string, JsonObject]>([
    ['a type that there is not', { type: 'strng' }],
    ['no type at all', { type: [] }],
    ['a pattern that is none', { pattern: '(' }],
    ['names by a pattern that is none', { patternProperties: { '(': {} } }],
    ['a bound that is none', { minimum: '1' }],
    ['nothing to choose from', { enum: [] }],
    ['no alternative', { oneOf: [] }],
    ['a schema that is none', { properties: { a: null } }],
    ['a keyword that is known, but not here', { known: 1 }],
    ['a subtype to choose', { discriminator: { propertyName: 'a' }, known: 1 }],
    ['a name of its own', { $anchor: 'a' }],
    ['a reference to nowhere', ref('Nowhere')],
    ['a reference to one in doubt', { items: { properties: { a: ref('Bad') } } }],
    ['a reference in a circle', { properties: { a: ref('Loop') } }],
    ['itself for a part', { allOf: [ref('It')] }],
  ])('is in doubt with %s', async (_, schema) => {
    expect(await isSound(schema)).toBe(false);
  });

  it('is in doubt when it is nested very deep', async () => {
    let schema: JsonObject = {};
    for (let level = 0; level < 100; level += 1) schema = { properties: { a: schema } };
    expect(await isSound(schema)).toBe(false);
  });

  it('compiles if it is sound, whatever it holds', async () => {
    let sound = 0;
    await fc.assert(
      fc.asyncProperty(schemas, async (schema) => {
        const { documents, validators, part } = await loadSchemas({ ...others, It: schema });
        const check = validators.check(part('It'), 'rest');
        if (!createSoundness(documents, () => true)(part('It'))) return;
        sound += 1;
        validators.compileAll();
        check({ a: [{ b: 1 }], c: 'text' });
        check([1, null, 'text']);
        expect(validators.compileAll()).toEqual([]);
        expect(check.defect?.()).toBeUndefined();
      }),
      { numRuns: 300 },
    );
    expect(sound).toBeGreaterThan(50);
  });
});

/** Keywords with what they may hold, and now and then with something else. */
const values: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue[]>('strng', 'string', '(', '^a', 0, 1, true, null),
  fc.constantFrom<JsonValue[]>({}, [], ['a'], ['string'], [{}], { a: {} }, { a: null }),
  fc.constantFrom<JsonValue[]>({ a: ['b'] }, { '(': {} }),
);
const { schemas } = fc.letrec<{ schemas: JsonObject }>((tie) => {
  const schema = tie('schemas');
  const entry = fc.oneof(
    fc.tuple(fc.constantFrom('type'), fc.constantFrom('string', 'object', 'array', 'integer')),
    fc.tuple(fc.constantFrom('minimum', 'multipleOf', 'minItems', 'maxProperties'), fc.nat(9)),
    fc.tuple(fc.constantFrom('not', 'if', 'then', 'else', 'items', 'contains'), schema),
    fc.tuple(fc.constantFrom('propertyNames', 'additionalProperties', 'unevaluatedItems'), schema),
    fc.tuple(fc.constantFrom('allOf', 'anyOf', 'oneOf', 'prefixItems'), fc.tuple(schema, schema)),
    fc.tuple(
      fc.constantFrom('properties', 'patternProperties'),
      fc.record({ a: schema, b: schema }),
    ),
    fc
      .constantFrom(...Object.keys(others))
      .map((name): [string, string] => ['$ref', ref(name).$ref]),
    fc.tuple(fc.constantFrom('type', 'enum', 'required', 'items', 'properties', 'pattern'), values),
    fc.tuple(fc.constantFrom('dependentRequired', 'anyOf', 'format', 'nullable', 'id'), values),
  );
  return {
    schemas: fc
      .array(entry, { maxLength: 3 })
      .map((entries): JsonObject => Object.fromEntries<JsonValue>(entries)),
  };
});
