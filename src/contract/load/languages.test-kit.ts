import type { JsonObject, JsonValue } from '../../base/json.ts';

const expr = { $ref: '#/components/schemas/Expr' };
const list = { type: 'array', items: expr };
const leaf = {
  type: 'object',
  required: ['field', 'value'],
  properties: { field: { type: 'string' }, value: { type: 'number' } },
};

function operator(name: string, more: JsonObject = {}): JsonObject {
  const properties = { op: { const: name }, args: list };
  return { type: 'object', required: ['op', 'args'], properties, ...more };
}

function refer(...names: readonly string[]): readonly JsonValue[] {
  return names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
}

export interface Language {
  readonly schemas: JsonObject;
  /** One level more around what is inside. */
  readonly wrap: (inside: JsonValue) => JsonValue;
  readonly good: JsonValue;
  readonly bad: JsonValue;
  /** What is wrong with the bad one, eight levels deep. */
  readonly fault: RegExp;
}

const atom = { good: { field: 'a', value: 1 }, bad: { field: 'a', value: 'x' } };
const atNumber = /(?:\/args\/0){8}\/value must be a number, but is the string "x"$/;
const ofOperators = {
  ...atom,
  wrap: (inside: JsonValue) => ({ op: 'and', args: [inside] }),
  fault: atNumber,
};
const tagged = {
  good: { op: 'leaf', ...atom.good },
  bad: { op: 'leaf', ...atom.bad },
  wrap: ofOperators.wrap,
  fault: atNumber,
};
const ofKids = {
  good: 1,
  bad: 'x',
  wrap: (inside: JsonValue) => ({ kids: [inside] }),
  fault: /^(?:\/kids\/0){8} must be .*but is the string "x"$/,
};
const kids = { type: ['object', 'number'], properties: { kids: list } };
const and = operator('and');
const or = operator('or');

/** Schemas in which what a value holds is looked at again by each of several schemas for the value. */
export const languages: readonly (readonly [string, Language])[] = [
  [
    'alternatives told apart by a member of their own',
    {
      ...atom,
      schemas: {
        Expr: {
          oneOf: [
            { type: 'object', required: ['and'], properties: { and: list } },
            { type: 'object', required: ['or'], properties: { or: list } },
            { type: 'object', required: ['not'], properties: { not: expr } },
            leaf,
          ],
        },
      },
      wrap: (inside) => ({ and: [inside] }),
      fault: /(?:\/and\/0){8}\/value must be a number, but is the string "x"$/,
    },
  ],
  [
    'alternatives told apart by a constant',
    { ...ofOperators, schemas: { Expr: { oneOf: [or, and, leaf] } } },
  ],
  [
    'alternatives told apart by an enumeration',
    {
      ...ofOperators,
      schemas: {
        Expr: {
          anyOf: [
            or,
            operator('not'),
            { ...and, properties: { op: { enum: ['and', 'all'] }, args: list } },
            leaf,
          ],
        },
      },
    },
  ],
  [
    'closed alternatives behind references',
    {
      ...ofOperators,
      schemas: {
        Expr: { oneOf: refer('Or', 'And', 'Leaf') },
        And: { ...and, additionalProperties: false },
        Or: { ...or, additionalProperties: false },
        Leaf: leaf,
      },
    },
  ],
  [
    'alternatives with a discriminator',
    {
      ...tagged,
      schemas: {
        Expr: { oneOf: refer('Or', 'And', 'Leaf'), discriminator: { propertyName: 'op' } },
        And: and,
        Or: or,
        Leaf: { ...leaf, properties: { ...leaf.properties, op: { const: 'leaf' } } },
      },
    },
  ],
  [
    'a base that chooses its subtypes',
    {
      ...tagged,
      schemas: {
        Expr: {
          required: ['op'],
          properties: { op: { type: 'string' }, args: list },
          discriminator: {
            propertyName: 'op',
            mapping: { and: '#/components/schemas/And', leaf: '#/components/schemas/Leaf' },
          },
        },
        And: { allOf: [expr, { properties: { args: list } }] },
        Leaf: { allOf: [expr, leaf] },
      },
    },
  ],
  [
    'alternatives that extend one base',
    {
      ...ofOperators,
      schemas: {
        Expr: { oneOf: [...refer('Or', 'And'), leaf] },
        Base: { type: 'object', properties: { args: list } },
        And: { allOf: [...refer('Base'), and] },
        Or: { allOf: [...refer('Base'), or] },
      },
    },
  ],
  [
    'alternatives in alternatives',
    {
      ...ofOperators,
      schemas: {
        Expr: {
          anyOf: [
            { oneOf: [or, and] },
            { oneOf: [operator('not'), { ...and, minProperties: 3 }] },
            leaf,
          ],
        },
      },
    },
  ],
  [
    'arrays of arrays',
    {
      schemas: {
        Expr: {
          anyOf: [
            { type: 'array', maxItems: 1, items: expr },
            { type: 'array', minItems: 2, items: expr },
            { type: 'number' },
          ],
        },
      },
      wrap: (inside) => [inside],
      good: 1,
      bad: 'x',
      fault: /(?:\/0){8} must be an array, but is the string "x"$/,
    },
  ],
  [
    'schemas that hold each other',
    {
      schemas: {
        Expr: {
          oneOf: [
            { type: 'object', required: ['a', 'k'], properties: { a: refer('Other')[0] ?? {} } },
            {
              type: 'object',
              required: ['a'],
              properties: { a: refer('Other')[0] ?? {} },
              not: { required: ['k'] },
            },
            { type: 'string' },
          ],
        },
        Other: {
          anyOf: [
            { type: 'object', required: ['b', 'k'], properties: { b: expr } },
            { type: 'object', required: ['b'], properties: { b: expr } },
          ],
        },
      },
      wrap: (inside) => ({ a: { b: inside } }),
      good: 'x',
      bad: 1,
      fault: /(?:\/a\/b){8} must be an object, but is the number 1$/,
    },
  ],
  [
    'alternatives without members that nobody has looked at',
    {
      ...ofOperators,
      schemas: {
        Expr: { oneOf: [...refer('Or', 'And'), leaf], unevaluatedProperties: false },
        And: and,
        Or: or,
      },
      fault: /must match exactly one of 3 schemas; nearest: \/field is required/,
    },
  ],
  [
    'alternatives with a pattern',
    {
      ...ofOperators,
      schemas: {
        Expr: { oneOf: [{ ...or, patternProperties: { '^x': { pattern: '^a+$' } } }, and, leaf] },
      },
    },
  ],
  [
    'dynamic references',
    {
      ...ofOperators,
      schemas: {
        Expr: {
          $id: 'https://names.example/expr',
          $dynamicAnchor: 'node',
          oneOf: ['or', 'and']
            .map((name) =>
              operator(name, {
                properties: {
                  op: { const: name },
                  args: { type: 'array', items: { $dynamicRef: '#node' } },
                },
              }),
            )
            .concat(leaf),
        },
      },
    },
  ],
  ['parts', { ...ofKids, schemas: { Expr: { allOf: [kids, { properties: { kids: list } }] } } }],
  [
    'conditions',
    {
      ...ofKids,
      schemas: {
        Expr: { ...kids, if: { properties: { kids: list } }, else: { maxProperties: 1 } },
      },
    },
  ],
  ['dependent schemas', { ...ofKids, schemas: { Expr: { ...kids, dependentSchemas: { kids } } } }],
  [
    'patterns of names',
    { ...ofKids, schemas: { Expr: { ...kids, patternProperties: { '^k': list } } } },
  ],
  [
    'items that are looked for',
    {
      ...ofKids,
      schemas: {
        Expr: {
          type: ['object', 'number'],
          properties: { kids: { ...list, contains: expr, minContains: 0 } },
        },
      },
    },
  ],
  [
    'negations',
    {
      schemas: { Expr: { allOf: [{ not: { not: kids } }, { not: { not: kids } }] } },
      wrap: (inside) => ({ kids: [inside] }),
      good: 1,
      bad: 'x',
      fault: /^ must not match the schema under "not", but is an object$/,
    },
  ],
];
