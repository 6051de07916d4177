import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import { beforeAll, describe, expect, it } from 'vitest';

import { findFault } from '../../src/console/recording/recording-form.ts';
import { createMock } from '../../src/index.ts';

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

let recording: Value;

/** Of a shop in which something of everything has happened. */
beforeAll(async () => {
  const contract = join(import.meta.dirname, '..', '..', 'examples', 'shop.yaml');
  await using mock = await createMock({ contract, durability: 'memory', watch: false });
  const { url } = await mock.listen();
  const headers = { 'Content-Type': 'application/json' };
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  await send('POST', '/orders', { item: 'a lamp' });
  await send('POST', '/orders', { item: 7 });
  await send('GET', '/order');
  await send('GET', '/orders?stat=paid');
  const placed = await send('PUT', '/_mock/overrides/slow', {
    operation: 'listOrders',
    fault: { latency: 1 },
  });
  expect(placed.status).toBeLessThan(300);
  await send('GET', '/orders');
  const made = await fetch(`${url}/_mock/recording`);
  recording = (await made.json()) as Value;
});

function compile(): (value: unknown) => boolean {
  const file = join(import.meta.dirname, '..', '..', 'src', 'control', 'openapi.yaml');
  const { components } = load(readFileSync(file, 'utf8')) as AnySchemaObject;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  return ajv.compile({ components, $ref: '#/components/schemas/Recording' });
}

/** Every place of a document, by its steps. */
function placesOf(value: Value): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const members: readonly (readonly [string | number, Value])[] = Array.isArray(value)
    ? value.map((item, at) => [at, item])
    : Object.entries(value);
  return [
    [],
    ...members.flatMap(([name, member]) => placesOf(member).map((one) => [name, ...one])),
  ];
}

/** The document with another value at a place; undefined: with nothing there. */
function put(value: Value, steps: readonly (string | number)[], other: Value | undefined): Value {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return other ?? null;
  if (Array.isArray(value))
    return value.map((item, at) => (at === step ? put(item, rest, other) : item));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name !== String(step)) return [[name, member]];
      return rest.length === 0 && other === undefined ? [] : [[name, put(member, rest, other)]];
    }),
  );
}

describe('the form of a recording', () => {
  it('is that of what the server makes', () => {
    expect(findFault(recording)).toBe(undefined);
    expect(compile()(recording)).toBe(true);
  });

  it('is refused wherever the schema of the control API refuses it', () => {
    const isOfSchema = compile();
    const wrong: readonly (Value | undefined)[] = [
      undefined,
      null,
      true,
      -1,
      1.5,
      'text',
      [],
      [null],
      {},
      { a: null },
    ];
    const passed = placesOf(recording).flatMap((steps) =>
      wrong.flatMap((other) => {
        const changed = put(recording, steps, other);
        if (isOfSchema(changed) || findFault(changed) !== undefined) return [];
        return [[steps.join('.'), other]];
      }),
    );
    expect(passed).toEqual([]);
  });

  it.each<[string, readonly (string | number)[], Value | undefined, string]>([
    ['another format', ['format'], 2, 'format is 2, not 1'],
    ['no server', ['server'], [null], 'server is a list, not an object'],
    ['a request that is null', ['requests', 0], null, 'requests[0] is null, not an object'],
    [
      'a text for a number',
      ['requests', 0, 'reply', 'status'],
      '201',
      'requests[0].reply.status is "201", not a whole number',
    ],
    [
      'no moment',
      ['world', 'now'],
      'x'.repeat(5000),
      `world.now is "${'x'.repeat(59)}…, not a moment, such as 2026-01-31T12:00:00Z`,
    ],
    [
      'a missing member',
      ['plan', 'operations', 0, 'method'],
      undefined,
      'plan.operations[0].method is missing',
    ],
    [
      'a collection that is null',
      ['collections', 0],
      null,
      'collections[0] is null, not an object',
    ],
  ])('tells of %s', (_, steps, other, expected) => {
    expect(findFault(put(recording, steps, other))).toBe(expected);
  });

  it.each(['text', 7, null, [], true])('is not %j', (value) => {
    expect(findFault(value)).toMatch(/^the document is .*, not an object$/);
  });

  it('says so where its fields are nested deeper than a browser can follow', () => {
    let field: Value = { name: 'a' };
    for (let count = 0; count < 200_000; count += 1)
      field = {
        name: 'a',
        types: [],
        is_required: true,
        is_read_only: true,
        is_write_only: true,
        is_nullable: true,
        items: field,
      };
    const steps = ['collections', 0, 'fields'];
    expect(findFault(put(recording, steps, [field]))).toBe('its fields are nested too deep');
  });
});
