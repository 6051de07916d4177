import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import {
  answer,
  ask,
  at,
  body,
  component,
  credentials,
  guarded,
  plainPeople,
  securitySchemes,
  text,
} from './people.ts';

describe('a log-in of which the contract only says that it answers', () => {
  it('gives a token by which the client is known', async () => {
    const login = { post: { requestBody: body(credentials), responses: answer('200', {}) } };
    const paths = { ...plainPeople.paths, '/auth/login': login };
    const road = await openRoad({ ...plainPeople, paths });
    const { email, password } = { email: 'ann@example.com', password: 'secret-1' };
    await ask(road, 'POST /auth/register', { json: { email, password, name: 'Ann' } });
    const entered = await ask(road, 'POST /auth/login', { json: { email, password } });
    expect(entered.json).toMatchObject({ token_type: 'bearer' });
    const token = at(entered, '/access_token');
    expect(at(await ask(road, 'GET /users/me', { token }), '/email')).toBe(email);
  });
});

describe('a log-in whose token the contract does not require', () => {
  it('shows it', async () => {
    const reply = { type: 'object', properties: { user: component('User'), accessToken: text } };
    const login = { post: { requestBody: body(credentials), responses: answer('200', reply) } };
    const paths = { ...plainPeople.paths, '/auth/login': login };
    const road = await openRoad({ ...plainPeople, paths });
    const sent = { email: 'ann@example.com', password: 'secret-1' };
    await ask(road, 'POST /auth/register', { json: { ...sent, name: 'Ann' } });
    const token = at(await ask(road, 'POST /auth/login', { json: sent }), '/accessToken');
    expect(at(await ask(road, 'GET /users/me', { token }), '/email')).toBe(sent.email);
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

describe('a client of a contract without users', () => {
  const whole = { type: 'integer' };
  const note = (author: JsonObject): JsonObject => ({
    type: 'object',
    properties: { id: whole, text, ...author },
  });
  const openAlone = (author: JsonObject, more: JsonObject = {}): Promise<OpenRoad> =>
    openRoad({
      paths: {
        ...more,
        '/notes': {
          post: {
            requestBody: body({ type: 'object', properties: { text } }),
            responses: answer('201', note(author)),
          },
        },
        '/notes/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
          get: { responses: answer('200', note(author)) },
        },
      },
    });
  const made = async (road: OpenRoad, pointer: string): Promise<readonly string[]> => {
    const first = await ask(road, 'POST /notes', { json: { text: 'Hi' } });
    const second = await ask(road, 'POST /notes', { json: { text: 'Ho' } });
    return [at(first, pointer), at(second, pointer)];
  };

  it('is the one that its own place shows', async () => {
    const me = {
      type: 'object',
      required: ['id', 'email'],
      properties: { id: whole, email: text },
    };
    const place = {
      get: { responses: answer('200', me) },
      patch: {
        requestBody: body({ type: 'object', properties: { email: text } }),
        responses: answer('200', me),
      },
    };
    const road = await openAlone({ ownerId: { ...whole, readOnly: true } }, { '/me': place });
    const id = at(await ask(road, 'GET /me'), '/id');
    expect(await made(road, '/ownerId')).toEqual([id, id]);
  });

  it.each<[string, JsonObject]>([
    ['user', { ...whole, readOnly: true }],
    ['created_by', { ...text, format: 'uuid', readOnly: true }],
  ])('is always the same: %s', async (name, schema) => {
    const road = await openAlone({ [name]: schema });
    const [first, second] = await made(road, `/${name}`);
    expect(first).toMatch(/\w/);
    expect(second).toBe(first);
  });
});

describe('people of whom paths have the key alone', () => {
  const named = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: text },
  };
  const openPeople = (): Promise<OpenRoad> => {
    const sent = { type: 'object', properties: { name: text, password: text } };
    return openRoad({
      paths: {
        '/users': {
          get: { responses: answer('200', { type: 'array', items: named }) },
          post: { requestBody: body(sent), responses: answer('201', named) },
        },
        '/users/authenticate': {
          post: {
            requestBody: body({ type: 'object', properties: { username: text, password: text } }),
            responses: {
              ...answer('200', named),
              ...answer('401', { type: 'object', properties: { error: text } }),
            },
          },
        },
        '/users/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          get: { responses: answer('200', named) },
        },
      },
    });
  };
  const enter = (road: OpenRoad, username: string, password: string): ReturnType<typeof ask> =>
    ask(road, 'POST /users/authenticate', { json: { username, password } });

  it('log in by the name that they were given, and are found as "me"', async () => {
    const road = await openPeople();
    const ann = await ask(road, 'POST /users', { json: { name: 'ann', password: 'secret-1' } });
    await ask(road, 'POST /users', { json: { name: 'bob', password: 'secret-2' } });
    expect((await enter(road, 'ann', 'secret-1')).json).toEqual(ann.json);
    expect((await enter(road, 'ann', 'secret-2')).status).toBe(401);
    expect((await ask(road, 'GET /users/me')).json).toEqual(ann.json);
    await enter(road, 'bob', 'secret-2');
    expect(at(await ask(road, 'GET /users/me'), '/name')).toBe('bob');
  });
});

describe('people whom only "me" shows', () => {
  const customer = {
    type: 'object',
    required: ['id', 'email'],
    properties: { id: text, email: text, orders: { type: 'array', items: { type: 'object' } } },
  };
  const sent = body({ type: 'object', properties: { email: text } });
  const holder = { type: 'object', properties: { customer: component('Customer') } };

  it('are made by a create beside it', async () => {
    const reply = { responses: answer('200', holder) };
    const road = await openRoad({
      components: { securitySchemes, schemas: { Customer: customer } },
      paths: {
        '/customers': { post: { ...reply, requestBody: sent } },
        '/customers/me': {
          get: { ...guarded, ...reply },
          patch: { ...guarded, ...reply, requestBody: sent },
        },
      },
    });
    const made = await ask(road, 'POST /customers', { json: { email: 'ann@example.com' } });
    expect(made.json).toMatchObject({ customer: { email: 'ann@example.com', orders: [] } });
    expect((await ask(road, 'GET /customers/me', { token: 'any' })).json).toEqual(made.json);
  });
});

describe('whose a new record is', () => {
  const key = { type: 'integer', readOnly: true };
  const whole = { allOf: [component('User')], readOnly: true };
  const brief = {
    type: 'object',
    readOnly: true,
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: text },
  };

  it.each<[string, JsonObject]>([
    ['user', whole],
    ['owner', whole],
    ['author', brief],
    ['creator', whole],
    ['createdBy', whole],
    ['created_by', key],
    ['sender', brief],
    ['uploader', whole],
    ['uploaded_by', key],
    ['user_id', key],
    ['ownerId', key],
    ['authorId', key],
    ['created_by_user', brief],
    ['created_by_id', key],
  ])('"%s" tells as the one who signed up', async (name, schema) => {
    const entry = {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, text, [name]: schema },
      required: ['id', name],
    };
    const road = await openRoad({
      components: {
        ...plainPeople.components,
        schemas: { ...Object(plainPeople.components['schemas']), Entry: entry },
      },
      paths: {
        ...plainPeople.paths,
        '/entries': {
          get: { responses: answer('200', { type: 'array', items: component('Entry') }) },
          post: {
            requestBody: body(component('Entry')),
            responses: answer('201', component('Entry')),
          },
        },
        '/entries/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          get: { responses: answer('200', component('Entry')) },
        },
      },
    });
    const sent = { email: 'ann@example.com', password: 'secret-1', name: 'Ann' };
    await ask(road, 'POST /auth/register', { json: { ...sent, email: 'bob@example.com' } });
    const { json } = await ask(road, 'POST /auth/register', { json: sent });
    const token = at(await ask(road, 'POST /auth/login', { json: sent }), '/access_token');
    const { id } = Object(json);
    const made = await ask(road, 'POST /entries', { json: { text: 'Hi' }, token });
    const told = schema === key ? id : schema === whole ? json : { id, name: 'Ann' };
    expect(made.json).toMatchObject({ [name]: told });
    const path = `/entries/${at(made, '/id')}`;
    expect((await ask(road, `GET ${path}`, { token })).json).toEqual(made.json);
  });
});
