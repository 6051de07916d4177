import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, ask, at, body, component, credentials, text } from './people.ts';
import { object } from './record-kinds.ts';

const uuid: JsonObject = { type: 'string', format: 'uuid' };
const integer: JsonObject = { type: 'integer' };
const secret = 'battery-staple';
const enter = { email: 'ann@example.com', password: secret };

const customers: readonly JsonObject[] = [
  { id: 'ann', email: 'ann@example.com', name: 'Ann' },
  { id: 'bob', email: 'bob@example.com', name: 'Bob' },
];

const customer = object({ id: text, email: text, name: text }, ['id', 'email']);

const signUp = object({ email: text, name: text, password: text }, ['email']);

async function list(road: OpenRoad, path: string): Promise<JsonValue> {
  return (await ask(road, `GET ${path}`)).json;
}

function pathTo(schema: JsonObject): readonly JsonObject[] {
  return [{ name: 'id', in: 'path', required: true, schema }];
}

const customerPaths: JsonObject = {
  '/customers': {
    get: { responses: answer('200', { type: 'array', items: component('Customer') }) },
    post: { requestBody: body(signUp), responses: answer('201', component('Customer')) },
  },
  '/customers/{id}': {
    parameters: pathTo(text),
    get: { responses: answer('200', component('Customer')) },
  },
};

/** Sessions that clients make with a password, list, read and delete. */
function open(key: JsonObject, more: JsonObject = {}): Promise<OpenRoad> {
  const session = object({ id: key, email: text, token: text, ...more }, [
    'id',
    'email',
    'token',
    ...Object.keys(more),
  ]);
  return openRoad({
    paths: {
      ...customerPaths,
      '/sessions': {
        post: {
          requestBody: body(credentials),
          responses: {
            ...answer('201', component('Session')),
            ...answer('401', {}),
            ...answer('409', {}),
          },
        },
        get: { responses: answer('200', { type: 'array', items: component('Session') }) },
        delete: { responses: answer('204') },
      },
      '/sessions/{id}': {
        parameters: pathTo(key),
        get: { responses: { ...answer('200', component('Session')), ...answer('404') } },
        delete: { responses: { ...answer('204'), ...answer('404') } },
      },
    },
    components: { schemas: { Customer: customer, Session: session } },
    fixtures: { customers: [...customers], sessions: [] },
  });
}

describe('a log-in that makes a session', () => {
  it.each<[string, JsonObject]>([
    ['uuid', uuid],
    ['integer', integer],
    ['text', text],
  ])(
    'gives it a key of its own (%s), under which it is listed, read and deleted',
    async (_, key) => {
      const road = await open(key);
      const made = await ask(road, 'POST /sessions', { json: enter });
      expect(made).toMatchObject({ status: 201, json: { email: enter.email } });
      const id = at(made, '/id');
      expect(id).not.toBe('ann');
      expect(await list(road, '/sessions')).toEqual([made.json]);
      expect(await ask(road, `GET /sessions/${id}`)).toEqual({ status: 200, json: made.json });
      expect((await ask(road, `DELETE /sessions/${id}`)).status).toBe(204);
      expect((await ask(road, `GET /sessions/${id}`)).status).toBe(404);
      expect(await list(road, '/sessions')).toEqual([]);
    },
  );

  it('makes another one for each log-in, and keeps no password', async () => {
    const road = await open(uuid);
    const one = await ask(road, 'POST /sessions', { json: enter });
    const other = await ask(road, 'POST /sessions', { json: enter });
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(at(one, '/id')).not.toBe(at(other, '/id'));
    expect(await list(road, '/sessions')).toHaveLength(2);
    expect(JSON.stringify([...road.world.items('sessions')])).not.toContain(secret);
  });

  it('names the person where the session has a member for it', async () => {
    const road = await open(uuid, { customer_id: text, customer_name: text });
    const bob = { ...enter, email: 'bob@example.com' };
    const { status, json } = await ask(road, 'POST /sessions', { json: bob });
    expect([status, json]).toMatchObject([
      201,
      { email: bob.email, customer_id: 'bob', customer_name: 'Bob' },
    ]);
    expect(await list(road, '/sessions')).toEqual([json]);
  });

  it('leaves alone a member that can not have the key of the person', async () => {
    const road = await open(uuid, { customer_id: integer });
    const { status, json } = await ask(road, 'POST /sessions', { json: enter });
    expect([status, isJsonObject(json) && typeof json['customer_id']]).toEqual([201, 'number']);
  });

  it('makes none where the password is wrong', async () => {
    const road = await open(uuid);
    const zoe = { email: 'zoe@example.com', password: secret };
    expect((await ask(road, 'POST /customers', { json: zoe })).status).toBe(201);
    const wrong = { ...zoe, password: 'no' };
    expect((await ask(road, 'POST /sessions', { json: wrong })).status).toBe(401);
    expect(await list(road, '/sessions')).toEqual([]);
    expect((await ask(road, 'POST /sessions', { json: zoe })).status).toBe(201);
    expect(await list(road, '/sessions')).toHaveLength(1);
  });
});

describe('a log-in elsewhere', () => {
  it('takes no key of the person for that of a session', async () => {
    const session = object({ id: integer, email: text, token: text }, ['id', 'email', 'token']);
    const road = await openRoad({
      paths: {
        '/customers': {
          get: { responses: answer('200', { type: 'array', items: component('Customer') }) },
        },
        '/customers/{id}': {
          parameters: pathTo(integer),
          get: { responses: answer('200', component('Customer')) },
        },
        '/login': {
          post: { requestBody: body(credentials), responses: answer('200', component('Session')) },
        },
        '/sessions/{id}': {
          parameters: pathTo(integer),
          get: { responses: answer('200', component('Session')) },
        },
      },
      components: {
        schemas: {
          Customer: object({ id: integer, email: text, name: text }, ['id', 'email']),
          Session: session,
        },
      },
      fixtures: { customers: [{ id: 77, email: enter.email, name: 'Ann' }] },
    });
    const made = await ask(road, 'POST /login', { json: enter });
    expect(made).toMatchObject({ status: 200, json: { email: enter.email } });
    expect(at(made, '/id')).not.toBe('77');
    expect(at(made, '/token')).toMatch(/^ey/);
  });
});

describe('a session that paths name by its token', () => {
  it('has one of its own for each log-in', async () => {
    const session = object({ token: text, user_id: text }, ['token', 'user_id']);
    const road = await openRoad({
      paths: {
        ...customerPaths,
        '/sessions': {
          post: {
            security: [{ token: [] }],
            requestBody: body(credentials),
            responses: { ...answer('201', component('Session')), ...answer('409', {}) },
          },
        },
        '/sessions/{token}': {
          parameters: [{ name: 'token', in: 'path', required: true, schema: text }],
          get: { responses: answer('200', component('Session')) },
          delete: { responses: answer('204') },
        },
      },
      components: {
        schemas: { Customer: customer, Session: session },
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      },
      fixtures: { customers: [...customers], sessions: [] },
      // A client that logs in has no token yet.
      runtime: { auth: 'strict' },
    });
    const bob = { ...enter, email: 'bob@example.com' };
    const one = await ask(road, 'POST /sessions', { json: bob });
    const other = await ask(road, 'POST /sessions', { json: bob });
    expect([one, other]).toMatchObject([
      { status: 201, json: { user_id: 'bob' } },
      { status: 201, json: { user_id: 'bob' } },
    ]);
    expect(at(one, '/token')).not.toBe(at(other, '/token'));
    const path = `/sessions/${at(one, '/token')}`;
    expect(await ask(road, `GET ${path}`)).toEqual({ status: 200, json: one.json });
  });
});

describe('a log-in that answers with what is kept nowhere', () => {
  it('never shows a key of the person that its reply can not have', async () => {
    const session = object({ id: uuid, email: text, token: text }, ['id', 'email', 'token']);
    const road = await openRoad({
      paths: {
        ...customerPaths,
        '/sessions': {
          post: { requestBody: body(credentials), responses: answer('201', session) },
        },
      },
      components: { schemas: { Customer: customer } },
      fixtures: { customers: [...customers] },
    });
    const { status, json } = await ask(road, 'POST /sessions', { json: enter });
    expect([status, json]).toMatchObject([201, { email: enter.email }]);
    expect(textOf(isJsonObject(json) ? json['token'] : undefined)).toMatch(/^ey/);
  });
});
