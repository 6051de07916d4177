import { describe, expect, it } from 'vitest';

import { tellWorld } from '../../src/client/index.ts';
import { bookIds } from './bookshop.ts';
import { openRemote } from './open-remote.ts';

const [first = ''] = bookIds;
const authorization = { Authorization: 'Bearer open' };

describe('the report of a world', () => {
  it('tells its requests, why some were refused, where in the contract, and what has changed', async () => {
    const { mock, remote } = await openRemote();
    await remote.fetch(`/books/${first}`, { method: 'DELETE', headers: authorization });
    await remote.fetch('/books', {
      method: 'POST',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: '{"name":"no title"}',
    });
    expect(await tellWorld(remote)).toMatch(
      new RegExp(
        String.raw`^The requests in its world "${remote.name}":
  DELETE /books/${first} 204, deleteBook, changed 1 record
  POST /books 400, createBook, refused
      It is the operation createBook, POST /books, declared at .*openapi\.json:\d+\.
      It showed the credential "Everyone"\.
      It was refused where it is held to the contract; nothing was done \(invalid-request\)\.
      At fault is body /title: is required, but missing\.
What has changed in it:
  - books ${first}$`,
      ),
    );
    expect(await tellWorld(mock.world(remote.name))).toBe(await tellWorld(remote));
  });

  it('says so where nothing happened, and stays short where much did', async () => {
    const { remote } = await openRemote();
    expect(await tellWorld(remote)).toMatch(/^No request came to its world "[^"]+": /);
    for (let count = 0; count < 25; count += 1)
      await remote.fetch('/books', { headers: authorization });
    await remote.seed({ count: { books: 12 } });
    const lines = (await tellWorld(remote)).split('\n');
    expect(lines[0]).toBe(`The last 20 requests in its world "${remote.name}":`);
    expect(lines.filter((line) => line.includes('GET /books'))).toHaveLength(20);
    expect(lines.filter((line) => line.startsWith('  + books'))).toHaveLength(10);
    expect(lines.at(-1)).toBe('  and 2 more');
  });

  it('tells earlier refusals, names that are not declared, and overrides that did nothing', async () => {
    const { mock, remote } = await openRemote();
    await remote.fetch('/books', { method: 'POST', headers: authorization });
    await remote.use({ id: 'once', operation: 'getBook', reply: { status: 200 } });
    for (let count = 0; count < 30; count += 1)
      await remote.fetch('/books', { headers: authorization });
    await remote.fetch('/books?limmit=1', { headers: authorization });
    const told = await tellWorld(remote);
    expect(told).toMatch(
      /^Earlier in its world "[^"]+":\n  POST \/books 4\d\d, createBook, refused\n/,
    );
    expect(told).toContain('"limmit" is not a parameter of listBooks; did you mean "limit"?');
    expect(told).toMatch(/\nOverrides that applied to no request:\n  once, for getBook$/);
    expect(await tellWorld(mock.world(remote.name))).toBe(told);
  });
});
