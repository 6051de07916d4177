import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf } from '../../src/base/json.ts';
import { openRoad } from './open-road.ts';
import { answer, arrayOf, memberOf, object, text, whole } from './record-kinds.ts';
import { body, parameter } from './shop.ts';

describe('a parameter that names a list', () => {
  const thing = {
    oneOf: [object({ name: text, size: whole }), object({ name: text, city: text })],
  };
  const paths = {
    '/objects/{kind}': {
      parameters: [parameter('kind', text)],
      get: { responses: arrayOf(thing) },
      post: {
        requestBody: body(thing),
        responses: answer('200', object({ created_object_id: whole })),
      },
    },
    '/objects/{kind}/{id}': {
      parameters: [parameter('kind', text), parameter('id', whole)],
      get: { responses: answer('200', thing) },
      delete: { responses: { '204': { description: 'Gone.' } } },
    },
  };

  it('keeps the records of each list apart', async () => {
    const road = await openRoad({ paths });
    const { json } = await road.send('POST', '/objects/places', { body: { name: 'Cellar' } });
    const id = textOf(memberOf(json, 'created_object_id'));
    expect((await road.send('GET', `/objects/places/${id}`)).json).toMatchObject({
      name: 'Cellar',
    });
    expect((await road.send('GET', `/objects/units/${id}`)).status).toBe(404);
    expect((await road.send('GET', '/objects/places')).json).toContainEqual(
      expect.objectContaining({ name: 'Cellar' }),
    );
    expect((await road.send('DELETE', `/objects/places/${id}`)).status).toBe(204);
    expect((await road.send('GET', `/objects/places/${id}`)).status).toBe(404);
  });
});

describe('a request to which several alternatives of a oneOf fit', () => {
  const post = (oneOf: readonly JsonObject[]): JsonObject => ({
    '/notes': {
      post: { requestBody: body({ oneOf }), responses: { '204': { description: 'Fine.' } } },
    },
  });

  it.each<[string, readonly JsonObject[], JsonValue]>([
    ['one takes any object', [object({ a: text }), object({ b: text }, ['b'])], { b: 'x' }],
    ['a number may be an integer', [whole, { type: 'number' }, text], 4],
  ])('is taken where they overlap by their form: %s', async (_, oneOf, sent) => {
    const road = await openRoad({ paths: post(oneOf) });
    expect((await road.send('POST', '/notes', { body: sent })).status).toBe(204);
  });

  it.each<[string, readonly JsonObject[], JsonValue]>([
    [
      'required members tell them apart',
      [object({ a: text }, ['a']), object({ b: text }, ['b'])],
      { a: 'x', b: 'x' },
    ],
    [
      'a member tells the kind',
      [object({ kind: { enum: ['a'] } }), object({ kind: { enum: ['b'] } })],
      {},
    ],
    [
      'limits tell them apart',
      [
        { type: 'number', maximum: 9 },
        { type: 'integer', minimum: 5 },
      ],
      7,
    ],
  ])('is refused where %s', async (_, oneOf, sent) => {
    const road = await openRoad({ paths: post(oneOf) });
    expect((await road.send('POST', '/notes', { body: sent })).status).toBe(400);
  });
});

/** Recipes, whose creates answer with this. */
function recipes(
  made: JsonObject,
  { key = 'slug', sent = {}, record = {} }: Members = {},
): JsonObject {
  const record_ = object({ id: whole, [key]: text, title: text, ...record }, ['title']);
  return {
    '/recipes': {
      get: { responses: arrayOf(record_) },
      post: {
        requestBody: body(object({ title: text, ...sent }, ['title'])),
        responses: answer('201', made),
      },
    },
    [`/recipes/{${key}}`]: {
      parameters: [parameter(key, text)],
      get: { responses: answer('200', record_) },
    },
  };
}

interface Members {
  readonly key?: string;
  readonly sent?: JsonObject;
  readonly record?: JsonObject;
}

describe('a create', () => {
  it.each<[string, JsonObject, (json: JsonValue | undefined) => JsonValue | undefined]>([
    ['alone', text, (json) => json],
    [
      'under any name',
      object({ message: text, new_recipe_id: text }),
      (json) => memberOf(json, 'new_recipe_id'),
    ],
  ])('that answers with the key %s tells that of its record', async (_, made, keyIn) => {
    const road = await openRoad({ paths: recipes(made) });
    const { json } = await road.send('POST', '/recipes', { body: { title: 'Onion Soup' } });
    expect(keyIn(json)).toBe('onion-soup');
    expect((await road.send('GET', '/recipes/onion-soup')).json).toMatchObject({
      title: 'Onion Soup',
    });
  });

  it('gives its record the address, number and slug that only the server gives', async () => {
    const record = { url: { ...text, format: 'uri' }, slug: text, notes: text };
    const shown = object({ id: whole, title: text, ...record }, ['id', 'title']);
    const road = await openRoad({ paths: recipes(shown, { key: 'id', record }) });
    const { json } = await road.send('POST', '/recipes', { body: { title: 'Onion Soup' } });
    expect(json).toMatchObject({
      slug: 'onion-soup',
      url: expect.stringMatching(/^https?:/) as never,
    });
    expect(json).not.toHaveProperty('notes');
  });

  it.each<[string, string, JsonObject]>([
    ['username', 'login', { login: 'ann' }],
    ['new_recipe_label', 'label', { label: 'ann' }],
    ['recipeLabel', 'label', { label: 'ann' }],
  ])('keeps what is sent as %s where records call it %s', async (sent, name, kept) => {
    const record = { [name]: text };
    const shown = object({ id: whole, title: text, ...record }, ['id', 'title']);
    const road = await openRoad({
      paths: recipes(shown, { key: 'id', record, sent: { [sent]: text } }),
    });
    const { json } = await road.send('POST', '/recipes', { body: { title: 'x', [sent]: 'ann' } });
    expect(json).toMatchObject(kept);
  });
});

describe('people', () => {
  const user = object({ id: whole, login: text, password: text }, ['id', 'login']);
  const ref = { $ref: '#/components/schemas/User' };
  const components = { schemas: { User: user } };
  const paths = {
    '/users/{username}': {
      parameters: [parameter('username', text)],
      get: { responses: answer('200', ref) },
    },
    '/admin/users': {
      get: { responses: arrayOf(ref) },
      post: {
        requestBody: body(object({ username: text, password: text }, ['username'])),
        responses: answer('201', ref),
      },
    },
    '/admin/users/{username}': {
      parameters: [parameter('username', text)],
      delete: { responses: { '204': { description: 'Gone.' } } },
    },
  };

  it('are the same below /users and /admin/users', async () => {
    const road = await openRoad({ paths, components });
    const sent = { username: 'ann', password: 'x' };
    const { json } = await road.send('POST', '/admin/users', { body: sent });
    expect(json).toMatchObject({ login: 'ann' });
    const { json: read } = await road.send('GET', '/users/ann');
    expect(read).toEqual(json);
    expect((await road.send('DELETE', '/admin/users/ann')).status).toBe(204);
    expect((await road.send('GET', '/users/ann')).status).toBe(404);
  });

  it('log in without a credential, whatever the contract asks of all requests', async () => {
    const log = body(object({ email: text, password: text }, ['email', 'password']));
    const road = await openRoad({
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/login': {
          post: {
            security: [{ key: [] }],
            requestBody: log,
            responses: answer('200', object({ token: text }, ['token'])),
          },
        },
        '/me': {
          get: {
            security: [{ key: [] }],
            responses: answer('200', object({ id: whole, email: text }, ['id', 'email'])),
          },
        },
      },
    });
    const { status } = await road.send('POST', '/login', {
      body: { email: 'a@b.test', password: 'x' },
    });
    expect(status).toBe(200);
    expect((await road.send('GET', '/me')).status).toBe(401);
  });
});

it('a name of its own in a body does not name a parent that paths call the same', async () => {
  const Club = object({ name: text, username: text }, ['name']);
  const road = await openRoad({
    paths: {
      '/people': { get: { responses: arrayOf(object({ login: text }, ['login'])) } },
      '/people/{username}': {
        parameters: [parameter('username', text)],
        get: { responses: answer('200', object({ login: text }, ['login'])) },
        put: {
          requestBody: body(object({ login: text })),
          responses: answer('201', object({ login: text }, ['login'])),
        },
      },
      '/people/{username}/clubs': {
        parameters: [parameter('username', text)],
        get: { responses: arrayOf({ $ref: '#/components/schemas/Club' }) },
      },
      '/clubs': {
        post: {
          requestBody: body({ $ref: '#/components/schemas/Club' }),
          responses: answer('201', { $ref: '#/components/schemas/Club' }),
        },
      },
      '/clubs/{name}': {
        parameters: [parameter('name', text)],
        get: { responses: answer('200', { $ref: '#/components/schemas/Club' }) },
      },
    },
    components: { schemas: { Club } },
    runtime: { unknownKeys: 'refuse' },
  });
  const sent = { name: 'rowers', username: 'the-rowers' };
  expect((await road.send('POST', '/clubs', { body: sent })).status).toBe(201);
  expect((await road.send('GET', '/clubs/rowers')).json).toMatchObject(sent);
});

it('a reply that nothing is stored of says what was sent', async () => {
  const settings = object({ theme: text, size: whole }, ['theme', 'size']);
  const road = await openRoad({
    paths: {
      '/preferences/apply': {
        post: { requestBody: body(object({ theme: text })), responses: answer('200', settings) },
      },
    },
  });
  const { json } = await road.send('POST', '/preferences/apply', { body: { theme: 'dark' } });
  expect(json).toMatchObject({ theme: 'dark' });
});
