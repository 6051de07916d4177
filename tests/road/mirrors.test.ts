import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answer = (status: string, schema?: JsonObject): JsonObject => ({
  [status]: { description: 'Fine.', ...(schema && body(schema)) },
});

/** Choirs with singers, and singers with choirs. */
function open(): Promise<OpenRoad> {
  const all = (name: string): JsonObject => ({
    get: { responses: answer('200', { type: 'array', items: ref(name) }) },
    post: { requestBody: body(ref(name)), responses: answer('201', ref(name)) },
  });
  const one = (name: string): JsonObject => ({
    parameters: [parameter('id', whole)],
    get: { responses: answer('200', ref(name)) },
    patch: { requestBody: body(ref(name)), responses: answer('200', ref(name)) },
    delete: { responses: answer('204') },
  });
  const record = (list: string): JsonObject => ({
    type: 'object',
    required: ['name'],
    properties: {
      id: { ...whole, readOnly: true },
      name: text,
      [list]: { type: 'array', items: whole },
      [`${list}_count`]: { ...whole, readOnly: true },
    },
  });
  return openRoad({
    paths: {
      '/choirs': all('Choir'),
      '/choirs/{id}': one('Choir'),
      '/singers': all('Singer'),
      '/singers/{id}': one('Singer'),
    },
    components: { schemas: { Choir: record('singers'), Singer: record('choirs') } },
  });
}

async function make(road: OpenRoad, path: string, sent: JsonObject): Promise<number> {
  const { json } = await road.send('POST', path, { body: { name: 'x', ...sent } });
  return Number(valueAt(json ?? null, '/id'));
}

async function read(road: OpenRoad, path: string): Promise<JsonValue> {
  return (await road.send('GET', path)).json ?? null;
}

describe('two lists that say the same from either side', () => {
  it('follow each other', async () => {
    const road = await open();
    const [ann, bob] = [await make(road, '/singers', {}), await make(road, '/singers', {})];
    const choir = await make(road, '/choirs', { singers: [ann] });
    const choirs = async (singer: number): Promise<JsonValue | undefined> =>
      valueAt(await read(road, `/singers/${singer}`), '/choirs');
    const change = (path: string, sent: JsonObject): ReturnType<OpenRoad['send']> =>
      road.send('PATCH', path, { body: { name: 'x', ...sent } });
    expect(await choirs(ann)).toEqual([choir]);
    expect(valueAt(await read(road, `/singers/${ann}`), '/choirs_count')).toBe(1);
    expect(await choirs(bob)).toEqual([]);
    await change(`/singers/${bob}`, { choirs: [choir] });
    expect(valueAt(await read(road, `/choirs/${choir}`), '/singers')).toEqual([ann, bob]);
    await change(`/choirs/${choir}`, { singers: [bob] });
    expect(await choirs(ann)).toEqual([]);
    await road.send('DELETE', `/choirs/${choir}`);
    expect(await choirs(bob)).toEqual([]);
  });
});
