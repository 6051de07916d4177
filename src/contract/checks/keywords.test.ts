import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';

const names = ['a', 'b', 'kind'];
const name = fc.constantFrom(...names);

const scalars = fc.constantFrom<JsonValue>(null, true, 0, 1, 1.5, 'x', 'a', '');

const values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Schemas that mean the same with and without what a contract adds: no directions, no discriminators. */
const schemas = fc.letrec<{ schema: JsonObject; leaf: JsonObject }>((tie) => {
  const schema = tie('schema');
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const one = <T extends JsonValue>(keyword: string, value: fc.Arbitrary<T>) =>
    value.map((content) => ({ [keyword]: content }));
  return {
    leaf: fc.oneof(
      one('type', fc.constantFrom('object', 'array', 'string', 'integer', 'null')),
      one('required', fc.uniqueArray(name, { maxLength: 2 })),
      one('const', values),
      one('enum', fc.array(values, { minLength: 1, maxLength: 24 })),
      ...(['oneOf', 'anyOf'] as const).map((keyword) =>
        one(
          keyword,
          fc.array(
            scalars.map((listed) => ({ const: listed, title: 'One' })),
            { minLength: 6, maxLength: 12 },
          ),
        ),
      ),
      one('uniqueItems', fc.boolean()),
      one('maxItems', fc.constantFrom(0, 1, 2)),
      one('$ref', fc.constant('#/components/schemas/Other')),
      one('pattern', fc.constantFrom('^a', 'x$', '^(a+)+$')),
      fc.constant({}),
    ),
    schema: fc.oneof(
      { maxDepth: 4 },
      tie('leaf'),
      fc.tuple(schema, schema).map(([left, right]) => ({ ...left, ...right })),
      one('properties', fc.dictionary(name, schema, { noNullPrototype: true })),
      one(
        'patternProperties',
        schema.map((inner) => ({ '^[ab]$': inner })),
      ),
      one('additionalProperties', schema),
      fc.constant({ additionalProperties: false }),
      fc.constant({ unevaluatedProperties: false }),
      fc.constant({ unevaluatedItems: false }),
      one('items', schema),
      one('prefixItems', list),
      one('contains', schema),
      one('propertyNames', schema),
      one('allOf', list),
      one('anyOf', list),
      one('oneOf', list),
      one('not', schema),
      fc.tuple(schema, schema).map(([test, other]) => ({ if: test, else: other })),
      one(
        'dependentSchemas',
        schema.map((inner) => ({ a: inner })),
      ),
    ),
  };
}).schema;

it('a value is good or bad as it is without what is added to the keywords', async () => {
  await fc.assert(
    fc.asyncProperty(
      schemas,
      schemas,
      fc.array(values, { minLength: 5 }),
      async (It, Other, all) => {
        const judge = await openJudge({ It, Other });
        const { validators, part } = await loadSchemas({ It, Other });
        const check = validators.check(part('It'), 'rest');
        if (check.defect?.() !== undefined) return;
        for (const value of all) {
          const verdict = judge(value);
          expect([value, check(value).length === 0]).toEqual([value, verdict ?? expect.anything()]);
        }
      },
    ),
    { numRuns: 300 },
  );
});

describe('a member that bears the name of what every object inherits', () => {
  const properties =
    '"properties":{"__proto__":{"type":"object","properties":{"a":{"const":1}}},"b":{}}';
  it.each<[string, string, readonly string[]]>([
    [`{${properties}}`, '{"__proto__":{"a":1}}', []],
    [`{${properties}}`, '{"__proto__":{"a":2},"b":1}', ['/__proto__/a']],
    [`{${properties}}`, '{"__proto__":7}', ['/__proto__']],
    [`{${properties}}`, '{}', []],
    [`{${properties}}`, '[]', []],
    ['{"properties":{"__proto__":false}}', '{"__proto__":null}', ['/__proto__']],
    ['{"properties":{"__proto__":true}}', '{"__proto__":null}', []],
    [
      '{"properties":{"__proto__":{"$ref":"#/components/schemas/Other"}}}',
      '{"__proto__":""}',
      ['/__proto__'],
    ],
    [`{${properties},"additionalProperties":false}`, '{"__proto__":{"a":1},"b":1}', []],
    [
      `{${properties},"additionalProperties":false}`,
      '{"__proto__":{"a":2},"c":1}',
      ['/c', '/__proto__/a'],
    ],
    [
      `{${properties},"additionalProperties":{"type":"integer"}}`,
      '{"__proto__":{},"c":""}',
      ['/c'],
    ],
    [`{${properties},"unevaluatedProperties":false}`, '{"__proto__":{"a":1},"c":1}', ['/c']],
    ['{"properties":{"b":{}},"additionalProperties":false}', '{"__proto__":1}', ['/__proto__']],
  ])('is held to its schema: %s, %s', async (schema, value, pointers) => {
    const Other: JsonObject = { type: 'integer' };
    const { validators, part } = await loadSchemas({ It: parse(schema), Other });
    const check = validators.check(part('It'), 'rest');
    expect(check.defect?.()).toBeUndefined();
    expect(check(JSON.parse(value)).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

/** From a text: in the language's own notation it is no member. */
function parse(text: string): JsonObject {
  const value: JsonObject = JSON.parse(text);
  return value;
}

/** A verdict of another library; none where a schema holds itself in place, as then none is defined. */
async function openJudge(
  schemasByName: JsonObject,
): Promise<(value: JsonValue) => boolean | undefined> {
  const uri = 'https://judge.example/it';
  unregisterSchema(uri);
  const components = { schemas: schemasByName };
  const whole = { $ref: '#/components/schemas/It', components };
  registerSchema(whole as never, uri, 'https://json-schema.org/draft/2020-12/schema');
  const judge = await validate(uri);
  return (value) => {
    try {
      return judge(value as never).valid;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}
