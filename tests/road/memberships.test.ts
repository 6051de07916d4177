import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const many = (items: JsonObject): JsonObject => ({ type: 'array', items });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

function answer(status: string, schema?: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', ...(schema && body(schema)) } };
}

/** Teams show their users whole, their rooms by number, and their leads inside other objects. */
function open(reply?: JsonObject): Promise<OpenRoad> {
  const made = (name: string, sent: JsonObject): JsonObject => ({
    get: { responses: answer('200', many(ref(name))) },
    post: { requestBody: body(object(sent)), responses: answer('201', ref(name)) },
  });
  const replied = answer(reply ? '200' : '204', reply);
  const member = (segment: string): JsonObject => ({
    [`/teams/{id}/${segment}/{memberId}`]: {
      parameters: [parameter('id', whole), parameter('memberId', whole)],
      post: { responses: replied },
      delete: { responses: replied },
    },
  });
  return openRoad({
    paths: {
      '/users': made('User', { name: text }),
      '/users/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer('200', ref('User')) },
        patch: { requestBody: body(object({ name: text })), responses: answer('200', ref('User')) },
      },
      '/teams': made('Team', { title: text, leads: many(object({ user: whole, since: text })) }),
      '/teams/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer('200', ref('Team')) },
      },
      ...member('users'),
      ...member('rooms'),
    },
    components: {
      schemas: {
        User: object({ id: whole, name: text }),
        UserInTeam: object({ id: whole, name: text, badge: text }),
        Team: object({
          id: whole,
          title: text,
          users: many(ref('UserInTeam')),
          rooms: many(whole),
          leads: many(object({ user: ref('UserInTeam'), since: text })),
        }),
      },
    },
  });
}

async function make(road: OpenRoad, path: string, sent: JsonValue): Promise<string> {
  const { json, verdict, text: told } = await road.send('POST', path, { body: sent });
  expect(verdict, told).toBe('served');
  return textOf(valueAt(json ?? null, '/id'));
}

describe('a path that names a record and one of its list', () => {
  it.each([
    ['nothing', undefined],
    ['the record', ref('Team')],
  ])('puts that one into the list and takes it out, answering with %s', async (_, reply) => {
    const road = await open(reply);
    const user = await make(road, '/users', { name: 'Ann' });
    const team = `/teams/${await make(road, '/teams', { title: 'Blue' })}`;
    const users = async (): Promise<JsonValue | undefined> =>
      valueAt((await road.send('GET', team)).json ?? null, '/users');
    expect(await users()).toEqual([]);
    for (const time of [1, 2]) {
      const put = await road.send('POST', `${team}/users/${user}`);
      expect(put.verdict, `${time}: ${put.text}`).toBe('served');
      expect(await users()).toMatchObject([{ id: Number(user), name: 'Ann' }]);
    }
    await road.send('PATCH', `/users/${user}`, { body: { name: 'Anna' } });
    expect(await users()).toMatchObject([{ name: 'Anna' }]);
    await road.send('DELETE', `${team}/users/${user}`);
    expect(await users()).toEqual([]);
  });

  it('does so with a list of keys', async () => {
    const road = await open();
    const team = `/teams/${await make(road, '/teams', { title: 'Blue' })}`;
    for (const room of [7, 8]) await road.send('POST', `${team}/rooms/${room}`);
    await road.send('DELETE', `${team}/rooms/7`);
    expect((await road.send('GET', team)).json).toMatchObject({ rooms: [8] });
  });

  it('refuses a record that is not there', async () => {
    const road = await open();
    await make(road, '/teams', { title: 'Blue' });
    expect((await road.send('POST', '/teams/999/users/1')).status).toBe(404);
  });
});

describe('a record inside an object of another', () => {
  it('is shown as it is by itself where requests only name it', async () => {
    const road = await open();
    const user = await make(road, '/users', { name: 'Ann' });
    const leads = [{ user: Number(user), since: '2026' }];
    const team = `/teams/${await make(road, '/teams', { title: 'Blue', leads })}`;
    const shown = (await road.send('GET', team)).json;
    expect(shown).toMatchObject({
      leads: [{ user: { id: Number(user), name: 'Ann' }, since: '2026' }],
    });
    await road.send('PATCH', `/users/${user}`, { body: { name: 'Anna' } });
    expect((await road.send('GET', team)).json).toMatchObject({
      leads: [{ user: { name: 'Anna' } }],
    });
  });
});

describe('links to records that the contract shows nowhere else', () => {
  it('show them whole, made up or named by a request', async () => {
    const person = object({ id: whole, name: text, age: whole });
    const link = { responses: answer('204') };
    const road = await openRoad({
      paths: {
        '/staff': { get: { responses: answer('200', many(person)) } },
        '/staff/{id}': { parameters: [parameter('id', whole)], put: link, delete: link },
      },
    });
    expect((await road.send('PUT', '/staff/99')).status).toBe(204);
    const { json } = await road.send('GET', '/staff');
    const listed = Array.isArray(json) ? json : [];
    expect(listed.map((one) => valueAt(one, '/id'))).toContain(99);
    for (const one of listed)
      expect(one).toMatchObject({ name: expect.any(String), age: expect.any(Number) });
  });
});

describe('a record of which others speak', () => {
  const openLists = (): Promise<OpenRoad> => {
    const made = (name: string, sent: JsonObject): JsonObject => ({
      get: { responses: answer('200', many(ref(name))) },
      post: { requestBody: body(object(sent)), responses: answer('201', ref(name)) },
    });
    const item = (name: string): JsonObject => ({
      parameters: [parameter('id', whole)],
      get: { responses: answer('200', ref(name)) },
      delete: { responses: answer('204') },
    });
    return openRoad({
      paths: {
        '/lists': made('List', { name: text }),
        '/lists/{id}': item('List'),
        '/readers': made('Reader', { name: text, lists: many(whole) }),
        '/readers/{id}': item('Reader'),
        '/entries': made('Entry', { text, listId: whole }),
        '/entries/{id}': item('Entry'),
      },
      components: {
        schemas: {
          List: object({
            id: whole,
            name: text,
            reader_count: whole,
            listEntries: many(ref('Entry')),
          }),
          Reader: object({ id: whole, name: text, lists: many(object({ id: whole, name: text })) }),
          Entry: object({ id: whole, text, listId: whole }),
        },
      },
    });
  };

  it('counts and lists them, as they come and go', async () => {
    const road = await openLists();
    const list = await make(road, '/lists', { name: 'News' });
    const read = async (): Promise<JsonValue | undefined> =>
      (await road.send('GET', `/lists/${list}`)).json;
    expect(await read()).toMatchObject({ reader_count: 0, listEntries: [] });
    const reader = await make(road, '/readers', { name: 'Ann', lists: [Number(list)] });
    await make(road, '/readers', { name: 'Bob', lists: [] });
    await make(road, '/entries', { text: 'Hi', listId: Number(list) });
    await make(road, '/entries', { text: 'No' });
    expect(await read()).toMatchObject({ reader_count: 1, listEntries: [{ text: 'Hi' }] });
    await road.send('DELETE', `/readers/${reader}`);
    expect(await read()).toMatchObject({ reader_count: 0 });
  });
});

describe('a reference to the id of a record whose paths have another key', () => {
  it('shows the record beside it', async () => {
    const recipe = object({ id: { ...text, format: 'uuid' }, slug: text, name: text });
    const meal = { id: whole, recipeId: { ...text, format: 'uuid' } };
    const road = await openRoad({
      paths: {
        '/recipes': {
          post: {
            requestBody: body(object({ slug: text, name: text })),
            responses: answer('201', ref('Recipe')),
          },
        },
        '/recipes/{slug}': {
          parameters: [parameter('slug', text)],
          get: { responses: answer('200', ref('Recipe')) },
        },
        '/meals': {
          post: {
            requestBody: body(object({ recipeId: { ...text, format: 'uuid' } })),
            responses: answer('201', ref('Meal')),
          },
        },
        '/meals/{id}': {
          parameters: [parameter('id', whole)],
          get: { responses: answer('200', ref('Meal')) },
        },
      },
      components: {
        schemas: { Recipe: recipe, Meal: object({ ...meal, recipe: ref('Recipe') }) },
      },
    });
    const soup = await road.send('POST', '/recipes', { body: { slug: 'soup', name: 'Soup' } });
    const recipeId = valueAt(soup.json ?? null, '/id') ?? null;
    const { json } = await road.send('POST', '/meals', { body: { recipeId } });
    expect(json).toMatchObject({ recipeId, recipe: soup.json });
  });
});

describe('keys that are sent for the records that a record shows', () => {
  it('are shown as these records', async () => {
    const photo = object({ id: whole, name: text });
    const road = await openRoad({
      paths: {
        '/photos': {
          post: {
            requestBody: body(object({ name: text })),
            responses: answer('201', ref('Photo')),
          },
        },
        '/photos/{id}': {
          parameters: [parameter('id', whole)],
          get: { responses: answer('200', ref('Photo')) },
        },
        '/albums': {
          post: {
            requestBody: body(object({ title: text, photo_ids: many(whole) })),
            responses: answer('201', ref('Album')),
          },
        },
        '/albums/{id}': {
          parameters: [parameter('id', whole)],
          get: { responses: answer('200', ref('Album')) },
        },
      },
      components: {
        schemas: {
          Photo: photo,
          Album: object({ id: whole, title: text, photos: many(ref('Photo')) }),
        },
      },
    });
    const ids = [
      await make(road, '/photos', { name: 'A' }),
      await make(road, '/photos', { name: 'B' }),
    ];
    const album = await make(road, '/albums', { title: 'T', photo_ids: ids.map(Number) });
    const { json } = await road.send('GET', `/albums/${album}`);
    expect(json).toMatchObject({ photos: [{ name: 'A' }, { name: 'B' }] });
  });
});
