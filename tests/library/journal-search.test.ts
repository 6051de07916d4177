import { describe, expect, it } from 'vitest';

import { bookIds } from './bookshop.ts';
import type { Ask } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = ''] = bookIds;

interface Listed {
  readonly count: number;
  readonly requests: readonly { readonly id: number }[];
}

async function list(ask: Ask, query: string): Promise<Listed> {
  const { json } = await ask('GET', `/_mock/requests?${query}`);
  return Object(json) as Listed;
}

async function idsOf(ask: Ask, query: string): Promise<readonly number[]> {
  const { requests } = await list(ask, query);
  return requests.map(({ id }) => id);
}

const longToken = 'open-sesame-and-no-more';

/** Seven requests of many kinds. */
async function askAround(ask: Ask): Promise<void> {
  await ask('GET', `/books/${first}`);
  await ask('GET', '/books/none');
  await ask('GET', '/book');
  await ask('POST', '/books', { body: { title: 'Of Ovid' } });
  await ask('GET', '/~green/books');
  await ask('GET', '/books', { headers: { Authorization: `Bearer ${longToken}` } });
  await ask('GET', `/books/${longToken}?token=${longToken}`, {
    headers: { Authorization: `Bearer ${longToken}` },
  });
}

describe('a search in the requests', () => {
  it.each<readonly [string, readonly number[]]>([
    ['post', [4]],
    ['POST', [4]],
    // The refusal of the third names it as the nearest path, those of the last name the credential.
    ['/BOOKS', [1, 2, 3, 4, 5, 6, 7]],
    ['listbooks', [5, 6]],
    ['everyone', [1, 2, 4, 5, 6, 7]],
    ['green', [5]],
    ['default', [1, 2, 3, 4, 6, 7]],
    ['unknown-path', [3]],
    ['404', [2, 3]],
    ['credentials', [6, 7]],
    // Bodies are not looked at.
    ['Ovid', []],
    // What is hidden is not found, but that something is hidden there.
    ['sesame', []],
    [longToken, []],
    ['books/…', [7]],
    ['nothing of the kind', []],
  ])('for %s finds %j', async (text, ids) => {
    const { mock, ask } = await openBookshop();
    await askAround(ask);
    const search = encodeURIComponent(text);
    expect(await idsOf(ask, `search=${search}`)).toEqual(ids);
    expect(await idsOf(ask, `search=${search}&brief=true`)).toEqual(ids);
    expect(mock.requests({ search: text }).map(({ id }) => id)).toEqual(ids);
  });

  it('counts all that it finds, and shows the newest', async () => {
    const { ask } = await openBookshop();
    await askAround(ask);
    expect(await list(ask, 'search=get&limit=2')).toMatchObject({
      count: 6,
      requests: [{ id: 6 }, { id: 7 }],
    });
  });

  it('is refused where it is empty', async () => {
    const { ask } = await openBookshop();
    expect((await ask('GET', '/_mock/requests?search=')).status).toBe(400);
  });

  it('lets other requests in between, also among thousands', async () => {
    const { mock, ask } = await openBookshop({ journal: 5000, journalBytes: 100_000_000 });
    const headers = { Authorization: 'Bearer open' };
    const read = (): Promise<Response> => fetch(`${mock.url}/books/${first}`, { headers });
    for (let round = 0; round < 50; round += 1)
      await Promise.all(Array.from({ length: 100 }, read));
    const answered: string[] = [];
    const searching = list(ask, 'search=/books&brief=true&limit=5000');
    const [{ count }] = await Promise.all([
      searching.finally(() => answered.push('search')),
      read().finally(() => answered.push('other')),
    ]);
    expect(count).toBeGreaterThanOrEqual(5000);
    expect(answered).toEqual(['other', 'search']);
  });
});

describe('requests before another', () => {
  it.each<readonly [string, readonly number[]]>([
    ['before=3', [1, 2]],
    ['before=1', []],
    ['before=100', [1, 2, 3, 4, 5, 6, 7]],
    ['before=6&limit=2', [4, 5]],
    ['before=6&since=3', [4, 5]],
    ['before=6&status=404', [2, 3]],
  ])('%s', async (query, ids) => {
    const { ask } = await openBookshop();
    await askAround(ask);
    expect(await idsOf(ask, query)).toEqual(ids);
  });
});

it('brief requests have no headers, bodies and changes', async () => {
  const { ask } = await openBookshop();
  await ask('PUT', `/books/${first}?x=1`, { body: { title: 'Other' } });
  const { requests } = await list(ask, 'brief=true');
  expect(requests).toEqual([
    {
      id: 1,
      time: expect.any(String),
      duration_ms: expect.any(Number),
      world: 'default',
      operation: 'replaceBook',
      request: { method: 'PUT', path: `/books/${first}`, query: 'x=1' },
      reply: { status: 200 },
      changed: 1,
      credentials: ['Everyone'],
      verdict: 'served',
      problem: null,
      violations: [],
      unknown_query: [expect.objectContaining({ name: 'x' })],
      forced: null,
      delivery: null,
      forwarded_to: null,
    },
  ]);
});
