import { describe, expect, it } from 'vitest';

import { buildConsole, page } from './console-build.ts';
import { open, ownHeaders, signedIn, signIn, statusOf, withToken } from './console-sign-in.ts';
import { openBookshop } from './open-bookshop.ts';
import { sendRequest } from './raw-request.ts';

const field = 'X-Stuntdouble-World';
const html = 'Accept: text/html';

const impossible: readonly (readonly [what: string, cookie: string])[] = [
  ['names no world', `${field}=!!bad!!`],
  ['is as long as browsers keep', `${field}=${'a'.repeat(3900)}`],
  ['is empty', `${field}=`],
  ['names two worlds', `${field}=a; ${field}=b`],
];

// A page of another port of the same host can set such a cookie.
describe('a world cookie locks no user out of the console', () => {
  it.each(impossible)('where it %s', async (_, cookie) => {
    await buildConsole();
    const url = await open();
    const sent = `Cookie: ${cookie}`;
    const shown = await sendRequest(url, 'GET /_mock/', [html, sent]);
    expect([shown.status, shown.body]).toEqual([200, page]);
    for (const path of ['console/index-c3.css', 'health', 'ready', 'session'])
      expect([path, await statusOf(url, `GET /_mock/${path}`, [sent])]).toEqual([path, 200]);
    const own = [...ownHeaders(url), sent];
    expect((await signIn(url, undefined, own)).status).toBe(204);
    const both = `${await signedIn(url)}; ${cookie}`;
    expect(await statusOf(url, 'GET /_mock/version', [both])).toBe(200);
    expect(await statusOf(url, 'DELETE /_mock/session', [...ownHeaders(url), both])).toBe(204);
  });

  it.each(impossible)('and counts as none there where it %s', async (_, cookie) => {
    const { ask } = await openBookshop();
    const headers = { Cookie: cookie };
    expect((await ask('POST', '/_mock/reset', { headers })).headers.get(field)).toBeNull();
    expect((await ask('GET', '/~ann/_mock/state', { headers })).headers.get(field)).toBe('ann');
    expect(
      (await ask('GET', '/_mock/clock', { headers: { ...headers, [field]: 'ann' } })).status,
    ).toBe(200);
    const worlds = (await ask('GET', '/_mock/worlds', { headers })).json;
    expect(worlds).toMatchObject([{ name: 'default' }, { name: 'ann' }]);
    expect((await ask('GET', '/books', { headers })).status).toBe(400);
  });

  it('where no world has the name yet, which only requests for its world make', async () => {
    await buildConsole();
    const url = await open();
    const both = `${await signedIn(url)}; ${field}=unknown`;
    expect((await sendRequest(url, 'GET /_mock/', [html, both])).body).toBe(page);
    const reads = ['console/index-c3.css', 'health', 'ready', 'session', 'version', 'worlds'];
    for (const path of reads)
      expect([path, await statusOf(url, `GET /_mock/${path}`, [both])]).toEqual([path, 200]);
    const inDefault = [both, `${field}: default`];
    expect(await statusOf(url, 'GET /_mock/state', inDefault)).toBe(200);
    expect(await statusOf(url, 'GET /_mock/worlds/unknown', [both])).toBe(404);
    expect(await statusOf(url, 'GET /_mock/state', [both])).toBe(200);
    expect(await statusOf(url, 'GET /_mock/worlds/unknown', [both])).toBe(200);
  });
});

describe('a name that no world can have', () => {
  it.each([
    ['a header', '/_mock/health', `${field}: !!bad!!`],
    ['a path', '/~!!bad!!/_mock/health', html],
    ['a header beside such a cookie', '/_mock/', `${field}: !!bad!!\r\nCookie: ${field}=!!bad!!`],
  ])('is refused in %s', async (_, path, header) => {
    const { status, body } = await sendRequest(await open(withToken), `GET ${path}`, [header]);
    expect([status, JSON.parse(body)]).toMatchObject([
      400,
      { type: 'urn:problem-type:invalid-world' },
    ]);
  });

  it('is refused in a cookie of a request to the contract, with its rule', async () => {
    const { mock } = await openBookshop();
    const cookie = `Cookie: ${field}=!!bad!!`;
    for (const path of ['/books', '/unknown', '/']) {
      const { status, body } = await sendRequest(mock.url, `GET ${path}`, [cookie]);
      expect([status, JSON.parse(body)]).toMatchObject([
        400,
        { detail: expect.stringContaining('"!!bad!!" names no world: a name has up to 64') },
      ]);
    }
  });
});
