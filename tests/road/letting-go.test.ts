import { describe, expect, it } from 'vitest';

import { countHeld } from '../../src/base/held-objects.test-kit.ts';
import { replaceInNode } from '../../src/base/node-modules.test-kit.ts';
import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, body, parameter } from './shop.ts';

const note = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, text: { type: 'string' } },
};
const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
const many = answer({ type: 'array', items: note });
const query = (name: string): JsonObject => ({ name, in: 'query', schema: { type: 'string' } });

function open(fixtures: Record<string, JsonObject[]>): Promise<OpenRoad> {
  return openRoad({
    paths: {
      '/notes': {
        get: { parameters: [query('text'), query('sort')], responses: { '200': many } },
        post: {
          parameters: [key],
          requestBody: body(note),
          responses: { '201': answer(note) },
        },
      },
      '/notes/{id}': {
        parameters: [parameter('id')],
        get: { responses: { '200': answer(note) } },
        put: { requestBody: body(note), responses: { '200': answer(note), '201': answer(note) } },
        delete: { responses: { '204': answer(undefined) } },
      },
    },
    fixtures,
  });
}

function bodiesIn({ world }: OpenRoad): readonly WeakRef<JsonObject>[] {
  return [...world.items('notes')].map((item) => new WeakRef(item.body));
}

describe.each<[string, Record<string, JsonObject[]>]>([
  ['improvised', {}],
  ['with fixtures', { notes: [] }],
])('in a collection that is %s', (_, fixtures) => {
  it('nothing holds a record that was deleted', async () => {
    const road = await open(fixtures);
    const made: WeakRef<JsonObject>[] = [];
    for (let number = 0; number < 40; number += 1) {
      const id = `made-${number}`;
      expect((await road.send('POST', '/notes', { body: { id, text: id } })).status).toBe(201);
      made.push(...bodiesIn(road));
      expect((await road.send('GET', `/notes/${id}`)).status).toBe(200);
      await road.send('GET', '/notes');
      await road.send('GET', '/notes', { query: `text=${id}` });
      await road.send('GET', '/notes', { query: `text=${id}&sort=-text` });
      expect((await road.send('DELETE', `/notes/${id}`)).status).toBe(204);
    }
    await road.send('GET', '/notes/other');
    expect(made).toHaveLength(40);
    expect(await countHeld(made)).toBe(0);
  });

  it('nothing holds a record as it was before it was replaced', async () => {
    const road = await open(fixtures);
    const before: WeakRef<JsonObject>[] = [];
    for (let number = 0; number < 40; number += 1) {
      await road.send('PUT', '/notes/same', { body: { id: 'same', text: `${number}` } });
      before.push(...bodiesIn(road));
      await road.send('GET', '/notes/same');
      await road.send('GET', '/notes', { query: `text=${number}` });
    }
    expect(await countHeld(before)).toBe(1);
  });
});

describe('under keys of their own', () => {
  const send = (road: OpenRoad, number: number, text: string): ReturnType<OpenRoad['send']> =>
    road.send('POST', '/notes', {
      body: { id: `made-${number}`, text },
      headers: { 'idempotency-key': `key ${number}` },
    });

  /** Sends so many requests, and takes away what they make. */
  async function sendAll(count: number, text: string): Promise<readonly [OpenRoad, number]> {
    const road = await open({ notes: [] });
    const made: WeakRef<JsonObject>[] = [];
    for (let number = 0; number < count; number += 1) {
      expect((await send(road, number, text)).status).toBe(201);
      made.push(...bodiesIn(road));
      await road.send('DELETE', `/notes/made-${number}`);
    }
    return [road, await countHeld(made)];
  }

  it('small requests are remembered up to a number', async () => {
    const [road, held] = await sendAll(1010, 'x'.repeat(1000));
    expect(held).toBe(1000);
    expect((await send(road, 10, 'x'.repeat(1000))).status).toBe(201);
    expect([...road.world.items('notes')]).toEqual([]);
  });

  it('large ones are up to so many bytes, the oldest of which are let go', async () => {
    const text = 'x'.repeat(1_000_000);
    const [road, held] = await sendAll(40, text);
    expect(held).toBe(5);
    for (let number = 39; number >= 35; number -= 1)
      expect((await send(road, number, text)).status).toBe(201);
    expect([...road.world.items('notes')]).toEqual([]);
    expect((await send(road, 34, text)).status).toBe(201);
    expect([...road.world.items('notes')]).toHaveLength(1);
  });

  it('the newest is remembered, whatever it takes, and told from others', async () => {
    const road = await open({ notes: [] });
    // Objects take much more than their text.
    const large = { id: 'a', parts: Array.from({ length: 49_000 }, () => ({ a: 1, b: 2 })) };
    const sent = { body: large, headers: { 'idempotency-key': 'k' } };
    const first = await road.send('POST', '/notes', sent);
    expect(first.status).toBe(201);
    const { parts, id } = large;
    expect(await road.send('POST', '/notes', { ...sent, body: { parts, id } })).toEqual(first);
    const other = await road.send('POST', '/notes', { ...sent, body: { ...large, more: [] } });
    expect(other.status).toBe(422);
  });
});

describe('charsets', () => {
  it('are told by their names, and no spelling is remembered', async () => {
    const made: WeakRef<object>[] = [];
    class Watched extends TextDecoder {
      constructor(...options: ConstructorParameters<typeof TextDecoder>) {
        super(...options);
        made.push(new WeakRef(this));
      }
    }
    const road = await open({ notes: [] });
    replaceInNode('node:util', { TextDecoder: Watched });
    for (let number = 0; number < 40; number += 1) {
      const type = `application/json; charset="latin1${' '.repeat(number)}"`;
      const sent = { body: `{"id":"${number}"}`, headers: { 'content-type': type } };
      expect((await road.send('POST', '/notes', sent)).status).toBe(201);
    }
    expect(made.length).toBeGreaterThanOrEqual(39);
    expect(await countHeld(made)).toBeLessThanOrEqual(1);
  });
});
