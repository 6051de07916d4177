import { describe, expect, it } from 'vitest';

import { openBookshop } from './open-bookshop.ts';
import {
  countBooks,
  create,
  first,
  listVisitors,
  openBrowser,
  openDemo,
  operator,
} from './open-demo.ts';
import { sendRequest } from './raw-request.ts';

const byHttps = { 'X-Forwarded-Proto': 'https' };
const page = { 'Sec-Fetch-Site': 'same-origin' };
const html = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' };
const books = ['GET', '/books'] as const;
const kept = 'private, no-store';
/** Any file has the same bytes in each world. */
const file = ['HEAD', '/_stuntdouble/files/a.png'] as const;

type Sent = Readonly<Record<string, string>>;

describe('the cookie of a visitor', () => {
  const cookieFor = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const { ask } = await openDemo({ corsOrigin: 'https://app.example' });
    const said = await ask('GET', '/books', { headers });
    return said.headers.get('Set-Cookie') ?? '';
  };

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['by http', {}, /^stuntdouble_visitor=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/],
    [
      'by https',
      { ...byHttps, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'document' },
      /^__Host-stuntdouble_visitor=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ],
    [
      'by https, as RFC 7239 tells it',
      { Forwarded: 'for=192.0.2.7;proto=https' },
      /^__Host-stuntdouble_visitor=.*; SameSite=Lax; Secure$/,
    ],
    [
      'across sites',
      { ...byHttps, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://app.example' },
      /^__Host-stuntdouble_visitor=.*; Path=\/; HttpOnly; SameSite=None; Secure; Partitioned$/,
    ],
    [
      'across sites, of a browser that does not say so',
      { ...byHttps, Origin: 'https://app.example' },
      /; SameSite=None; Secure; Partitioned$/,
    ],
  ])('is written for its way: %s', async (_, headers, form) => {
    expect(await cookieFor(headers)).toMatch(form);
  });

  it.each<[string, string, string, RegExp]>([
    ['which the user opens by a link', 'navigate', 'document', /; SameSite=Lax; Secure$/],
    [
      'which a page shows in a frame',
      'navigate',
      'iframe',
      /; SameSite=None; Secure; Partitioned$/,
    ],
    ['which a page reads', 'cors', 'empty', /; SameSite=None; Secure; Partitioned$/],
  ])('is written for the place of a document of another site, %s', async (_, mode, to, form) => {
    const { mock } = await openDemo();
    const { headers } = await sendRequest(mock.url, 'GET /books', [
      'X-Forwarded-Proto: https',
      'Sec-Fetch-Site: cross-site',
      `Sec-Fetch-Mode: ${mode}`,
      `Sec-Fetch-Dest: ${to}`,
    ]);
    expect(headers.get('Set-Cookie')).toMatch(form);
  });

  it('counts by https only where the host itself has set it', async () => {
    const { ask } = await openDemo();
    const id = 'a'.repeat(22);
    const foreign = { ...byHttps, Cookie: `stuntdouble_visitor=${id}` };
    const own = { ...byHttps, Cookie: `__Host-stuntdouble_visitor=${id}` };
    expect((await create(ask, 'Fixed', foreign)).status).toBe(403);
    expect((await create(ask, 'Mine', own)).status).toBe(201);
  });
});

describe('the cookie of a visitor comes', () => {
  it.each<[string, readonly [string, string], Sent, boolean, string | null]>([
    ['with any reply to a client that is no browser', books, {}, true, kept],
    [
      'with any reply to a page of the same site',
      books,
      { 'Sec-Fetch-Site': 'same-site' },
      true,
      kept,
    ],
    [
      'with any reply to a page of another site',
      books,
      { 'Sec-Fetch-Site': 'cross-site' },
      true,
      kept,
    ],
    ['with a refusal', ['GET', '/nothing'], {}, true, kept],
    ['with a refusal of a name', ['GET', '/~other/books'], {}, true, kept],
    ['with a refused change', ['DELETE', `/books/${first}`], {}, true, kept],
    ['with a document', books, { ...page, 'Sec-Fetch-Dest': 'document' }, true, kept],
    [
      'with a document that the user opens',
      books,
      { ...html, 'Sec-Fetch-Site': 'none' },
      true,
      kept,
    ],
    ['with a document in a frame', books, { ...page, 'Sec-Fetch-Dest': 'iframe' }, true, kept],
    ['with a change of its own page', ['DELETE', `/books/${first}`], page, true, kept],
    [
      'not when its own page reads',
      books,
      { ...page, 'Sec-Fetch-Dest': 'empty' },
      false,
      'private',
    ],
    [
      'not with an image',
      ['GET', '/nothing'],
      { ...page, 'Sec-Fetch-Dest': 'image' },
      false,
      'private',
    ],
    ['not with a made-up file', file, {}, false, 'max-age=3600'],
    ['not with the front page', ['HEAD', '/'], html, false, 'no-cache'],
    ['not with an icon', ['GET', '/favicon.ico'], { Accept: 'image/png' }, false, 'max-age=86400'],
    ['not with the control API', ['GET', '/_mock/health'], {}, false, 'no-store'],
    ['not with the token', books, operator, false, 'private'],
  ])('%s: %j %j', async (_, [method, path], headers, isSet, cache) => {
    const { ask } = await openDemo({ corsOrigin: 'https://app.example' });
    const said = await ask(method, path, { headers });
    expect(said.headers.get('Set-Cookie') !== null).toBe(isSet);
    expect(said.headers.get('Cache-Control')).toBe(cache);
  });

  it('once, so that no reply in parallel replaces the one whose world was just made', async () => {
    const { ask } = await openDemo();
    const one = openBrowser(ask);
    const [made, ...others] = await Promise.all([
      create(one.ask),
      one.ask(...books),
      one.ask('GET', '/favicon.ico', { headers: { Accept: 'image/png' } }),
      one.ask('GET', `/books/${first}`),
    ]);
    expect(made.headers.get('Set-Cookie')).not.toBeNull();
    expect(others.map(({ headers }) => headers.get('Set-Cookie'))).toEqual([null, null, null]);
    expect(await countBooks(one.ask)).toBe(4);
  });

  it('not with a change that was refused: another may have made the world', async () => {
    const { ask } = await openDemo({ maxWorlds: 1, trustProxy: '127.0.0.1' });
    const from = (address: string): Sent => ({ ...page, 'X-Forwarded-For': address });
    await create(ask, 'Mine', from('192.0.2.1'));
    const refused = await create(ask, 'Mine', from('192.0.2.2'));
    expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([503, null]);
  });

  it('not where a made-up file is asked for in vain, which makes no world either', async () => {
    const { ask } = await openDemo();
    const refused = await ask('POST', file[1], { headers: page });
    expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([404, null]);
    expect(await countBooks(ask)).toBe(3);
    expect(await listVisitors(ask)).toEqual([]);
  });

  it.each(['Cache-Control', 'cache-control'])(
    'without any other word for caches: %s',
    async (field) => {
      const { ask } = await openDemo({
        behaviors: {
          getBook: ({ usual }) => ({ ...usual, headers: { [field]: 'public, max-age=60' } }),
        },
      });
      const path = `/books/${first}`;
      const given = await ask('GET', path);
      expect(given.headers.get('Set-Cookie')).not.toBeNull();
      expect(given.headers.get('Cache-Control')).toBe(kept);
      const plain = await ask('GET', path, { headers: page });
      expect(plain.headers.get('Set-Cookie')).toBeNull();
      expect(plain.headers.get('Cache-Control')).toBe('public, max-age=60');
    },
  );

  it('only where there are visitors, and so does the word for caches', async () => {
    const { ask } = await openBookshop();
    const { headers } = await ask(...books);
    expect([headers.get('Set-Cookie'), headers.get('Cache-Control')]).toEqual([null, null]);
  });
});
