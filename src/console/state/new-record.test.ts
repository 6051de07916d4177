import { describe, expect, it } from 'vitest';

import type { Api } from '../api/client.ts';
import type { JsonObject } from '../api/documents.ts';
import type { CollectionShape, Field } from '../api/record-documents.ts';
import { beginRecord, duplicateRecord, makeUuid } from './new-record.ts';
import { seedCommand } from './no-records.tsx';
import { makeField, makeShape } from './shape.test-kit.ts';

const shapeOf = (key: Partial<Field>): CollectionShape =>
  makeShape({
    name: 'orders',
    parents: [],
    fields: [
      makeField('id', { is_required: true, ...key }),
      makeField('title', { is_required: true }),
      makeField('status', { is_required: true, enum: ['open', 'paid'] }),
      makeField('is_gift', { is_required: true, types: ['boolean'] }),
      makeField('note', { default: 'x' }),
    ],
  });

/** Shows one record, the greatest. */
function createFake(record: JsonObject & { readonly id: number }): Api {
  return {
    world: 'default',
    home: '/_mock/',
    // A trust edge: the test says what the server answers.
    get: async <T>(path: string) =>
      (path === 'clock'
        ? { now: '2026-03-01T10:00:00.000Z', frozen: true }
        : { records: [{ key: String(record.id), record }] }) as T,
    send: async <T>() => undefined as T,
    within: () => createFake(record),
  };
}

const numbers = shapeOf({ types: ['integer'] });
const api = createFake({ id: 41 });

describe('a new record', () => {
  it('begins with the next number, what the contract says, and the filters', async () => {
    expect(await beginRecord(api, numbers, { title: 'b' })).toEqual({
      id: 42,
      status: 'open',
      is_gift: false,
      title: 'b',
    });
  });

  it('has the time of the world where only the server writes it', async () => {
    const stamp = { is_required: true, is_read_only: true };
    const shape = makeShape({
      name: 'orders',
      parents: [],
      key: null,
      fields: [
        makeField('created_at', { ...stamp, format: 'date-time' }),
        makeField('day', { ...stamp, format: 'date' }),
        makeField('due_at', { ...stamp, is_read_only: false, format: 'date-time' }),
        makeField('changed_at', { ...stamp, is_required: false, format: 'date-time' }),
      ],
    });
    expect(await beginRecord(api, shape, {})).toEqual({
      created_at: '2026-03-01T10:00:00.000Z',
      day: '2026-03-01',
    });
  });

  it('has a random key where the contract wants a UUID', async () => {
    const { id } = await beginRecord(api, shapeOf({ format: 'uuid' }), {});
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('has the version and the variant of a random UUID', () => {
    expect(makeUuid(new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  });
});

describe('a duplicate', () => {
  it.each([
    [numbers, 7, 42],
    [shapeOf({}), 'spring', 'spring-copy'],
  ])('has a key of its own', async (shape, id, key) => {
    expect(await duplicateRecord(api, shape, { title: 'a', id })).toEqual({ id: key, title: 'a' });
  });
});

describe('the command that makes records', () => {
  it.each([
    [
      'default',
      'orders',
      `curl -X POST 'http://a/seed' -H 'Content-Type: application/json' -d '{"count":{"orders":20}}'`,
    ],
    [
      "it's",
      'a"b',
      String.raw`curl -X POST 'http://a/seed' -H 'X-Stuntdouble-World: it'\''s' -H 'Content-Type: application/json' -d '{"count":{"a\"b":20}}'`,
    ],
  ])('in the world %s', (world, collection, command) => {
    expect(seedCommand('http://a/', world, collection)).toBe(command);
  });
});
