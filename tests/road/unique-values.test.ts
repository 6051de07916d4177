import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf } from '../../src/base/json.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, list, make, object, refTo, shown, text, whole } from './record-kinds.ts';
import { body, parameter } from './shop.ts';

const unique = (description: string, schema: JsonObject = text): JsonObject => ({
  ...schema,
  description,
});

const schemas: JsonObject = {
  Post: object({ id: shown(whole), slug: text, title: text }, ['id', 'title']),
  Label: object({ id: shown(whole), code: text }, ['id']),
  User: object({ id: shown(whole), username: text, email: text, nickname: text }, [
    'id',
    'username',
  ]),
  Depot: object({ id: shown(whole), name: unique('Must be unique.') }, ['id', 'name']),
  Box: object(
    {
      id: shown(unique('The unique identifier of the box.', whole)),
      sku: unique('A unique SKU for the box.'),
      number: unique('Must be unique within the depot.', whole),
      depot_id: whole,
      depot_code: unique('The unique code of the depot.'),
      note: text,
      password: unique('Must be unique.'),
    },
    ['id'],
  ),
};

interface Setting {
  readonly statuses?: readonly string[];
  readonly logIn?: string;
}

/** Posts by their slug, labels below depots by their code, users who log in, and boxes with rules. */
function open({ statuses = ['409'], logIn = 'username' }: Setting = {}): Promise<OpenRoad> {
  const refusals = Object.fromEntries(statuses.map((one) => [one, { description: 'Refused.' }]));
  const kind = (path: string, record: string): JsonObject => {
    const above = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name, whole));
    const sent = { requestBody: body(refTo(record)) };
    const change = { ...sent, responses: { ...answer('200', refTo(record)), ...refusals } };
    return {
      [path]: {
        parameters: above,
        get: {
          responses: answer('200', object({ results: { type: 'array', items: refTo(record) } })),
        },
        post: { ...sent, responses: { ...answer('201', refTo(record)), ...refusals } },
      },
      [`${path}/{id}`]: {
        parameters: [
          ...above,
          { ...parameter('id'), description: 'ID, slug or code of the record.' },
        ],
        get: { responses: answer('200', refTo(record)) },
        put: change,
        patch: change,
      },
    };
  };
  return openRoad({
    paths: {
      ...kind('/posts', 'Post'),
      ...kind('/depots', 'Depot'),
      ...kind('/depots/{depot}/labels', 'Label'),
      ...kind('/boxes', 'Box'),
      ...kind('/users', 'User'),
      '/login': {
        post: {
          security: [],
          requestBody: body(object({ [logIn]: text, password: text }, [logIn, 'password'])),
          responses: answer('200', object({ token: text }, ['token'])),
        },
      },
      '/me': { get: { responses: answer('200', refTo('User')) } },
    },
    components: { schemas },
  });
}

const send = (road: OpenRoad, path: string, sent: JsonObject, method = 'POST'): Promise<Answer> =>
  road.send(method, path, { body: sent });

describe('what only one record may have', () => {
  it.each([
    ['the name in paths', '/posts', { title: 'One', slug: 'hello' }],
    ['the name of a user', '/users', { username: 'ann' }],
    ['what the contract calls unique', '/depots', { name: 'North' }],
    ['a unique SKU', '/boxes', { sku: 'A-1' }],
    ['a number within a depot', '/boxes', { number: 7, depot_id: 1 }],
  ] as const)('is refused for a second one: %s', async (_, path, sent) => {
    const road = await open();
    const { id = 0 } = await make(road, path, { ...sent });
    const { status, headers } = await send(road, path, { ...sent });
    expect(status).toBe(409);
    expect(headers['x-stuntdouble-reason']).toMatch(
      new RegExp(`^body /\\w+: must be another than .*, which "${textOf(id)}" of `),
    );
  });

  it('tells no secret: two records may have the same', async () => {
    const road = await open();
    await make(road, '/boxes', { sku: 'A-1', password: 'pw-1' });
    expect(await make(road, '/boxes', { sku: 'A-2', password: 'pw-1' })).toMatchObject({
      sku: 'A-2',
    });
  });

  it.each(['PUT', 'PATCH'])(
    'is refused in a %s, but for what the record has itself',
    async (method) => {
      const road = await open();
      const { id = 0 } = await make(road, '/boxes', { sku: 'A-1', note: 'old' });
      await make(road, '/boxes', { sku: 'A-2' });
      const path = `/boxes/${textOf(id)}`;
      expect((await send(road, path, { sku: 'A-1', note: 'new' }, method)).status).toBe(200);
      expect((await send(road, path, { sku: 'A-2' }, method)).status).toBe(409);
      expect((await send(road, path, { sku: 'A-3' }, method)).status).toBe(200);
      expect((await send(road, '/boxes', { sku: 'A-1' })).status).toBe(201);
    },
  );

  it.each([
    [['400', '422', '409'], 409],
    [['400', '422'], 422],
    [['400'], 400],
    [['4XX'], 409],
  ] as const)(
    'is refused with what the contract declares: %j with %i',
    async (statuses, wanted) => {
      const road = await open({ statuses });
      await make(road, '/depots', { name: 'North' });
      expect((await send(road, '/depots', { name: 'North' })).status).toBe(wanted);
    },
  );

  it.each([[[]], [['404']], [['default']]])(
    'is taken where the contract declares no such refusal: %j',
    async (statuses) => {
      const road = await open({ statuses });
      await make(road, '/depots', { name: 'North' });
      expect((await send(road, '/depots', { name: 'North' })).status).toBe(201);
    },
  );

  it('is an address where people log in with it, however its letters are written', async () => {
    const road = await open({ logIn: 'email' });
    await make(road, '/users', { username: 'ann', email: 'ann@example.org' });
    expect((await send(road, '/users', { username: 'eve', email: 'Ann@Example.org' })).status).toBe(
      409,
    );
    const other = await open();
    await make(other, '/users', { username: 'ann', email: 'ann@example.org' });
    expect(
      (await send(other, '/users', { username: 'eve', email: 'ann@example.org' })).status,
    ).toBe(201);
  });

  it('may be again below another parent', async () => {
    const road = await open();
    const [one, other] = [
      await make(road, '/depots', { name: 'North' }),
      await make(road, '/depots', { name: 'South' }),
    ].map(({ id }) => `/depots/${textOf(id)}/labels`);
    await make(road, one ?? '', { code: 'red' });
    await make(road, other ?? '', { code: 'red' });
    expect((await send(road, one ?? '', { code: 'red' })).status).toBe(409);
  });
});

/** A body, and one that is taken beside it. */
const taken: readonly (readonly [string, string, JsonObject, JsonObject])[] = [
  ['the same in a member that is not unique', '/boxes', { depot_code: 'n' }, { depot_code: 'n' }],
  ['other letters', '/boxes', { sku: 'a-1' }, { sku: 'A-1' }],
  ['nothing', '/boxes', { sku: '', number: 0 }, { sku: '', number: 0 }],
  [
    'the same within another depot',
    '/boxes',
    { number: 7, depot_id: 1 },
    { number: 7, depot_id: 2 },
  ],
  [
    'the same nickname',
    '/users',
    { username: 'ann', nickname: 'x' },
    { username: 'eve', nickname: 'x' },
  ],
];

describe('a body is taken', () => {
  it.each(taken)('that says %s', async (_, path, first, second) => {
    const road = await open();
    await make(road, path, first);
    expect((await send(road, path, second)).status).toBe(201);
  });

  it('that repeats what only a made-up record has', async () => {
    const road = await open();
    const [{ name = '' } = {}] = await list(road, '/depots');
    expect(name).not.toBe('');
    expect((await send(road, '/depots', { name })).status).toBe(201);
  });
});
