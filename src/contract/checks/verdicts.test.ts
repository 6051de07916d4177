import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';

/** Names are unique in a contract, so each case has its own resource. */
const at = 'https://names.example/';

type Case = readonly [title: string, schema: JsonObject, good: JsonValue, bad: JsonValue];

async function verdictsOn(schema: JsonObject, ...values: JsonValue[]): Promise<readonly boolean[]> {
  const { validators, part } = await loadSchemas({ It: schema });
  const check = validators.check(part('It'), 'rest');
  expect(check.defect?.()).toBeUndefined();
  return values.map((value) => check(value).length === 0);
}

describe('a reference leads where its base says:', () => {
  it.each<Case>([
    [
      'to a part of the schema with the nearest $id',
      {
        $id: `${at}outer`,
        properties: {
          a: {
            $id: 'inner',
            $defs: { number: { type: 'number' } },
            properties: { b: { $ref: '#/$defs/number' } },
          },
        },
      },
      { a: { b: 1 } },
      { a: { b: 'x' } },
    ],
    [
      'from beside an $id, to what that names',
      {
        $id: `${at}beside`,
        properties: { a: { $id: 'a', $defs: { text: { type: 'string' } }, $ref: '#/$defs/text' } },
        $ref: 'a-list',
        $defs: { list: { $id: 'a-list', maxProperties: 1 } },
      },
      { a: 'x' },
      { a: 1 },
    ],
    [
      'by a URN with a pointer',
      {
        $id: 'urn:uuid:deadbeef-1234-0000-0000-4321feebdaed',
        properties: { a: { $ref: 'urn:uuid:deadbeef-1234-0000-0000-4321feebdaed#/$defs/text' } },
        $defs: { text: { type: 'string' } },
      },
      { a: 'x' },
      { a: 1 },
    ],
    [
      'by an absolute path',
      {
        $id: `${at}folder/file`,
        $ref: '/top',
        $defs: { top: { $id: '/top', type: 'integer' } },
      },
      1,
      'x',
    ],
    [
      'through a schema that refers on, whose other keywords count',
      { $ref: '#/components/schemas/Via' },
      { a: 1, b: 1 },
      { a: 1 },
    ],
  ])('%s', async (_, schema, good, bad) => {
    const { validators, part } = await loadSchemas({
      It: schema,
      Via: { $ref: '#/components/schemas/End', required: ['b'] },
      End: { required: ['a'] },
    });
    const check = validators.check(part('It'), 'rest');
    expect(check.defect?.()).toBeUndefined();
    expect([good, bad].map((value) => check(value).length === 0)).toEqual([true, false]);
  });
});

describe('a dynamic reference leads', () => {
  const list = {
    $id: 'list',
    type: 'array',
    items: { $dynamicRef: '#item' },
    $defs: { any: { $dynamicAnchor: 'item' } },
  };

  it.each<Case>([
    [
      'to the outermost schema of that name',
      {
        $id: `${at}texts`,
        $ref: 'list',
        $defs: { text: { $dynamicAnchor: 'item', type: 'string' }, list: { ...list } },
      },
      ['x'],
      [1],
    ],
    [
      'to its own target where no other has the name',
      { $id: `${at}anything`, $ref: 'list', $defs: { list: { ...list, maxItems: 1 } } },
      [1],
      [1, 2],
    ],
    [
      'to an anchor as a plain reference does, where that is no dynamic one',
      {
        $id: `${at}plain`,
        items: { $dynamicRef: '#item' },
        $defs: { text: { $anchor: 'item', type: 'string' } },
      },
      ['x'],
      [1],
    ],
    [
      'back to the schema that extends the tree',
      {
        $id: `${at}strict`,
        $dynamicAnchor: 'node',
        $ref: 'tree',
        unevaluatedProperties: false,
        $defs: {
          tree: {
            $id: 'tree',
            $dynamicAnchor: 'node',
            properties: { children: { items: { $dynamicRef: '#node' } }, name: true },
          },
        },
      },
      { children: [{ name: 'x' }] },
      { children: [{ nmae: 'x' }] },
    ],
  ])('%s', async (_, schema, good, bad) => {
    expect(await verdictsOn(schema, good, bad)).toEqual([true, false]);
  });
});

describe('what is unevaluated', () => {
  it.each<Case>([
    [
      'is not what a reference beside it evaluates',
      {
        $ref: '#/components/schemas/It/$defs/a',
        unevaluatedProperties: false,
        $defs: { a: { properties: { a: true } } },
      },
      { a: 1 },
      { a: 1, b: 1 },
    ],
    [
      'is not what a condition evaluates, also without a consequence',
      { if: { required: ['a'], properties: { a: true } }, unevaluatedProperties: false },
      { a: 1 },
      { a: 1, b: 1 },
    ],
    [
      'is what a condition that fails would have evaluated',
      { if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false },
      { a: 1 },
      { a: 2 },
    ],
    [
      'is not what an alternative that fits evaluates',
      {
        anyOf: [
          { properties: { a: { type: 'number' } }, required: ['a'] },
          { properties: { b: { type: 'number' } }, required: ['b'] },
        ],
        unevaluatedProperties: false,
      },
      { a: 1, b: 1 },
      { a: 1, b: 'x' },
    ],
    [
      'is not what another list of items evaluates',
      { allOf: [{ prefixItems: [true, { type: 'number' }] }], unevaluatedItems: false },
      ['x', 1],
      ['x', 1, 2],
    ],
    [
      'is not an item that is contained',
      { contains: { type: 'string' }, unevaluatedItems: { type: 'number' } },
      ['x', 1],
      ['x', null],
    ],
    [
      'is what only a contradicted schema evaluates',
      { not: { not: { properties: { a: true } } }, unevaluatedProperties: false },
      {},
      { a: 1 },
    ],
  ])('%s', async (_, schema, good, bad) => {
    expect(await verdictsOn(schema, good, bad)).toEqual([true, false]);
  });

  it('is found out in time that grows with the value, not with its power', async () => {
    const { validators, part } = await loadSchemas({
      It: {
        anyOf: [
          { properties: { a: { $ref: '#/components/schemas/It' } }, required: ['a'] },
          { properties: { b: { $ref: '#/components/schemas/It' } } },
        ],
        unevaluatedProperties: false,
      },
    });
    const check = validators.check(part('It'), 'rest');
    let value: JsonObject = {};
    for (let depth = 0; depth < 60; depth += 1) value = { a: value };
    expect(check(value)).toEqual([]);
    expect(check({ c: value })).toHaveLength(1);
  });
});
