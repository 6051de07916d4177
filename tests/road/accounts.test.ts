import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import type { Told } from './people.ts';
import {
  answer,
  ask,
  at,
  body,
  component,
  credentials,
  guarded,
  plainPeople,
  text,
  wrappedPeople,
} from './people.ts';

describe('people who are shown with their token', () => {
  const ann = { email: 'ann@example.com', username: 'ann', password: 'secret-1' };
  const bob = { email: 'bob@example.com', username: 'bob', password: 'secret-2' };
  const open = (): Promise<OpenRoad> => openRoad(wrappedPeople);

  it('are the same when they sign up, log in and look at themselves', async () => {
    const road = await open();
    const made = await ask(road, 'POST /users', { json: { user: ann } });
    expect([made.status, at(made, '/user/username')]).toEqual([201, 'ann']);
    const entered = await ask(road, 'POST /users/login', {
      json: { user: { email: ann.email, password: ann.password } },
    });
    expect(entered).toEqual({ status: 200, json: made.json });
    expect((await ask(road, 'GET /user', { token: at(made, '/user/token') })).json).toEqual(
      made.json,
    );
  });

  it('are two for two clients', async () => {
    const road = await open();
    const tokens = [];
    for (const user of [ann, bob])
      tokens.push(at(await ask(road, 'POST /users', { json: { user } }), '/user/token'));
    const [one = '', other = ''] = tokens;
    await ask(road, 'PUT /user', { token: one, json: { user: { bio: 'Painter' } } });
    expect((await ask(road, 'GET /user', { token: one })).json).toMatchObject({
      user: { username: 'ann', bio: 'Painter', token: one },
    });
    const shown = await ask(road, 'GET /user', { token: other });
    expect(at(shown, '/user/username')).toBe('bob');
    expect(at(shown, '/user/bio')).not.toBe('Painter');
  });

  it('need their password once somebody has signed up', async () => {
    const road = await open();
    const enter = (email: string, password: string): Promise<Told> =>
      ask(road, 'POST /users/login', { json: { user: { email, password } } });
    expect((await enter('zoe@example.com', 'x')).status).toBe(200);
    await ask(road, 'POST /users', { json: { user: ann } });
    expect((await enter(ann.email, 'wrong')).status).toBe(401);
    expect((await enter('zoe@example.com', 'x')).status).toBe(401);
    expect((await enter(ann.email, ann.password)).status).toBe(200);
  });

  it('can change password and address', async () => {
    const road = await open();
    const token = at(await ask(road, 'POST /users', { json: { user: ann } }), '/user/token');
    const user = { email: 'new@example.com', password: 'secret-3' };
    expect((await ask(road, 'PUT /user', { token, json: { user } })).status).toBe(200);
    const old = { email: ann.email, password: ann.password };
    expect((await ask(road, 'POST /users/login', { json: { user: old } })).status).toBe(401);
    const entered = await ask(road, 'POST /users/login', { json: { user } });
    expect([entered.status, at(entered, '/user/username')]).toEqual([200, 'ann']);
  });

  it('sign up once with one address', async () => {
    const road = await open();
    await ask(road, 'POST /users', { json: { user: ann } });
    const again = await ask(road, 'POST /users', { json: { user: { ...bob, email: ann.email } } });
    expect(again.status).toBe(409);
  });

  it('end their token by logging out, and get another one', async () => {
    const road = await open();
    const token = at(await ask(road, 'POST /users', { json: { user: ann } }), '/user/token');
    expect((await ask(road, 'POST /logout', { token })).status).toBe(204);
    expect((await ask(road, 'GET /user', { token })).status).toBe(401);
    const { email, password } = ann;
    const entered = await ask(road, 'POST /users/login', { json: { user: { email, password } } });
    const next = at(entered, '/user/token');
    expect(next).not.toBe(token);
    expect((await ask(road, 'GET /user', { token: next })).status).toBe(200);
  });

  it('are called as they logged in before anybody has signed up', async () => {
    const road = await open();
    const entered = await ask(road, 'POST /users/login', {
      json: { user: { email: 'zoe@example.com', password: 'x' } },
    });
    expect(at(entered, '/user/email')).toBe('zoe@example.com');
    const token = at(entered, '/user/token');
    expect(at(await ask(road, 'GET /user', { token }), '/user/email')).toBe('zoe@example.com');
  });

  it('are let in by their token where credentials must be known, and by no other', async () => {
    const road = await openRoad({ ...wrappedPeople, runtime: { auth: 'strict' } });
    const token = at(await ask(road, 'POST /users', { json: { user: ann } }), '/user/token');
    expect((await ask(road, 'GET /user', { token })).status).toBe(200);
    for (const other of ['test-token', `${token}x`])
      expect((await ask(road, 'GET /user', { token: other })).status).toBe(401);
  });

  it('keep no password that anything shows', async () => {
    const road = await open();
    await ask(road, 'POST /users', { json: { user: ann } });
    for (const name of road.world.collectionNames)
      expect(JSON.stringify(road.world.show(name))).not.toContain(ann.password);
  });
});

describe('people with paths of their own', () => {
  const ann = { email: 'ann@example.com', name: 'Ann', password: 'secret-1' };

  async function enter(road: OpenRoad): Promise<{ token: string; id: string }> {
    const made = await ask(road, 'POST /auth/register', { json: ann });
    expect(made.status).toBe(201);
    const { email, password } = ann;
    const entered = await ask(road, 'POST /auth/login', { json: { email, password } });
    return { token: at(entered, '/access_token'), id: at(made, '/id') };
  }

  it('are found there after they signed up', async () => {
    const road = await openRoad(plainPeople);
    const { token, id } = await enter(road);
    const { json } = await ask(road, `GET /users/${id}`, { token });
    expect(json).toMatchObject({ email: ann.email, name: 'Ann' });
    expect((await ask(road, 'GET /users/me', { token })).json).toEqual(json);
    const changed = await ask(road, 'PATCH /users/me', { token, json: { name: 'Anna' } });
    expect(at(changed, '/name')).toBe('Anna');
    expect((await ask(road, `GET /users/${id}`, { token })).json).toEqual(changed.json);
    const all = await ask(road, 'GET /users', { token });
    const listed = Array.isArray(all.json) ? all.json : [];
    expect(listed.filter((one) => isJsonObject(one) && one['name'] === 'Anna')).toHaveLength(1);
  });

  it.each([['401'], ['400']])(
    'change their password by the present one, else %s',
    async (status) => {
      const sent = {
        type: 'object',
        required: ['current_password', 'password'],
        properties: { current_password: text, password: text },
      };
      const responses = { ...answer('204'), ...answer(status, {}) };
      const change = { ...guarded, requestBody: body(sent), responses };
      const paths = { ...plainPeople.paths, '/users/me/password': { put: change } };
      const road = await openRoad({ ...plainPeople, paths });
      const { token } = await enter(road);
      const press = async (present: string): Promise<number> => {
        const json = { current_password: present, password: 'secret-2' };
        return (await ask(road, 'PUT /users/me/password', { token, json })).status;
      };
      const log = async (password: string): Promise<number> =>
        (await ask(road, 'POST /auth/login', { json: { email: ann.email, password } })).status;
      expect(await press('nope')).toBe(Number(status));
      expect([await log('secret-2'), await log(ann.password)]).toEqual([401, 200]);
      expect(await press(ann.password)).toBe(204);
      expect([await log('secret-2'), await log(ann.password)]).toEqual([200, 401]);
    },
  );

  it('lose their token with their record', async () => {
    const road = await openRoad(plainPeople);
    const { token } = await enter(road);
    expect((await ask(road, 'DELETE /users/me', { token })).status).toBe(204);
    expect((await ask(road, 'GET /users/me', { token })).status).toBe(401);
    const { email, password } = ann;
    expect((await ask(road, 'POST /auth/login', { json: { email, password } })).status).toBe(401);
  });

  it('may also come with any other token', async () => {
    const road = await openRoad(plainPeople);
    await enter(road);
    expect(at(await ask(road, 'GET /users/me', { token: 'test-token' }), '/name')).toBe('Ann');
  });
});

describe('people whom another client makes', () => {
  const shown = answer('201', component('User'));
  const create = { ...guarded, requestBody: body(credentials), responses: shown };
  const ann = { email: 'ann@example.com', password: 'secret-1' };
  const open = (more: JsonObject = {}): Promise<OpenRoad> =>
    openRoad({
      ...plainPeople,
      paths: {
        ...plainPeople.paths,
        '/users': { ...plainPeople.paths['/users'], post: { ...create, ...more } },
      },
    });

  it('can log in, and are not that client', async () => {
    const road = await open();
    const before = await ask(road, 'GET /users/me', { token: 'admin' });
    const made = await ask(road, 'POST /users', { token: 'admin', json: ann });
    expect(at(made, '/email')).toBe(ann.email);
    expect(await ask(road, 'GET /users/me', { token: 'admin' })).toEqual(before);
    const entered = await ask(road, 'POST /auth/login', { json: ann });
    const own = await ask(road, 'GET /users/me', { token: at(entered, '/access_token') });
    expect(own.json).toEqual(made.json);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['says that people sign up', { summary: 'Sign up' }, 'any'],
    ['needs no credentials', { security: [] }, 'any'],
    ['gets none', { security: [{ token: [] }, {}] }, undefined],
  ])('are that client where the create %s', async (_, more, token) => {
    const road = await open(more);
    await ask(road, 'POST /users', { json: ann, ...(token !== undefined && { token }) });
    expect(at(await ask(road, 'GET /users/me', { token: 'any' }), '/email')).toBe(ann.email);
  });
});
