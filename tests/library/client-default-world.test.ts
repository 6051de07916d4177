import { expect, it } from 'vitest';

import { connect } from '../../src/client/index.ts';
import { bookIds } from './bookshop.ts';
import { openRemote } from './open-remote.ts';

const [first = ''] = bookIds;
const authorization = { Authorization: 'Bearer open' };

it('acts in the default world also where a page has the cookie of another one', async () => {
  const { mock, remote } = await openRemote();
  const page = connect(mock.url, { fetch: fetchWithCookie(remote.name) });
  await page.setClock({ now: '2030-01-01T00:00:00Z', frozen: true });
  await page.remove('books', first);
  await page.use({ id: 'slow', fault: { bytesPerSecond: 100_000 } });
  const { name } = await page.mint({ scheme: 'token', scopes: [] });
  expect(mock.records('books').length).toBe(2);
  expect((await page.records('books')).length).toBe(2);
  expect(mock.world('default').now).toEqual(new Date('2030-01-01T00:00:00Z'));
  expect(await page.overrides()).toEqual(mock.overrides());
  expect(await page.credentials(name)).toHaveLength(1);
  await page.reset();
  expect(mock.records('books').length).toBe(3);

  expect((await remote.records('books')).length).toBe(3);
  expect(await remote.overrides()).toEqual([]);
  expect(await remote.credentials(name)).toEqual([]);
  expect((await remote.now()).getUTCFullYear()).not.toBe(2030);
});

it('tells the requests of all worlds there', async () => {
  const { mock, client, remote } = await openRemote();
  const page = connect(mock.url, { fetch: fetchWithCookie(remote.name) });
  await client.fetch('/books', { headers: authorization });
  await remote.fetch('/books', { headers: authorization });
  expect((await page.requests()).map(({ world }) => world)).toEqual(['default', remote.name]);
  expect(await page.verify({ operation: 'listBooks', times: 2 })).toMatchObject({ count: 2 });
  await page.clearRequests();
  expect(mock.requests()).toEqual([]);
});

it('has no request of a page played in another world than it names', async () => {
  const { client, remote } = await openRemote();
  expect(client.headers).toEqual({ 'X-Stuntdouble-World': 'default' });
  const page = connect(client.url, { fetch: fetchWithCookie(remote.name) });
  const reply = await page.fetch('/books', { headers: authorization });
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    { type: 'urn:problem-type:conflicting-worlds' },
  ]);
});

it('acts in the world that the base URL names', async () => {
  const { remote } = await openRemote();
  const near = connect(`${remote.url}/`);
  await near.remove('books', first);
  expect((await near.fetch('/books', { headers: authorization })).status).toBe(200);
  expect(near.headers).toEqual({});
  expect((await remote.records('books')).length).toBe(2);
});

/** As the browser sends the requests of a page to its own host. */
function fetchWithCookie(world: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Cookie', `X-Stuntdouble-World=${world}`);
    return fetch(input, { ...init, headers });
  };
}
