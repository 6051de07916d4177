import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { SchemaFault } from './fault-messages.ts';

async function faultsOf(schema: JsonObject, value: JsonValue): Promise<readonly SchemaFault[]> {
  const { validators, part } = await loadSchemas({
    It: schema,
    Number: { type: 'number' },
    Closed: { properties: { latency: {}, end: {} }, additionalProperties: false },
    Node: {
      properties: { below: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
    },
    Twin: {
      anyOf: [
        { required: ['x'], properties: { below: { $ref: '#/components/schemas/Twin' } } },
        { required: ['y'], properties: { below: { $ref: '#/components/schemas/Twin' } } },
      ],
    },
  });
  const check = validators.check(part('It'), 'rest');
  expect(check.defect?.()).toBeUndefined();
  return check(value);
}

const number = { $ref: '#/components/schemas/Number' };

describe('a fault of a bound says which', () => {
  const date = { type: 'string', format: 'date' };
  it.each<[JsonObject, JsonValue, string]>([
    [{ minimum: 2 }, 1, ' must be >= 2'],
    [{ maximum: 1.5 }, 2, ' must be <= 1.5'],
    [{ exclusiveMinimum: 3 }, 3, ' must be > 3'],
    [{ exclusiveMaximum: -1e21 }, 3, ' must be < -1e+21'],
    [{ minLength: 2 }, '', ' must NOT have fewer than 2 characters'],
    [{ maxLength: 1 }, 'ab', ' must NOT have more than 1 characters'],
    [{ ...date, formatMinimum: '2020-01-01' }, '2019-01-01', ' should be >= 2020-01-01'],
    [
      { dependencies: { a: ['b', 'c'] } },
      { a: 1, b: 1 },
      ' must have properties b, c when property a is present',
    ],
    [{ dependencies: { a: ['b'] } }, { a: 1 }, ' must have property b when property a is present'],
  ])('%j and %j: %s', async (schema, value, expected) => {
    const [fault] = await faultsOf(schema, value);
    expect(`${fault?.pointer} ${fault?.message}`.replace(/^\/\S+/, '')).toBe(expected);
  });
});

describe('a fault says what was found', () => {
  it.each<[JsonObject, JsonValue, string]>([
    [{ minItems: 2 }, [1], ' must have at least 2 items, but has 1'],
    [{ maxItems: 1 }, [1, 2, 3], ' must have at most 1 item, but has 3'],
    [{ minProperties: 1 }, {}, ' must have at least 1 member, but has 0'],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, ' must have at most 1 member, but has 2'],
    [
      { uniqueItems: true },
      [1, { a: 1 }, { a: 1 }],
      ' must not have an item twice, but those at 1 and 2 are the same',
    ],
    [{ multipleOf: 5 }, 7, ' must be a multiple of 5, but is the number 7'],
    [
      { contains: number },
      ['a'],
      ' must have at least 1 item of the kind that "contains" describes',
    ],
    [
      { contains: number, minContains: 2, maxContains: 3 },
      [1, 'a'],
      ' must have at least 2 items and at most 3 of the kind that "contains" describes',
    ],
    [
      { not: { type: 'string' } },
      'a',
      ' must not match the schema under "not", but is the string "a"',
    ],
    [
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      '/b is required where "a" is present, but missing',
    ],
    [{ if: { required: ['a'] }, else: { required: ['b'] } }, {}, '/b is required, but missing'],
    [{ properties: { a: false } }, { a: 1 }, '/a must not be here'],
    [{ prefixItems: [{}], items: false }, [1, 2, 3], ' must have at most 1 item, but has 3'],
    [
      { propertyNames: { pattern: '^a' } },
      { b: 1 },
      '/b has a name that breaks the rule "pattern": "b"',
    ],
    [{ dependentSchemas: { a: { required: ['c'] } } }, { a: 1 }, '/c is required, but missing'],
    [{ additionalProperties: false }, { a: 1 }, '/a is not known here'],
    [
      { properties: { size: {} }, additionalProperties: false },
      { delay: 1 },
      '/delay is not known here: there is "size"',
    ],
    [
      { properties: { latency: {}, status: {} }, additionalProperties: false },
      { latencie: 1 },
      '/latencie is not known here: did you mean "latency"?',
    ],
    [
      {
        properties: {
          fault: { properties: { latency: {}, end: {} }, additionalProperties: false },
        },
      },
      { fault: { delay: '2s' } },
      '/fault/delay is not known here: there are "latency" and "end"',
    ],
    [
      {
        allOf: [
          { properties: { fault: { $ref: '#/components/schemas/Closed' } } },
          { required: ['fault'] },
        ],
      },
      { fault: { delay: '2s' } },
      '/fault/delay is not known here: there are "latency" and "end"',
    ],
  ])('%j: %j', async (schema, value, expected) => {
    const faults = await faultsOf(schema, value);
    expect(faults.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([expected]);
  });

  it('is counted where there are more than anybody reads', async () => {
    const faults = await faultsOf(
      { items: number },
      Array.from({ length: 60 }, () => 'a'),
    );
    expect(faults).toHaveLength(51);
    expect(faults.at(-1)).toEqual({
      pointer: '',
      message: 'has 10 further faults',
      keyword: 'limit',
    });
  });

  it('names only some of a long list', async () => {
    const [fault] = await faultsOf({ enum: Array.from({ length: 5000 }, (_, at) => at) }, 'x');
    expect(fault?.message).toMatch(/^must be one of \[0,1,2,.*,49\] or 4950 others, but is/);
  });
});

describe('the faults of alternatives', () => {
  const circle = { type: 'object', required: ['radius'], properties: { radius: number } };
  const square = { type: 'object', required: ['side', 'color'], properties: { side: number } };

  it.each<[string, JsonObject, JsonValue, readonly string[]]>([
    [
      'are those of the nearest one',
      { oneOf: [square, circle] },
      {},
      [' must match exactly one of 2 schemas; nearest: /radius is required, but missing'],
    ],
    [
      'are those of the one that is right but for something deep',
      { anyOf: [{ required: ['x'] }, { properties: { a: { properties: { b: number } } } }] },
      { a: { b: 'x' } },
      [' must match one of 2 schemas; nearest: /a/b must be a number, but is the string "x"'],
    ],
    [
      'are those of the one with the right kind',
      {
        oneOf: [
          { properties: { kind: { const: 'a' } } },
          { properties: { kind: { const: 'b' } }, required: ['x', 'y'] },
        ],
      },
      { kind: 'b' },
      [
        ' must match exactly one of 2 schemas; nearest: /x is required, but missing; /y is required, but missing',
      ],
    ],
    [
      'are told at their own places where only one is of the right type',
      { properties: { a: { oneOf: [circle, { type: 'null' }] } } },
      { a: { radius: 'x' } },
      ['/a/radius must be a number, but is the string "x"'],
    ],
    [
      'tell of types where none is right',
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      7,
      [' must match exactly one of 2 schemas; nearest: must be a string, but is the number 7'],
    ],
    [
      'tell which ones match',
      { oneOf: [{ type: 'object' }, circle, { required: ['radius'] }] },
      { radius: 1 },
      [' must match exactly one of the schemas, but matches number 1 and 2'],
    ],
    [
      'are counted where they are many',
      { anyOf: [{ required: ['a', 'b', 'c', 'd', 'e'] }, { required: ['a', 'b', 'c', 'd', 'f'] }] },
      {},
      [
        ' must match one of 2 schemas; nearest: /a is required, but missing; /b is required, but missing; /c is required, but missing; and 2 more',
      ],
    ],
    [
      'may have alternatives themselves',
      { anyOf: [{ type: 'string' }, { items: { oneOf: [square, circle] } }] },
      [{}, { side: 1, color: 1 }],
      ['/0 must match exactly one of 2 schemas; nearest: /radius is required, but missing'],
    ],
    [
      'stay apart from others',
      { required: ['z'], anyOf: [{ required: ['a'] }, { required: ['b'] }], maxProperties: 0 },
      { c: 1 },
      [
        ' must match one of 2 schemas; nearest: /a is required, but missing',
        ' must have at most 0 members, but has 1',
        '/z is required, but missing',
      ],
    ],
  ])('%s', async (_, schema, value, expected) => {
    const faults = await faultsOf(schema, value);
    expect(faults.map(({ pointer, message }) => `${pointer} ${message}`).toSorted()).toEqual(
      expected.toSorted(),
    );
  });
});

describe('a value that is faulty all over', () => {
  const many = 100_000;
  const either = { oneOf: Array.from({ length: 10 }, (_, at) => ({ required: [`m${at}`] })) };

  it.each<[string, JsonObject, JsonValue]>([
    ['items', { items: { type: 'string' } }, Array.from({ length: many }, () => 1)],
    ['items behind a reference', { items: number }, Array.from({ length: many }, () => 'a')],
    ['items with alternatives', { items: either }, Array.from({ length: many }, () => ({}))],
    [
      'items of items',
      { items: { items: number } },
      Array.from({ length: 1000 }, () => Array.from({ length: 100 }, () => 'a')),
    ],
    ['unknown members', { additionalProperties: false }, membersOf(many)],
    ['members', { additionalProperties: { type: 'string' } }, membersOf(many)],
    [
      'members by pattern',
      { patternProperties: { '^m': number, m: { type: 'null' } } },
      membersOf(many, 'x'),
    ],
    ['names', { propertyNames: { maxLength: 1 } }, membersOf(many)],
    ['unknown members of parts', { allOf: [{}], unevaluatedProperties: false }, membersOf(many)],
  ])('with %s is told of in few words', async (_, schema, value) => {
    const faults = await faultsOf(schema, value);
    expect(faults).toHaveLength(51);
    expect(faults.at(-1)).toMatchObject({
      message: expect.stringMatching(/^has more than \d+ further faults$/),
    });
    expect(JSON.stringify(faults).length).toBeLessThan(20_000);
  });

  it.each<[string, JsonObject, JsonValue]>([
    ['none of its kind', { contains: number }, Array.from({ length: many }, () => 'a')],
    ['a name without end', { additionalProperties: false }, { ['x'.repeat(1_000_000)]: 1 }],
    ['a text without end', { type: 'number' }, 'x'.repeat(1_000_000)],
  ])('with %s, too', async (_, schema, value) => {
    const faults = await faultsOf(schema, value);
    expect(faults).toHaveLength(1);
    expect(JSON.stringify(faults).length).toBeLessThan(1000);
  });

  it('is found good where it is, however large', async () => {
    const items = Array.from({ length: 200_000 }, (_, at) => ({ a: at }));
    expect(await faultsOf({ uniqueItems: true, items: { type: 'object' } }, items)).toEqual([]);
    expect(await faultsOf({ uniqueItems: true }, [...items, { a: 0 }])).toHaveLength(1);
    expect(await faultsOf({ contains: number }, [...items, 1])).toEqual([]);
    expect(await faultsOf({ items: { anyOf: [number, {}] } }, items)).toEqual([]);
  });
});

describe('a value that is nested without measure', () => {
  it('in depth is refused, and nothing hangs', async () => {
    const value: JsonValue = JSON.parse(`${'{"below":['.repeat(50_000)}${']}'.repeat(50_000)}`);
    expect(await faultsOf({ $ref: '#/components/schemas/Node' }, value)).toEqual([
      {
        pointer: '',
        keyword: 'depth',
        message: expect.stringMatching(/^can not be checked: it is nested 100000 levels deep/),
      },
    ]);
  });

  it('in ways is judged in the end, and nothing hangs', async () => {
    const value: JsonValue = JSON.parse(`${'{"below":'.repeat(60)}{}${'}'.repeat(60)}`);
    const faults = await faultsOf({ $ref: '#/components/schemas/Twin' }, value);
    expect(faults).toMatchObject([
      { keyword: 'anyOf', message: expect.stringContaining('/x is required, but missing') },
    ]);
  });
});

function membersOf(count: number, value: JsonValue = 1): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, value]));
}
