import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const count = { type: 'integer', minimum: 0 };
const ship = {
  type: 'object',
  required: ['id'],
  properties: {
    id: text,
    title: text,
    state: { type: 'string', enum: ['open', 'closed'] },
    weight: { type: 'number' },
    is_new: { type: 'boolean' },
    tags: { type: 'array', items: text },
    owner: { type: 'object', properties: { id: text } },
    created_at: { type: 'string', format: 'date-time' },
    code: { type: 'string', writeOnly: true },
  },
};
const ships: readonly JsonObject[] = [
  { id: 'a', title: 'Argo', state: 'open', weight: 3, tags: ['old'], owner: { id: 'x' } },
  { id: 'b', title: 'Beagle', state: 'closed', weight: 20, is_new: true, owner: { id: 'y' } },
  { id: 'c', title: 'Cutty Sark', state: 'open', tags: ['old', 'fast'] },
  { id: 'd', title: 'Dreadnought', state: 'open', weight: 100, is_new: false },
  { id: 'e', title: 'Endeavour', state: 'closed', weight: 3 },
].map((one, index) => ({
  ...one,
  code: `secret-${index}`,
  created_at: `2026-01-0${5 - index}T00:00:00Z`,
}));

function textQueries(...names: readonly string[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(names.map((name) => [name, {}]));
}

interface Listed {
  readonly query?: Readonly<Record<string, JsonObject>>;
  readonly body: JsonValue;
  readonly headers?: JsonObject;
  readonly records?: readonly JsonObject[];
}

/** A road to a list with these query parameters, whose reply has this schema. */
async function openList({ query = {}, body, headers, records = ships }: Listed): Promise<OpenRoad> {
  const parameters = Object.entries(query).map(([name, { schema = text, ...more }]) => ({
    name,
    in: 'query',
    schema,
    ...more,
  }));
  const ok = {
    description: 'Fine.',
    content: { 'application/json': { schema: body } },
    ...(headers ? { headers } : {}),
  };
  const key = { name: 'id', in: 'path', required: true, schema: text };
  const one = { description: 'Fine.', content: { 'application/json': { schema: ship } } };
  return openRoad({
    paths: {
      '/ships': { get: { parameters, responses: { '200': ok } } },
      '/ships/{id}': { parameters: [key], get: { responses: { '200': one } } },
    },
    fixtures: { ships: records },
  });
}

const shipList = { type: 'array', items: ship };

function keysIn(value: JsonValue | undefined): readonly string[] {
  const records = Array.isArray(value) ? value : [];
  return records.map((one: JsonValue) => (isJsonObject(one) ? textOf(one['id']) : '?'));
}

async function list(road: OpenRoad, query = ''): Promise<Answer> {
  return road.send('GET', '/ships', { query, headers: { host: 'ships.test' } });
}

describe('a list', () => {
  it('has all records in the order in which they were made', async () => {
    const answer = await list(await openList({ body: shipList }));
    const readable = ships.map((one) =>
      Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'code')),
    );
    expect([answer.status, answer.json]).toEqual([200, readable]);
  });

  it.each<[string, string]>([
    ['state=open', 'acd'],
    ['state=closed', 'be'],
    ['weight=3', 'ae'],
    ['is_new=false', 'd'],
    ['tags=old', 'ac'],
    ['tags=fast', 'c'],
    ['owner_id=y', 'b'],
    ['title=argo', ''],
    ['title=Argo', 'a'],
    ['id=a&id=d', 'ad'],
    ['q=BEA', 'b'],
    ['q=sark%20cutty', 'c'],
    ['state=open&q=dread', 'd'],
    ['state=', 'abcde'],
    ['weight_gte=20', 'bd'],
    ['created_before=2026-01-03T00:00:00Z', 'de'],
    ['created_after=2026-01-03T01:00:00%2B01:00', 'ab'],
    ['other=1', 'abcde'],
  ])('filters by %s', async (query, expected) => {
    const road = await openList({
      body: shipList,
      query: {
        state: { allowEmptyValue: true },
        weight: { schema: number },
        is_new: { schema: { type: 'boolean' } },
        id: { schema: { type: 'array', items: text } },
        weight_gte: { schema: number },
        ...textQueries(
          'q',
          'tags',
          'owner_id',
          'title',
          'other',
          'created_after',
          'created_before',
        ),
      },
    });
    const answer = await list(road, query);
    expect([answer.status, keysIn(answer.json).join('')]).toEqual([200, expected]);
  });

  it.each<[string, string]>([
    ['sort=title', 'abcde'],
    ['sort=-title', 'edcba'],
    ['sort=title:desc', 'edcba'],
    ['sort=title%20desc', 'edcba'],
    ['sort=title&direction=desc', 'edcba'],
    ['sort=weight', 'aebdc'],
    ['sort=-weight', 'dbaec'],
    ['sort=created', 'edcba'],
    ['sort=created_at,desc(title)', 'edcba'],
    ['sort=state_desc,title', 'acdbe'],
    ['sort=nothing', 'abcde'],
    ['sort=-title,title,weight', 'edcba'],
    [`sort=${'abcdefghijklmno'.split('').join(',')},-title`, 'edcba'],
    // Each name is looked for in all records.
    [`sort=${'abcdefghijklmnop'.split('').join(',')},-title`, 'abcde'],
    ['direction=desc', 'edcba'],
  ])('is ordered by %s', async (query, expected) => {
    const direction = { schema: { type: 'string', enum: ['asc', 'desc'] } };
    const road = await openList({ body: shipList, query: { sort: {}, direction } });
    const answer = await list(road, query);
    expect([answer.status, keysIn(answer.json).join('')]).toEqual([200, expected]);
  });
});

describe('a page', () => {
  it('tells what is true of it', async () => {
    const road = await openList({
      query: { page: { schema: count }, per_page: { schema: { ...count, default: 2 } } },
      body: {
        type: 'object',
        required: ['data', 'meta', 'links', 'errors'],
        properties: {
          data: shipList,
          errors: shipList,
          meta: {
            type: 'object',
            required: ['total', 'page', 'pages', 'per_page', 'count', 'kind'],
            properties: {
              total: count,
              page: count,
              pages: count,
              per_page: count,
              count,
              kind: text,
            },
          },
          links: {
            type: 'object',
            properties: {
              next: { type: ['string', 'null'], format: 'uri' },
              prev: { type: 'string', format: 'uri' },
            },
          },
        },
      },
    });
    expect((await list(road, 'page=2&x=%20y')).json).toMatchObject({
      data: [{ id: 'e' }],
      errors: [],
      links: { next: null, prev: 'http://ships.test/ships?page=1&x=%20y' },
      meta: { total: 5, page: 2, pages: 3, per_page: 2, count: 1 },
    });
    expect((await list(road)).json).toMatchObject({
      data: [{ id: 'a' }, { id: 'b' }],
      links: { next: 'http://ships.test/ships?page=1' },
      meta: { total: 5, page: 0, pages: 3, per_page: 2, count: 2 },
    });
  });

  it('is named in the headers that the contract declares', async () => {
    const road = await openList({
      query: { page: { schema: { type: 'integer' } }, limit: { schema: { ...count, default: 2 } } },
      body: shipList,
      headers: {
        Link: { schema: text },
        'X-Total-Count': { schema: count },
        'X-Next-Page': { schema: text },
        'X-Rate-Limit': { schema: { type: 'integer', const: 7 } },
      },
    });
    const { headers } = await list(road, 'page=2');
    expect(headers).toMatchObject({
      link: [
        '<http://ships.test/ships?page=1>; rel="prev"',
        '<http://ships.test/ships?page=3>; rel="next"',
        '<http://ships.test/ships?page=1>; rel="first"',
        '<http://ships.test/ships?page=3>; rel="last"',
      ].join(', '),
      'x-total-count': '5',
      'x-next-page': '3',
      'x-rate-limit': '7',
    });
    expect((await list(road, 'page=3')).headers['x-next-page']).toBe('');
  });

  it.each<[string, Readonly<Record<string, JsonObject>>, JsonObject]>([
    ['a cursor', { cursor: {} }, text],
    ['a key', { starting_after: {} }, text],
    ['a key where there is no room for a cursor', { cursor: {} }, { ...text, maxLength: 36 }],
  ])('follows another by %s', async (_, query, cursorSchema) => {
    const [name = ''] = Object.keys(query);
    const road = await openList({
      query: { ...query, limit: { schema: { ...count, default: 2 } }, sort: {} },
      body: {
        type: 'object',
        required: ['items', 'has_more'],
        properties: {
          items: shipList,
          has_more: { type: 'boolean' },
          next_cursor: cursorSchema,
        },
      },
    });
    const seen: string[] = [];
    let next = '';
    for (let turn = 0; turn < 5 && next !== 'end'; turn += 1) {
      const { json } = await list(road, `sort=-weight${next}`);
      if (!isJsonObject(json)) throw new Error('the reply is no object');
      seen.push(...keysIn(json['items']));
      const cursor = json['next_cursor'];
      expect(json['has_more']).toBe(cursor !== undefined);
      next = typeof cursor === 'string' ? `&${name}=${cursor}` : 'end';
    }
    expect(seen.join('')).toBe('dbaec');
  });

  it('tells nothing of what nobody may read', async () => {
    const query = textQueries('q', 'code', 'sort');
    const road = await openList({ query, body: shipList });
    expect(keysIn((await list(road, 'q=secret-1')).json)).toEqual([]);
    expect(keysIn((await list(road, 'code=secret-1')).json)).toEqual([]);
    expect(keysIn((await list(road, 'sort=-code')).json)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('has no cursors but its own', async () => {
    const road = await openList({ query: { cursor: {} }, body: shipList });
    const answer = await list(road, 'cursor=nonsense');
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('cursor')]);
  });
});
