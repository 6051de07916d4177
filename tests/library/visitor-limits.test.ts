import type { RequestListener } from 'node:http';
import { createServer, request } from 'node:http';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Notice, OperationHandler } from '../../src/index.ts';
import type { Browser } from './open-demo.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';
import {
  control,
  countBooks,
  create,
  field,
  first,
  holdTime,
  listVisitors,
  openBrowser,
  openDemo,
  operator,
} from './open-demo.ts';

describe('what visitors may use', () => {
  it('is limited in records, and what is too much changes nothing', async () => {
    const { ask } = await openDemo({ visitorRecords: 2 });
    const one = openBrowser(ask);
    expect((await create(one.ask)).status).toBe(201);
    const { json } = await create(one.ask);
    const refused = await create(one.ask);
    expect([refused.status, refused.json]).toMatchObject([
      507,
      {
        type: 'urn:problem-type:too-many-records',
        detail: expect.stringMatching(/may add 2 records/),
      },
    ]);
    expect(await countBooks(one.ask)).toBe(5);
    // What was there from the beginning is not the visitor's.
    expect((await one.ask('DELETE', `/books/${first}`)).status).toBe(204);
    expect((await create(one.ask)).status).toBe(507);
    const { id } = json as { readonly id: string };
    expect((await one.ask('DELETE', `/books/${id}`)).status).toBe(204);
    expect((await create(one.ask)).status).toBe(201);
    expect((await create(openBrowser(ask).ask)).status).toBe(201);
  });

  it('is limited in requests, for each visitor', async () => {
    const { ask } = await openDemo({ visitorRequests: 3 });
    const one = openBrowser(ask);
    await create(one.ask);
    for (let at = 0; at < 3; at += 1) expect((await one.ask('GET', '/books')).status).toBe(200);
    const refused = await one.ask('GET', '/books');
    expect([refused.status, refused.json]).toMatchObject([
      429,
      { type: 'urn:problem-type:rate-limited' },
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    const other = openBrowser(ask);
    expect((await other.ask('GET', '/books')).status).toBe(200);
    expect((await ask('GET', '/books', { headers: operator })).status).toBe(200);
  });

  it('is limited in requests, for all visitors of an address to ten times as many', async () => {
    const { ask } = await openDemo({ visitorRequests: 2 });
    for (let at = 0; at < 6; at += 1) {
      const one = openBrowser(ask);
      expect((await create(one.ask)).status).toBe(201);
      for (const path of ['/books', `/books/${first}`]) {
        expect((await one.ask('GET', path)).status).toBe(200);
      }
    }
    const last = openBrowser(ask);
    expect((await create(last.ask)).status).toBe(201);
    expect((await last.ask('GET', '/books')).status).toBe(200);
    for (const { ask: any } of [last, openBrowser(ask)]) {
      const refused = await any('GET', '/books');
      expect([refused.status, refused.json]).toMatchObject([
        429,
        { detail: expect.stringMatching(/one address may send 20 requests/) },
      ]);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
  });

  it('is limited in worlds: the oldest of an address makes room for its next', async () => {
    const goOn = holdTime();
    const { ask } = await openDemo({ maxWorlds: 20 });
    const browsers = [1, 2, 3].map(() => openBrowser(ask));
    const names: (string | null)[] = [];
    for (const { ask: one } of browsers) {
      names.push((await create(one)).headers.get(field));
      goOn(60_000);
    }
    expect(await listVisitors(ask)).toEqual(names.slice(1));
    expect(await countBooks(browsers[0]?.ask ?? ask)).toBe(3);
  });

  it('is refused where the worlds of an address were all used within the last minute', async () => {
    const goOn = holdTime();
    const { ask } = await openDemo({ maxWorlds: 20 });
    const [one, two, three] = [openBrowser(ask), openBrowser(ask), openBrowser(ask)];
    await create(one.ask);
    await create(two.ask);
    goOn(59_999);
    const refused = await create(three.ask);
    expect([refused.status, refused.json]).toMatchObject([
      503,
      {
        type: 'urn:problem-type:too-many-worlds',
        detail: expect.stringMatching(/your address have 2 worlds.*a tenth of --max-worlds/),
      },
    ]);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect([await countBooks(one.ask), await countBooks(two.ask)]).toEqual([4, 4]);
  });

  it('is counted by the address of a proxy that is not named, which the user is told once', async () => {
    const told: Notice[] = [];
    const onNotice = (notice: Notice): void => void told.push(notice);
    const { ask } = await openDemo({ visitorRequests: 1, onNotice });
    const statuses: number[] = [];
    for (let digit = 1; digit <= 11; digit += 1) {
      const headers = { 'X-Forwarded-For': `192.0.2.${digit}` };
      statuses.push((await ask('GET', '/books', { headers })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    const mine = told.filter(({ message }) => message.includes('--trust-proxy 127.0.0.1'));
    expect(mine).toMatchObject([{ level: 'warning' }]);
  });

  it('is counted as that of one address where the address is unknown', async () => {
    const mock = await openUnheard({ visitorWorlds: true, maxWorlds: 20 });
    const post = await hostOnFile(mock.app);
    expect([await post(), await post(), await post()]).toEqual([201, 201, 503]);
  });

  it('is refused where all worlds are in use', async () => {
    const { ask } = await openDemo({ maxWorlds: 2, trustProxy: '127.0.0.1' });
    const from = (address: string): Browser =>
      openBrowser(ask, 'same-origin', { 'X-Forwarded-For': address });
    const [one, two, three] = [from('192.0.2.1'), from('192.0.2.2'), from('192.0.2.3')];
    // The one that all share has a place besides.
    expect(await countBooks(ask)).toBe(3);
    expect((await create(one.ask)).status).toBe(201);
    expect((await create(two.ask)).status).toBe(201);
    const refused = await create(three.ask);
    expect([refused.status, refused.json]).toMatchObject([
      503,
      { type: 'urn:problem-type:too-many-worlds' },
    ]);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect(await countBooks(one.ask)).toBe(4);
    expect(await countBooks(three.ask)).toBe(3);
  });

  it('is one world where one may be, besides the one that all share', async () => {
    const { ask } = await openDemo({ maxWorlds: 1 });
    expect(await countBooks(ask)).toBe(3);
    const one = openBrowser(ask);
    expect((await create(one.ask)).status).toBe(201);
    expect([await countBooks(one.ask), await countBooks(ask)]).toEqual([4, 3]);
    const made = await ask('PUT', '/_mock/worlds/other', { headers: control });
    expect([made.status, made.json]).toMatchObject([
      503,
      { detail: expect.stringMatching(/^There is 1 world,/) },
    ]);
  });

  it('is what all share, also where the user who runs the server has all worlds', async () => {
    const { ask } = await openDemo({ maxWorlds: 1 });
    const own = await ask('PUT', '/_mock/worlds/other', { headers: control, body: {} });
    expect(own.status).toBe(201);
    expect(await countBooks(ask)).toBe(3);
    const refused = await create(openBrowser(ask).ask);
    expect([refused.status, refused.json]).toMatchObject([
      503,
      { detail: expect.stringMatching(/^There is 1 world, as many as --max-worlds allows/) },
    ]);
    // Dropped and made again.
    await ask('DELETE', '/_mock/worlds/visitors', { headers: control });
    expect(await countBooks(ask)).toBe(3);
  });

  it('begins again without a notice where no visitor has read for long', async () => {
    const goOn = holdTime();
    const told: Notice[] = [];
    const onNotice = (notice: Notice): void => void told.push(notice);
    const { ask } = await openDemo({ worldIdle: 1000, onNotice });
    expect(await countBooks(ask)).toBe(3);
    goOn(1000);
    expect(await countBooks(ask)).toBe(3);
    expect(told.filter(({ message }) => message.includes('"visitors"'))).toEqual([]);
  });

  it('is read only, also where the user who runs the server makes a world of that name', async () => {
    const { ask } = await openDemo({ behaviors: { getBook: addOne } });
    await ask('PUT', '/_mock/worlds/visitors', { headers: control, body: {} });
    expect((await ask('GET', `/books/${first}`)).status).toBe(403);
    expect(await countBooks(ask)).toBe(3);
  });
});

describe('the user who runs the server', () => {
  it('alone uses the control API, by the token, also on this machine', async () => {
    const { ask } = await openDemo();
    expect((await ask('GET', '/_mock/worlds', { headers: control })).status).toBe(200);
    expect((await ask('GET', '/_mock/worlds')).status).toBe(401);
    const closed = await openBookshop({ visitorWorlds: true });
    const refused = await closed.ask('GET', '/_mock/worlds');
    expect([refused.status, refused.json]).toMatchObject([
      401,
      { detail: expect.stringMatching(/--control-token/) },
    ]);
    expect((await closed.ask('GET', '/_mock/health')).status).toBe(200);
  });

  it('plays in the default world, and in any that the token names', async () => {
    const { mock, ask } = await openDemo();
    expect((await create(ask, 'Kept', operator)).status).toBe(201);
    expect(mock.records('books')).toHaveLength(4);
    const visitor = openBrowser(ask);
    const { headers } = await create(visitor.ask);
    const name = headers.get(field) ?? '';
    const seen = await ask('GET', `/~${name}/books`, { headers: operator });
    expect((seen.json as { data: unknown[] }).data).toHaveLength(4);
    expect((await mock.world('a').fetch('/books', auth)).status).toBe(200);
  });

  it('alone asks for faults', async () => {
    const { ask } = await openDemo();
    const fault = { 'X-Stuntdouble-Fault': 'latency=1ms' };
    expect((await ask('GET', '/books', { headers: fault })).status).toBe(403);
    expect((await ask('GET', '/books', { headers: { ...fault, ...operator } })).status).toBe(200);
  });
});

const addOne: OperationHandler = ({ records, usual }) => {
  records.add('books', { title: 'Read' });
  return usual;
};

const auth = { headers: { Authorization: 'Bearer open' } };

/** Serves an app by a socket of the file system, which has no addresses. The result makes a book. */
async function hostOnFile(app: RequestListener): Promise<() => Promise<number | undefined>> {
  const socketPath = join(await writeFolder(), 'socket');
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(socketPath, resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const headers = {
    Host: '127.0.0.1',
    Authorization: 'Bearer open',
    'Content-Type': 'application/json',
    'Sec-Fetch-Site': 'same-origin',
  };
  return async () =>
    new Promise((resolve, reject) => {
      const sent = request({ socketPath, path: '/books', method: 'POST', headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      sent.on('error', reject).end(JSON.stringify({ title: 'Mine' }));
    });
}
