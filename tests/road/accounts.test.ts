import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };

function component(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function answer(status: string, schema?: JsonObject): JsonObject {
  const content = schema ? { content: { 'application/json': { schema } } } : {};
  return { [status]: { description: 'Fine.', ...content } };
}

function body(schema: JsonObject): JsonObject {
  return { required: true, content: { 'application/json': { schema } } };
}

function wrapped(schema: JsonObject): JsonObject {
  return { type: 'object', required: ['user'], properties: { user: schema } };
}

const credentials = {
  type: 'object',
  required: ['email', 'password'],
  properties: { email: text, password: { ...text, format: 'password' } },
};

const guarded = { security: [{ token: [] }] };
const securitySchemes = { token: { type: 'http', scheme: 'bearer' } };

/** People are shown with their token, and have no path of their own. */
const wrappedPeople = {
  paths: {
    '/users': {
      post: {
        requestBody: body(
          wrapped({ ...credentials, properties: { ...credentials.properties, username: text } }),
        ),
        responses: answer('201', wrapped(component('User'))),
      },
    },
    '/users/login': {
      post: {
        requestBody: body(wrapped(credentials)),
        responses: answer('200', wrapped(component('User'))),
      },
    },
    '/user': {
      get: { ...guarded, responses: answer('200', wrapped(component('User'))) },
      put: {
        ...guarded,
        requestBody: body(
          wrapped({ type: 'object', properties: { bio: text, email: text, password: text } }),
        ),
        responses: answer('200', wrapped(component('User'))),
      },
    },
    '/logout': { post: { ...guarded, responses: answer('204') } },
  },
  components: {
    securitySchemes,
    schemas: {
      User: {
        type: 'object',
        required: ['email', 'token', 'username'],
        properties: { email: text, token: text, username: text, bio: { type: ['string', 'null'] } },
      },
    },
  },
};

const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];

/** People have paths of their own, and a log-in answers with nothing but a token. */
const plainPeople = {
  paths: {
    '/auth/register': {
      post: {
        requestBody: body({
          ...credentials,
          properties: { ...credentials.properties, name: text },
        }),
        responses: answer('201', component('User')),
      },
    },
    '/auth/login': {
      post: {
        requestBody: body(credentials),
        responses: {
          ...answer('200', {
            type: 'object',
            required: ['access_token', 'token_type'],
            properties: { access_token: text, token_type: text },
          }),
          ...answer('401', { type: 'object', properties: { error: text } }),
        },
      },
    },
    '/users': {
      get: { ...guarded, responses: answer('200', { type: 'array', items: component('User') }) },
    },
    '/users/me': {
      get: { ...guarded, responses: answer('200', component('User')) },
      patch: {
        ...guarded,
        requestBody: body({ type: 'object', properties: { name: text } }),
        responses: answer('200', component('User')),
      },
      delete: { ...guarded, responses: answer('204') },
    },
    '/users/{id}': { parameters, get: { ...guarded, responses: answer('200', component('User')) } },
  },
  components: {
    securitySchemes,
    schemas: {
      User: {
        type: 'object',
        required: ['id', 'email'],
        properties: { id: { type: 'integer' }, email: text, name: text },
      },
    },
  },
};

interface Told {
  readonly status: number;
  readonly json: JsonValue;
}

async function ask(
  road: OpenRoad,
  request: string,
  { token, json }: { token?: string; json?: JsonValue } = {},
): Promise<Told> {
  const [method = '', path = ''] = request.split(' ');
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const reply = await road.send(method, path, {
    headers,
    ...(json === undefined ? {} : { body: json }),
  });
  return { status: reply.status, json: reply.json ?? null };
}

function at({ json }: Told, pointer: string): string {
  return textOf(valueAt(json, pointer));
}

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

describe('a log-in of which the contract only says that it answers', () => {
  it('gives a token by which the client is known', async () => {
    const { '/auth/login': entrance, ...others } = plainPeople.paths;
    const login = { post: { ...entrance.post, responses: answer('200', {}) } };
    const road = await openRoad({ ...plainPeople, paths: { ...others, '/auth/login': login } });
    const { email, password } = { email: 'ann@example.com', password: 'secret-1' };
    await ask(road, 'POST /auth/register', { json: { email, password, name: 'Ann' } });
    const entered = await ask(road, 'POST /auth/login', { json: { email, password } });
    expect(entered.json).toMatchObject({ token_type: 'bearer' });
    const token = at(entered, '/access_token');
    expect(at(await ask(road, 'GET /users/me', { token }), '/email')).toBe(email);
  });
});

describe('a client where no one logs in', () => {
  const author = { type: 'object', properties: { id: { type: 'integer' }, login: text } };
  const note = { type: 'object', properties: { id: { type: 'integer' }, text, author } };
  const openNotes = (): Promise<OpenRoad> =>
    openRoad({
      paths: {
        '/users': {
          get: { responses: answer('200', { type: 'array', items: component('Person') }) },
        },
        '/users/{login}': {
          parameters: [{ in: 'path', name: 'login', required: true, schema: text }],
          get: { responses: answer('200', component('Person')) },
        },
        '/user': { get: { ...guarded, responses: answer('200', component('Person')) } },
        '/notes': {
          post: {
            requestBody: body({ type: 'object', properties: { text } }),
            responses: answer('201', note),
          },
        },
        '/notes/{id}': {
          parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
          get: { responses: answer('200', note) },
        },
      },
      components: {
        securitySchemes,
        schemas: {
          Person: {
            type: 'object',
            required: ['id', 'login', 'email'],
            properties: { id: { type: 'integer' }, login: text, email: text },
          },
        },
      },
    });

  it('is one of the users, and the author of what it makes', async () => {
    const road = await openNotes();
    const own = await ask(road, 'GET /user', { token: 'any' });
    const login = at(own, '/login');
    expect((await ask(road, `GET /users/${login}`)).json).toEqual(own.json);
    expect(JSON.stringify((await ask(road, 'GET /users')).json)).toContain(`"login":"${login}"`);
    const made = await ask(road, 'POST /notes', { json: { text: 'Hi' } });
    expect(at(made, '/author/login')).toBe(login);
    expect((await ask(road, `GET /notes/${at(made, '/id')}`)).json).toEqual(made.json);
  });
});
