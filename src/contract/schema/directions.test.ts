import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { BodyDirection } from '../checks/validators.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `id` is only read, `secret` only written, `name` goes both ways; all are required. */
const thing = {
  type: 'object',
  required: ['id', 'secret', 'name'],
  properties: {
    id: { type: 'string', readOnly: true },
    secret: { type: 'string', writeOnly: true },
    name: { type: 'string' },
  },
};

const others = {
  Thing: thing,
  ReadId: { type: 'string', readOnly: true },
  Plain: { type: 'object', properties: { id: { type: 'string' } } },
  Demands: { type: 'object', required: ['id', 'secret', 'name'] },
  DemandsDeeply: { allOf: [ref('Demands')] },
  Tree: {
    type: 'object',
    required: ['id'],
    properties: { ...thing.properties, below: { type: 'array', items: ref('Tree') } },
  },
};

async function missing(
  schema: JsonObject,
  direction: BodyDirection,
  value: JsonValue = {},
): Promise<readonly string[]> {
  const { validators, part } = await loadSchemas({ ...others, It: schema });
  const check = validators.check(part('It'), direction);
  expect(check.defect?.()).toBeUndefined();
  const faults = check(value);
  return faults.map(({ pointer, keyword }) =>
    keyword === 'required' ? pointer : `${pointer} ${keyword}`,
  );
}

/** Schemas that all say what `thing` says, in other ways. */
const wholes: readonly [string, JsonObject][] = [
  ['plainly', thing],
  ['behind a reference', ref('Thing')],
  ['in a part', { allOf: [ref('Thing')] }],
  ['in two parts', { allOf: [{ properties: thing.properties }, { required: thing.required }] }],
  [
    'in a part beside a reference',
    { allOf: [ref('Thing'), { required: ['id', 'secret', 'name'] }] },
  ],
  ['around a part', { allOf: [{ properties: thing.properties }], required: thing.required }],
  ['in a part of the part', { ...thing, required: [], allOf: [{ required: thing.required }] }],
  ['beside a reference that demands', { ...ref('Demands'), properties: thing.properties }],
  ['around a reference that demands', { allOf: [ref('DemandsDeeply')], ...thing, required: [] }],
  [
    'in a part beside one that demands',
    { allOf: [ref('DemandsDeeply'), { ...thing, required: [] }] },
  ],
  [
    'with marks behind references',
    { ...thing, properties: { ...thing.properties, id: ref('ReadId') } },
  ],
  [
    'with marks beside references',
    { ...thing, properties: { ...thing.properties, id: { allOf: [ref('ReadId')] } } },
  ],
  ['with a part that sets the marks', { ...thing, allOf: [ref('Plain')] }],
  ['for one alternative', { oneOf: [thing] }],
  ['around an alternative', { ...thing, required: [], anyOf: [{ required: thing.required }] }],
  ['on a condition', { ...thing, required: [], if: false, else: { required: thing.required } }],
];

describe.each(wholes)('members that are required %s', (_, schema) => {
  it.each<[BodyDirection, readonly string[]]>([
    ['request', ['/name', '/secret']],
    ['response', ['/id', '/name']],
    ['rest', ['/id', '/name', '/secret']],
  ])('of a %s are those that go that way', async (direction, pointers) => {
    const faults = await missing(schema, direction);
    const plain = faults.length === 1 && faults[0]?.endsWith('Of') ? [] : faults;
    if (plain.length > 0) expect(faults.toSorted()).toEqual(pointers);
    // An alternative sums up what it lacks; what fits tells the same.
    const whole = Object.fromEntries(pointers.map((pointer) => [pointer.slice(1), 'x']));
    expect(await missing(schema, direction, whole)).toEqual([]);
    for (const pointer of pointers) {
      const { [pointer.slice(1)]: left, ...rest } = whole;
      expect(left).toBe('x');
      expect(await missing(schema, direction, rest)).toHaveLength(1);
    }
  });
});

describe('the direction', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['in members', { properties: { a: thing } }, { a: { name: 'x' } }],
    ['in items', { type: 'array', items: thing }, [{ name: 'x' }]],
    ['in the first items', { prefixItems: [ref('Thing')] }, [{ name: 'x' }]],
    ['in maps', { additionalProperties: ref('Thing') }, { a: { name: 'x' } }],
    ['in circles', ref('Tree'), { below: [{ below: [{}] }] }],
  ])('counts %s', async (_, schema, value) => {
    const deepest = /secret$|^$/;
    for (const pointer of await missing(schema, 'request', value)) {
      expect(pointer).toMatch(deepest);
    }
    expect((await missing(schema, 'rest', value)).some((pointer) => pointer.endsWith('id'))).toBe(
      true,
    );
  });

  it('decides between alternatives', async () => {
    const made = {
      required: ['id', 'name'],
      properties: { id: ref('ReadId'), name: { type: 'string' } },
      additionalProperties: false,
    };
    const found = { required: ['key'], properties: { key: {} }, additionalProperties: false };
    const schema = { oneOf: [made, found] };
    expect(await missing(schema, 'request', { name: 'x' })).toEqual([]);
    expect(await missing(schema, 'response', { name: 'x' })).toHaveLength(1);
    expect(await missing({ not: made }, 'request', { name: 'x' })).toEqual([' not']);
    expect(await missing({ not: made }, 'response', { name: 'x' })).toEqual([]);
  });

  it('does not cross over from one alternative to another', async () => {
    const schema = {
      oneOf: [
        { properties: { kind: { const: 'a' }, id: ref('ReadId') }, required: ['kind', 'id'] },
        { properties: { kind: { const: 'b' }, id: {} }, required: ['kind', 'id'] },
      ],
    };
    expect(await missing(schema, 'request', { kind: 'a' })).toEqual([]);
    expect(await missing(schema, 'request', { kind: 'b' })).toHaveLength(1);
  });

  it('lends marks to the value that they are for, and to no other', async () => {
    const schema = {
      allOf: [
        { properties: { other: ref('Demands') } },
        ref('Demands'),
        { properties: thing.properties },
      ],
    };
    expect(await missing(schema, 'request', { other: {} })).toEqual([
      '/other/id',
      '/other/secret',
      '/other/name',
      '/secret',
      '/name',
    ]);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'finds that %s is missing',
    async (name) => {
      expect(await missing({ required: [name] }, 'rest')).toEqual([`/${name}`]);
      expect(await missing({ properties: { [name]: { type: 'string' } } }, 'rest')).toEqual([]);
      const value = JSON.parse(`{"${name}": "x"}`) as JsonObject;
      expect(await missing({ required: [name] }, 'rest', value)).toEqual([]);
    },
  );
});
