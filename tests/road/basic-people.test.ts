import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, body, component, text } from './people.ts';

describe('name and password with each request', () => {
  const user = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: text },
  };
  const basicOnly: JsonObject = { security: [{ basic: [] }] };
  const openUsers = (): Promise<OpenRoad> =>
    openRoad({
      components: {
        securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
        schemas: { User: user },
      },
      paths: {
        '/users': {
          post: {
            requestBody: body({ type: 'object', properties: { name: text, pass: text } }),
            responses: answer('200', component('User')),
          },
        },
        '/users/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          get: { ...basicOnly, responses: answer('200', component('User')) },
          delete: { responses: { '204': { description: 'Gone.' } } },
        },
        '/current/user': { get: { ...basicOnly, responses: answer('200', component('User')) } },
        '/current/user/password': {
          post: {
            ...basicOnly,
            requestBody: body({ type: 'object', properties: { pass: text } }),
            responses: answer('200'),
          },
        },
      },
    });
  const as = (name: string, password: string): { readonly headers: Record<string, string> } => ({
    headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
  });
  const open = async (): Promise<OpenRoad> => {
    const road = await openUsers();
    for (const name of ['ann', 'bob'])
      await road.send('POST', '/users', { body: { name, pass: `${name}-1` } });
    return road;
  };

  it('tell who the client is', async () => {
    const road = await open();
    for (const name of ['ann', 'bob']) {
      const own = await road.send('GET', '/current/user', as(name, `${name}-1`));
      expect(own.json).toMatchObject({ name });
    }
  });

  it('have to fit, once a user of that name has signed up', async () => {
    const road = await open();
    expect((await road.send('GET', '/current/user', as('ann', 'other'))).status).toBe(401);
    expect((await road.send('GET', '/current/user', as('cid', 'other'))).status).toBe(200);
  });

  it('change with the password', async () => {
    const road = await open();
    const path = '/current/user/password';
    const changed = await road.send('POST', path, { ...as('ann', 'ann-1'), body: { pass: 'new' } });
    expect(changed.status).toBe(200);
    expect((await road.send('GET', '/current/user', as('ann', 'ann-1'))).status).toBe(401);
    expect((await road.send('GET', '/current/user', as('ann', 'new'))).json).toMatchObject({
      name: 'ann',
    });
    expect((await road.send('GET', '/current/user', as('bob', 'bob-1'))).status).toBe(200);
  });

  it('are of no user who signed up where they are of another', async () => {
    const road = await open();
    for (const name of ['cid', 'ann:1', '']) {
      const { json } = await road.send('GET', '/current/user', as(name, 'other'));
      expect(['ann', 'bob']).not.toContain(valueAt(json ?? null, '/name'));
    }
  });

  it('are given again, once their user is gone', async () => {
    const road = await open();
    const { json } = await road.send('GET', '/current/user', as('ann', 'ann-1'));
    await road.send('DELETE', `/users/${textOf(valueAt(json ?? null, '/id'))}`);
    const made = await road.send('POST', '/users', { body: { name: 'ann', pass: 'new' } });
    const own = await road.send('GET', '/current/user', as('ann', 'new'));
    expect(own.json).toEqual(made.json);
    expect((await road.send('GET', '/current/user', as('ann', 'ann-1'))).status).toBe(401);
  });
});
