import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../json.ts';
import { loadSchemas } from './contract-text.test-kit.ts';
import { createLibrary } from './schema-library.ts';
import type { Direction } from './validators.ts';
import { createValidators } from './validators.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const others: JsonObject = {
  Word: { type: 'string', maxLength: 2 },
  Tree: { type: 'object', properties: { below: ref('Tree'), word: ref('Word') } },
  Marked: { properties: { a: { readOnly: true }, b: { writeOnly: true } } },
};

async function openTrial(schema: JsonObject, more: JsonObject = {}) {
  const { documents, part } = await loadSchemas({ ...more, It: schema });
  return createLibrary(documents).trialOf(part('It'));
}

describe('what a schema lets pass is told without compiling it', () => {
  it.each<[JsonObject, readonly JsonValue[], readonly JsonValue[]]>([
    [{}, [null, 1, 'a', [], {}], []],
    [{ type: 'integer' }, [1, 1e20], [1.5, '1', null]],
    [{ type: ['number', 'null'] }, [1.5, null], ['', {}, [], true]],
    [{ type: 'object' }, [{}], [[], null]],
    [{ type: 'array', items: { type: 'string' } }, [[], ['a']], [['a', 1], {}]],
    [{ enum: ['a', 1, null] }, ['a', 1, null], ['b', false]],
    [{ const: 1 }, [1], ['1']],
    [{ minimum: 1, exclusiveMaximum: 3 }, [1, 2, 'a'], [0, 3]],
    [{ minLength: 1, maxLength: 2 }, ['a', '🙂🙂', 5], ['', 'abc', '🙂🙂🙂']],
    [{ pattern: '^a' }, ['ab', 1], ['b']],
    [{ format: 'uuid' }, ['123e4567-e89b-12d3-a456-426614174000', 1], ['x']],
    [{ format: 'int32' }, [5, '5'], [2 ** 31]],
    [{ format: 'email' }, ['a@b.example'], ['a']],
    [{ format: 'of our own' }, ['', 1], []],
    [{ minItems: 1, maxItems: 2, uniqueItems: true }, [[1], [1, 2]], [[], [1, 2, 3], [1, 1]]],
    [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }, []], [{}, { a: 1, b: 2 }]],
    [{ required: ['a'] }, [{ a: null }, 'a'], [{}, { b: 1 }]],
    [{ required: ['toString'] }, [{ toString: 1 }], [{}]],
    [{ properties: { a: { type: 'null' }, toString: false } }, [{ a: null }, {}], [{ a: 1 }]],
    [{ properties: { a: {} }, additionalProperties: false }, [{ a: 1 }, {}], [{ toString: 1 }]],
    [{ additionalProperties: { type: 'null' } }, [{ a: null }], [{ a: 1 }]],
    [{ allOf: [{ type: 'string' }, ref('Word')] }, ['ab'], ['abc', 1]],
    [{ anyOf: [{ type: 'string' }, { minimum: 2 }] }, ['a', 2], [1]],
    [{ oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]],
    [{ not: { type: 'null' } }, [1], [null]],
    [ref('Tree'), [{ below: { below: {} } }], [{ below: { below: { word: 'abc' } } }]],
  ])('%j', async (schema, right, wrong) => {
    const tell = await openTrial(schema, others);
    expect(right.map((value) => tell(value, 'rest'))).toEqual(right.map(() => true));
    expect(wrong.map((value) => tell(value, 'rest'))).toEqual(wrong.map(() => false));
  });

  it.each<[string, JsonObject, unknown]>([
    ['what may be a multiple', { multipleOf: 0.01 }, 0.071],
    ['something nested among others', { enum: [{ a: 1 }] }, { a: 1 }],
    ['a keyword that is not plain', { patternProperties: { a: false } }, { a: 1 }],
    ['items behind the first ones', { prefixItems: [{}], items: false }, [1]],
    ['alternatives, of which one is in doubt', { oneOf: [{ if: true }, false] }, 1],
    [
      'what tells its alternative itself',
      { oneOf: [{}], discriminator: { propertyName: 'a' } },
      {},
    ],
    ['what JSON has no word for', {}, undefined],
    ['a number without bounds', { type: 'number' }, Number.POSITIVE_INFINITY],
    ['a schema that may not compile', ref('Nowhere'), 1],
  ])('%s is left to the library', async (_, schema, value) => {
    const tell = await openTrial(schema, others);
    expect(tell(value, 'rest')).toBeUndefined();
  });

  it.each<[Direction, boolean | undefined]>([
    ['request', undefined],
    ['response', undefined],
    ['rest', false],
  ])('what is missing in a %s may never go that way', async (direction, verdict) => {
    const tell = await openTrial({ required: ['a'] }, others);
    expect(tell({}, direction)).toBe(verdict);
    expect(tell({ a: 1 }, direction)).toBe(true);
  });

  it('a missing member is missing where no member has a way of its own', async () => {
    const tell = await openTrial({ required: ['a'] });
    expect(tell({}, 'request')).toBe(false);
  });

  it('only as long as that is less work than to compile it', async () => {
    const tell = await openTrial({ items: {} });
    const many = Array.from({ length: 1000 }, () => 1);
    let times = 0;
    while (times < 1000 && tell(many, 'rest') === true) times += 1;
    expect(times).toBeGreaterThan(2);
    expect(times).toBeLessThan(100);
  });
});

it('what is told is what the library finds', async () => {
  const counts = { right: 0, wrong: 0 };
  await fc.assert(
    fc.asyncProperty(schemas, fc.array(values, { minLength: 8 }), async (schema, all) => {
      const { documents, part } = await loadSchemas({ ...others, It: schema });
      const tell = createLibrary(documents).trialOf(part('It'));
      const validators = createValidators(documents);
      for (const direction of ['request', 'response', 'rest'] as const) {
        const check = validators.check(part('It'), direction);
        validators.compileAll();
        for (const value of all) {
          const verdict = tell(value, direction);
          if (verdict === undefined) continue;
          counts[verdict ? 'right' : 'wrong'] += 1;
          expect([value, check(value).length === 0]).toEqual([value, verdict]);
        }
      }
    }),
    { numRuns: 400 },
  );
  expect(Math.min(counts.right, counts.wrong)).toBeGreaterThan(500);
});

const names = fc.constantFrom('a', 'b', 'hasOwnProperty');
const values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 1.5, 3, 'x', 'a', '', 'abc'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const { schemas } = fc.letrec<{ schemas: JsonObject }>((tie) => {
  const schema = tie('schemas');
  const pair = fc.tuple(schema, schema);
  const entry = fc.oneof(
    fc.tuple(fc.constant('type'), fc.constantFrom('string', 'object', 'array', 'integer')),
    fc.tuple(fc.constantFrom('minimum', 'multipleOf', 'minItems', 'maxProperties'), fc.nat(3)),
    fc.tuple(fc.constantFrom('minLength', 'maxLength', 'maxItems', 'minProperties'), fc.nat(3)),
    fc.tuple(fc.constantFrom('enum', 'anyOf'), fc.constant([{ type: 'string' }, { a: 1 }])),
    fc.tuple(fc.constantFrom('enum', 'examples'), fc.tuple(values, values)),
    fc.tuple(fc.constant('const'), values),
    fc.tuple(fc.constant('required'), fc.tuple(names, names)),
    fc.tuple(fc.constant('uniqueItems'), fc.boolean()),
    fc.tuple(fc.constantFrom('not', 'if', 'then', 'items', 'contains'), schema),
    fc.tuple(fc.constantFrom('additionalProperties', 'unevaluatedItems'), schema),
    fc.tuple(fc.constant('additionalProperties'), fc.boolean()),
    fc.tuple(fc.constantFrom('allOf', 'anyOf', 'oneOf', 'prefixItems'), pair),
    fc.tuple(
      fc.constantFrom('properties', 'properties', 'patternProperties'),
      fc.record({ a: schema, hasOwnProperty: schema }),
    ),
    fc.constantFrom('Word', 'Tree', 'Marked').map((name) => ['$ref', ref(name).$ref] as const),
  );
  return {
    schemas: fc
      .array(entry, { maxLength: 3 })
      .map((entries): JsonObject => Object.fromEntries<JsonValue>(entries)),
  };
});
