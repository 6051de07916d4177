import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

function open(name: string, schema: JsonObject, conflict: JsonObject): Promise<OpenRoad> {
  const page = {
    type: 'object',
    required: ['id', 'title', name],
    properties: { id: { ...whole, readOnly: true }, title: text, [name]: schema },
  };
  const sent = { type: 'object', properties: { title: text, [name]: whole } };
  const answer = (status: string): JsonObject => ({
    [status]: { description: 'Fine.', ...body(page) },
  });
  const change = { requestBody: body(sent), responses: { ...answer('200'), ...conflict } };
  return openRoad({
    paths: {
      '/leaves': { post: { requestBody: body(sent), responses: answer('201') } },
      '/leaves/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer('200') },
        patch: change,
        put: change,
      },
      '/leaves/{id}/press': { parameters: [parameter('id', whole)], post: change },
    },
  });
}

const conflict = { '409': { description: 'It has changed since.' } };
const told = { ...whole, description: 'For optimistic locking.' };

describe('a number that counts the versions of a record', () => {
  it.each<[string, JsonObject, number]>([
    ['lockVersion', whole, 0],
    ['lock_version', { ...whole, minimum: 1 }, 1],
    ['version', told, 1],
    ['revision', { ...whole, readOnly: true }, 1],
  ])('%s %j begins at %d, and grows with each change', async (name, schema, first) => {
    const road = await open(name, schema, conflict);
    const made = (await road.send('POST', '/leaves', { body: { title: 'a' } })).json ?? null;
    const path = `/leaves/${textOf(valueAt(made, '/id'))}`;
    const version = async (): Promise<JsonValue | undefined> =>
      valueAt((await road.send('GET', path)).json ?? null, `/${name}`);
    expect(await version()).toBe(first);
    await road.send('PATCH', path, { body: { title: 'b' } });
    expect(await version()).toBe(first + 1);
    await road.send('PATCH', path, { body: { title: 'b' } });
    expect(await version()).toBe(first + 1);
    await road.send('PUT', path, { body: { title: 'c' } });
    expect(await version()).toBe(first + 2);
  });

  it.each<[JsonObject, number]>([
    [conflict, 409],
    [{ '412': { description: 'It has changed since.' } }, 412],
    [{}, 200],
  ])(
    'refuses a change of an older one, if the contract says how: %j',
    async (responses, status) => {
      const road = await open('lockVersion', whole, responses);
      const made = (await road.send('POST', '/leaves', { body: { title: 'a' } })).json ?? null;
      const path = `/leaves/${textOf(valueAt(made, '/id'))}`;
      const first = await road.send('PATCH', path, { body: { title: 'b', lockVersion: 0 } });
      expect(first.status).toBe(200);
      for (const method of ['PATCH', 'PUT']) {
        const late = await road.send(method, path, { body: { title: 'c', lockVersion: 0 } });
        expect(late.status).toBe(status);
      }
    },
  );

  it('is looked at by an action, too', async () => {
    const road = await open('lockVersion', whole, conflict);
    const made = (await road.send('POST', '/leaves', { body: { title: 'a' } })).json ?? null;
    const press = `/leaves/${textOf(valueAt(made, '/id'))}/press`;
    expect((await road.send('POST', press, { body: { lockVersion: 3 } })).status).toBe(409);
    expect((await road.send('POST', press, { body: { lockVersion: 0 } })).status).toBe(200);
  });

  it('is the client’s own where nothing says that it counts', async () => {
    const road = await open('version', whole, conflict);
    const sent = { title: 'a', version: 7 };
    const made = (await road.send('POST', '/leaves', { body: sent })).json ?? null;
    const path = `/leaves/${textOf(valueAt(made, '/id'))}`;
    const changed = await road.send('PATCH', path, { body: { title: 'b', version: 3 } });
    expect(valueAt(changed.json ?? null, '/version')).toBe(3);
  });
});
