import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { Item } from '../../src/store/record.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const boat = { type: 'object', required: ['id'], properties: { id: text, rank: integer } };

/** The ways to page, each by its own path: the parameters, and the link that leads on. */
const styles: Readonly<Record<string, readonly JsonObject[]>> = {
  page: [{ name: 'page', in: 'query', schema: integer }],
  zeroPage: [{ name: 'page', in: 'query', schema: { ...integer, minimum: 0 } }],
  offset: [{ name: 'offset', in: 'query', schema: integer }],
  textOffset: [{ name: 'offset', in: 'query', schema: text }],
  tokenOffset: [{ name: 'offset', in: 'query', schema: text, description: 'A cursor.' }],
  day: [{ name: 'after', in: 'query', schema: text }],
  cursor: [{ name: 'cursor', in: 'query', schema: text }],
  key: [
    { name: 'starting_after', in: 'query', schema: text },
    { name: 'ending_before', in: 'query', schema: text },
  ],
  object: [
    {
      name: 'page',
      in: 'query',
      style: 'deepObject',
      schema: { type: 'object', properties: { number: integer } },
    },
  ],
};

const reply = {
  description: 'Fine.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['data', 'links', 'total', 'has_more'],
        properties: {
          data: { type: 'array', items: boat },
          total: integer,
          has_more: { type: 'boolean' },
          links: {
            type: 'object',
            required: ['next', 'prev', 'last'],
            properties: {
              next: { type: ['string', 'null'], format: 'uri-reference' },
              prev: { type: ['string', 'null'] },
              last: text,
            },
          },
        },
      },
    },
  },
};

async function openHarbour(style: string): Promise<OpenRoad> {
  const parameters = [
    ...(styles[style] ?? []),
    { name: 'limit', in: 'query', schema: { ...integer, minimum: 0, default: 3 } },
    { name: 'sort', in: 'query', schema: text },
  ];
  const key = { name: 'id', in: 'path', required: true, schema: text };
  const one = { description: 'Fine.', content: { 'application/json': { schema: boat } } };
  return openRoad({
    paths: {
      '/boats': { get: { parameters, responses: { '200': reply } } },
      '/boats/{id}': { parameters: [key], get: { responses: { '200': one } } },
    },
    fixtures: { boats: [] },
  });
}

function makeBoat(number: number, rank: number): Item {
  const id = `b${number}`;
  return { key: id, parents: [], body: { id, rank } };
}

function put(road: OpenRoad, ...items: readonly Item[]): void {
  const changes = items.map((after) => ({ collection: 'boats', before: undefined, after }));
  void road.world.commit(changes);
}

/** In an empty harbour; opening one for every try takes too long. */
function fill(road: OpenRoad, size: number): void {
  for (const key of allKeys(road)) remove(road, key);
  put(road, ...Array.from({ length: size }, (_, at) => makeBoat(at, (at * 7) % 4)));
}

function remove(road: OpenRoad, key: string): void {
  const before = road.world.find('boats', key);
  if (before) void road.world.commit([{ collection: 'boats', before, after: undefined }]);
}

function allKeys(road: OpenRoad): readonly string[] {
  return [...road.world.items('boats')].map(({ key }) => key);
}

interface Seen {
  readonly keys: readonly string[];
  readonly links: JsonObject;
  readonly total: number;
  readonly hasMore: boolean;
}

async function ask(road: OpenRoad, query: string): Promise<Seen> {
  const { status, json, text: raw } = await road.send('GET', '/boats', { query });
  if (status !== 200 || !isJsonObject(json)) throw new Error(`${query}: ${status} ${raw}`);
  const { data, links, total, has_more: hasMore } = json;
  if (!Array.isArray(data) || !isJsonObject(links ?? null)) throw new Error('another form');
  return {
    keys: data.map((one) => (isJsonObject(one) ? textOf(one['id']) : '')),
    links: isJsonObject(links) ? links : {},
    total: Number(total),
    hasMore: hasMore === true,
  };
}

function queryOf(link: unknown): string | undefined {
  return typeof link === 'string' ? link.replace(/^[^?]*\??/, '') : undefined;
}

/** All pages from the first on; in between something may happen. */
async function turnPages(
  road: OpenRoad,
  query: string,
  between: (seen: Seen, turn: number) => void = () => undefined,
): Promise<readonly Seen[]> {
  const pages: Seen[] = [];
  let next: string | undefined = query;
  while (next !== undefined) {
    if (pages.length > 60) throw new Error('the pages have no end');
    const seen = await ask(road, next);
    pages.push(seen);
    between(seen, pages.length);
    next = queryOf(seen.links['next']);
  }
  return pages;
}

const sizes = fc.record({ size: fc.nat(14), limit: fc.integer({ min: 1, max: 6 }) });
const sorts = fc.constantFrom('', '&sort=rank', '&sort=-rank');

function expectedOrder(road: OpenRoad, sort: string): readonly string[] {
  const items = [...road.world.items('boats')];
  const sign = sort === '' ? 0 : sort.includes('-') ? -1 : 1;
  const rankOf = ({ body }: Item): number => Number(body['rank']);
  return items.toSorted((a, b) => sign * (rankOf(a) - rankOf(b))).map(({ key }) => key);
}

describe.each(Object.keys(styles))('paging by %s', (style) => {
  it('shows every record once, in order, there and back', async () => {
    const road = await openHarbour(style);
    await fc.assert(
      fc.asyncProperty(sizes, sorts, async ({ size, limit }, sort) => {
        fill(road, size);
        const wanted = expectedOrder(road, sort);
        const pages = await turnPages(road, `limit=${limit}${sort}`);
        expect(pages.flatMap(({ keys }) => keys)).toEqual(wanted);
        expect(pages.map(({ total }) => total)).toEqual(pages.map(() => size));
        expect(pages.map(({ hasMore }) => hasMore)).toEqual(
          pages.map((_, at) => at < pages.length - 1),
        );
        const back: (readonly string[])[] = [];
        let previous = queryOf(pages.at(-1)?.links['prev']);
        while (previous !== undefined) {
          const seen = await ask(road, previous);
          back.unshift(seen.keys);
          previous = queryOf(seen.links['prev']);
        }
        expect(back).toEqual(pages.slice(0, -1).map(({ keys }) => keys));
        const last = await ask(road, queryOf(pages[0]?.links['last']) ?? '');
        expect(last.keys).toEqual(pages.at(-1)?.keys);
      }),
      { numRuns: 12 },
    );
  });
});

describe.each(['cursor', 'key'])('paging by %s while the list changes', (style) => {
  it('shows every record that was there all the time once, and none twice', async () => {
    const moves = fc.array(
      fc.record({ drop: fc.array(fc.nat(20), { maxLength: 3 }), add: fc.nat(2) }),
      { maxLength: 12 },
    );
    const road = await openHarbour(style);
    await fc.assert(
      fc.asyncProperty(sizes, sorts, moves, async ({ size, limit }, sort, steps) => {
        fill(road, size);
        const stayed = new Set(allKeys(road));
        const wanted = expectedOrder(road, sort);
        let made = size;
        const pages = await turnPages(road, `limit=${limit}${sort}`, (seen, turn) => {
          const { drop = [], add = 0 } = steps[turn - 1] ?? {};
          for (const number of drop) {
            // By the key of a record one goes on only from a record that there is.
            if (style === 'key' && seen.keys.at(-1) === `b${number}`) continue;
            stayed.delete(`b${number}`);
            remove(road, `b${number}`);
          }
          for (let count = 0; count < add; count += 1) {
            put(road, makeBoat(100 + made, made % 4));
            made += 1;
          }
        });
        const keys = pages.flatMap((page) => page.keys);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.filter((key) => stayed.has(key))).toEqual(
          wanted.filter((key) => stayed.has(key)),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('the ends of a list', () => {
  it.each<[string, string, string, boolean]>([
    ['page', 'limit=0', '', true],
    ['page', 'limit=2&page=9', '', false],
    ['page', 'limit=99', 'b0b1b2b3', false],
    ['offset', 'offset=99', '', false],
    ['offset', 'offset=3', 'b3', false],
    ['textOffset', 'offset=3', 'b3', false],
    ['tokenOffset', 'offset=3', 'b3', false],
    ['day', 'after=2026-05-01', 'b0b1b2', true],
    ['key', 'starting_after=b3', '', false],
    ['key', 'ending_before=b2&limit=1', 'b1', true],
    ['key', 'starting_after=b0&ending_before=b2', 'b1', true],
    ['key', 'ending_before=b0', '', true],
  ])('by %s with %s', async (style, query, keys, hasMore) => {
    const road = await openHarbour(style);
    put(road, ...Array.from({ length: 4 }, (_, at) => makeBoat(at, at)));
    const seen = await ask(road, query);
    expect([seen.keys.join(''), seen.hasMore, seen.total]).toEqual([keys, hasMore, 4]);
  });
});
