import { describe, expect, it } from 'vitest';

import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';
import { limitNesting, limitUnfolding } from './unfold.ts';

const base = '#/components/schemas/';
const refer = (name: string | number): JsonObject => ({ $ref: `${base}A${name}` });
const told = 'The console shows no more of it here.';

function ringOf(count: number, steps: readonly number[]): JsonObject {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const members = steps.map((step) => [`m${step}`, refer((at + step) % count)]);
      return [`A${at}`, { type: 'object', properties: Object.fromEntries(members) as JsonObject }];
    }),
  );
}

/** How many values are shown where every reference is followed. */
function unfold(value: Json, parts: JsonObject): number {
  if (isList(value)) return value.reduce((sum: number, one) => sum + unfold(one, parts), 1);
  if (!isJsonObject(value)) return 1;
  const reference = value['$ref'];
  if (typeof reference === 'string')
    return unfold(parts[reference.slice(base.length)] ?? null, parts);
  return Object.values(value).reduce((sum: number, one) => sum + unfold(one, parts), 1);
}

describe('references', () => {
  it.each<[string, JsonObject]>([
    ['in a tree', { A0: { properties: { a: refer(1), b: refer(1) } }, A1: { type: 'string' } }],
    ['to the schema itself', { A0: { properties: { left: refer(0), right: refer(0) } } }],
    ['in a small ring', ringOf(10, [1])],
  ])('%s stay as they are', (_, parts) => {
    expect(limitUnfolding({ root: refer(0), parts }, base)).toEqual({ root: refer(0), parts });
  });

  it.each<[string, JsonObject]>([
    ['with two ways on from each', ringOf(60, [1, 7])],
    [
      'with twenty ways on from each',
      ringOf(
        60,
        Array.from({ length: 20 }, (_, at) => at + 1),
      ),
    ],
    ['in a long ring', ringOf(2000, [1])],
  ])('%s are followed as far as can be shown', (_, parts) => {
    const limited = limitUnfolding({ root: refer(0), parts }, base);
    expect(unfold(limited.root, limited.parts)).toBeLessThan(8001);
    const texts = JSON.stringify(limited.parts);
    expect(texts).toContain(told);
    const dangling = [...texts.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].filter(
      ([, name = '']) => !Object.hasOwn(limited.parts, name),
    );
    expect(dangling).toEqual([]);
  });

  it('that are not followed leave the name of the schema', () => {
    const { parts } = limitUnfolding({ root: refer(0), parts: ringOf(60, [1, 7]) }, base);
    const end = Object.values(parts).find((part) => JSON.stringify(part).includes(told));
    expect(end).toEqual({
      title: expect.stringMatching(/^A\d+$/),
      type: 'object',
      description: told,
    });
  });

  it('lead to schemas of names that objects have anyway', () => {
    const parts = { ...ringOf(60, [1, 7]), constructor: { properties: { a: refer(0) } } };
    const root = { a: { $ref: `${base}constructor` }, b: { $ref: `${base}toString` } };
    const limited = limitUnfolding({ root, parts }, base);
    expect(limited.root).toMatchObject({ b: { $ref: `${base}toString` } });
    expect(JSON.stringify(limited.root)).toContain(`${base}constructor:`);
  });
});

describe('what is nested too deep', () => {
  it.each<[string, (inner: Json) => Json]>([
    ['objects', (inner) => ({ type: 'object', properties: { a: inner } })],
    ['lists', (inner) => [inner]],
    ['data', (inner) => ({ example: { a: inner } })],
  ])('ends: %s', (_, nest) => {
    let value: Json = { type: 'string' };
    for (let count = 0; count < 200; count += 1) value = nest(value);
    const depthOf = (one: Json): number =>
      typeof one === 'object' && one !== null
        ? 1 + Math.max(0, ...Object.values(one).map((inner: Json) => depthOf(inner)))
        : 0;
    expect(depthOf(limitNesting(value))).toBeLessThan(90);
  });

  it('says so, and leaves each schema a schema', () => {
    let value: Json = { type: 'string' };
    for (let count = 0; count < 200; count += 1) value = { allOf: [value] };
    expect(JSON.stringify(limitNesting(value))).toContain(told);
    for (let count = 0; count < 200; count += 1) value = { properties: { a: value } };
    expect(JSON.stringify(limitNesting(value))).not.toContain('"properties":{"description":"');
  });

  it('is all else as it was', () => {
    const value = { a: [1, { properties: { b: null } }], c: 'text' };
    expect(limitNesting(value)).toEqual(value);
  });
});
