import { expect, it, vi } from 'vitest';

import { patience } from '../patience.ts';
import { eventsIn, listenAt } from './event-lines.ts';
import { openBookshop } from './open-bookshop.ts';

const live = '/_mock/requests/live';

it('tells of each request as it comes in, without its secrets', async () => {
  const { mock, ask } = await openBookshop();
  await ask('GET', '/books');
  const line = listenAt(mock.url, live);
  await line.hears('retry: 1000\n\n');
  expect(line.heard()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(line.heard()).toMatch(/^Content-Type: text\/event-stream/im);
  expect(line.heard()).toMatch(/^Cache-Control: no-store/im);
  await ask('POST', '/books', { body: { title: 'One\ntwo' } });
  await ask('GET', '/~a/books');
  await line.hears('id: 3\nevent: request\ndata: {"id":3,');
  expect(eventsIn(line.heard(), 'request')).toMatchObject([
    { id: 2, operation: 'createBook', request: { body: { title: 'One\ntwo' } } },
    { id: 3, world: 'a', request: { headers: { authorization: 'Bearer …' } } },
  ]);
});

it('tells of those that are wanted', async () => {
  const { mock, ask } = await openBookshop();
  const inWorld = listenAt(mock.url, `/~a${live}?operation=listBooks`);
  const refused = listenAt(mock.url, `${live}?status=4XX`);
  await Promise.all([inWorld.hears('retry'), refused.hears('retry')]);
  await ask('GET', '/~a/books/none');
  await ask('GET', '/books');
  await ask('GET', '/~a/books');
  await ask('GET', '/end');
  await Promise.all([inWorld.hears('id: 3\n'), refused.hears('id: 4\n')]);
  expect(eventsIn(inWorld.heard(), 'request')).toMatchObject([{ id: 3 }]);
  expect(eventsIn(refused.heard(), 'request')).toMatchObject([{ id: 1 }, { id: 4 }]);
});

it('begins again where somebody left off, and says what was missed', async () => {
  const { mock, ask } = await openBookshop({ journal: 3 });
  for (let round = 0; round < 5; round += 1) await ask('GET', '/books');
  const cases = [
    ['Last-Event-ID: 4', [], [5]],
    ['Last-Event-ID: 1', [{ count: 1 }], [3, 4, 5]],
    // Of another life of the server: everything is new.
    ['Last-Event-ID: 99', [{ count: 2 }], [3, 4, 5]],
  ] as const;
  for (const [header, missed, ids] of cases) {
    const line = listenAt(mock.url, live, header);
    await line.hears('id: 5\n');
    const numbers = eventsIn(line.heard(), 'request').map((event) => Object(event).id as number);
    expect([header, eventsIn(line.heard(), 'missed'), numbers]).toEqual([header, missed, ids]);
    line.socket.destroy();
  }
  expect((await ask('GET', live, { headers: { 'Last-Event-ID': 'x' } })).status).toBe(400);
});

it('lets no slow listener take memory, and tells it what it has missed', async () => {
  const { mock, ask } = await openBookshop({ journal: 4 });
  const line = listenAt(mock.url, live);
  await line.hears('retry');
  line.socket.pause();
  const title = 'x'.repeat(30_000);
  const calls = 100;
  const asked = Array.from({ length: calls }, () => ask('POST', '/books', { body: { title } }));
  await Promise.all(asked);
  line.socket.resume();
  await line.hears(`id: ${calls}\n`);
  const told = eventsIn(line.heard(), 'request').length;
  const missed = eventsIn(line.heard(), 'missed').map((event) => Object(event).count as number);
  expect(missed.length).toBeGreaterThan(0);
  expect(told + missed.reduce((sum, count) => sum + count, 0)).toBe(calls);
});

it('ends when the stand-in is closed', async () => {
  const { mock, ask } = await openBookshop();
  const lines = [listenAt(mock.url, live), listenAt(mock.url, live)];
  for (const line of lines) await line.hears('retry');
  await ask('GET', '/books');
  await mock.close();
  for (const line of lines) {
    await line.closed;
    // Whoever hangs is cut off after a while, and hears no end.
    expect(line.heard()).toMatch(/\r\n0\r\n\r\n$/);
  }
});

it('lets so many listen and no more, and one who leaves makes room', async () => {
  const { mock, ask } = await openBookshop();
  const lines = Array.from({ length: 32 }, () => listenAt(mock.url, live));
  for (const line of lines) await line.hears('retry');
  const refused = await ask('GET', live);
  expect([refused.status, refused.json]).toMatchObject([
    503,
    { type: 'urn:problem-type:too-many-listeners' },
  ]);
  lines[0]?.socket.destroy();
  await vi.waitUntil(async () => {
    const line = listenAt(mock.url, live);
    await line.hears('HTTP/1.1 ');
    return line.heard().startsWith('HTTP/1.1 200 ');
  }, patience);
});

it('lets no more listen where many come at once', async () => {
  const { mock } = await openBookshop();
  const said = await Promise.all(Array.from({ length: 40 }, () => fetch(mock.url + live)));
  const heard = said.filter(({ status }) => status === 200);
  expect(heard).toHaveLength(32);
  expect(said.filter(({ status }) => status === 503)).toHaveLength(8);
  for (const { body } of said) await body?.cancel();
});

it('answers a HEAD without listening', async () => {
  const { mock } = await openBookshop();
  for (let round = 0; round < 40; round += 1) {
    const { status } = await fetch(mock.url + live, { method: 'HEAD' });
    expect(status).toBe(200);
  }
});
