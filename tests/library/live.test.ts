import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import { replaceInNode } from '../../src/base/node-modules.test-kit.ts';
import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { patience } from '../patience.ts';
import { bookshop } from './bookshop.ts';
import type { Line } from './event-lines.ts';
import { eventsIn, listenAt } from './event-lines.ts';
import { openBookshop } from './open-bookshop.ts';

const live = '/_mock/live';

/** Follows the server, until it has said what there is. */
async function follow({ url }: Pick<Mock, 'url'>): Promise<Line> {
  const line = listenAt(url, live);
  await line.hears('event: hello\n');
  return line;
}

/** Waits for an event of a kind with this data. */
async function tells(line: Line, kind: string, data: object): Promise<void> {
  await vi.waitFor(
    () => expect(eventsIn(line.heard(), kind)).toContainEqual(expect.objectContaining(data)),
    patience,
  );
}

it('begins with all that there is', async () => {
  const { mock, ask } = await openBookshop();
  await ask('POST', '/books', { body: { title: 'One' } });
  mock.world('a').use({ fault: { latency: 1 } });
  const line = await follow(mock);
  expect(line.heard()).toMatch(/^Content-Type: text\/event-stream/im);
  expect(eventsIn(line.heard(), 'hello')).toEqual([
    {
      requests: { last_id: 1, cleared: 0, delivered: 0 },
      coverage: { cleared: 0 },
      worlds: { count: 2 },
      snapshots: { count: 0 },
      contract: { fingerprint: expect.any(String) },
      state: [
        { world: 'default', version: expect.any(Number) },
        { world: 'a', version: 0 },
      ],
      clock: [{ world: 'default' }, { world: 'a' }],
      credentials: [{ world: 'default' }, { world: 'a' }],
      overrides: [{ world: 'a' }],
    },
  ]);
});

const changes: readonly (readonly [
  what: string,
  change: (mock: Mock) => unknown,
  kind: string,
  data: object,
])[] = [
  ['a request', ({ url }) => fetch(`${url}/books`), 'requests', { last_id: 1 }],
  [
    'coverage that begins anew',
    ({ url }) => fetch(`${url}/_mock/coverage`, { method: 'DELETE' }),
    'coverage',
    { cleared: 1 },
  ],
  ['cleared requests', (mock) => mock.clearRequests(), 'requests', { cleared: 1 }],
  ['a record', ({ url }) => post(url, '/books', { title: 'New' }), 'state', { world: 'default' }],
  [
    'a record of a world',
    ({ url }) => post(url, '/~a/books', { title: 'New' }),
    'state',
    { world: 'a' },
  ],
  ['a reset', (mock) => mock.reset(), 'state', { world: 'default' }],
  ['a new world', (mock) => mock.world('b'), 'worlds', { count: 3 }],
  ['a world that is gone', (mock) => mock.world('a').drop(), 'worlds', { count: 1 }],
  ['a world that is made anew', (mock) => mock.world('a', {}), 'state', { world: 'a', version: 0 }],
  ['an override', (mock) => mock.use({ fault: { latency: 1 } }), 'overrides', { world: 'default' }],
  [
    'an override for every world',
    (mock) => mock.use({ world: '*', fault: { latency: 1 } }),
    'overrides',
    { world: '*' },
  ],
  ['a clock that is set', (mock) => mock.world('a').advanceClock('1h'), 'clock', { world: 'a' }],
  ['a snapshot', (mock) => mock.world('a').save('s'), 'snapshots', { count: 1 }],
  [
    'a credential',
    ({ url }) => post(url, '/_mock/credentials', { name: 'Ann', scheme: 'token', scopes: [] }),
    'credentials',
    { world: 'default' },
  ],
  [
    'a credential that is revoked',
    ({ url }) => fetch(`${url}/_mock/credentials/Everyone`, { method: 'DELETE' }),
    'credentials',
    { world: 'default' },
  ],
];

async function post(url: string, path: string, body: object): Promise<void> {
  await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer open' },
    body: JSON.stringify(body),
  });
}

it.each(changes)('tells of %s', async (_, change, kind, data) => {
  const { mock } = await openBookshop();
  mock.world('a');
  const line = await follow(mock);
  await change(mock);
  await tells(line, kind, data);
});

it('tells that the last override is gone', async () => {
  const { mock } = await openBookshop();
  const used = mock.use({ fault: { latency: 1 } });
  const line = await follow(mock);
  used.remove();
  await tells(line, 'overrides', { world: 'default' });
});

it('tells nothing where nothing changes, and of a change only what has changed', async () => {
  const { mock } = await openBookshop();
  const line = await follow(mock);
  await fetch(`${mock.url}/_mock/worlds`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  mock.world('a').save('s');
  await tells(line, 'snapshots', { count: 1 });
  const kinds = [...line.heard().matchAll(/^event: (\w+)$/gm)].map(([, kind]) => kind);
  expect(new Set(kinds)).toEqual(
    new Set(['hello', 'worlds', 'snapshots', 'state', 'clock', 'credentials']),
  );
});

it('makes one event of many changes, with the latest data', async () => {
  const { mock, ask } = await openBookshop();
  const line = await follow(mock);
  const start = performance.now();
  const calls = Array.from({ length: 100 }, () =>
    ask('POST', '/books', { body: { title: 'New' } }),
  );
  await Promise.all(calls);
  await tells(line, 'requests', { last_id: 100 });
  const looks = (performance.now() - start) / 200 + 1;
  expect(eventsIn(line.heard(), 'requests').length).toBeLessThanOrEqual(looks);
  expect(eventsIn(line.heard(), 'state').length).toBeLessThanOrEqual(looks);
});

it('tells each listener of all that has changed since its own beginning', async () => {
  const { mock } = await openBookshop();
  const first = await follow(mock);
  mock.world('a').save('s');
  const second = await follow(mock);
  await tells(first, 'snapshots', { count: 1 });
  mock.snapshots.drop('s');
  await tells(first, 'snapshots', { count: 0 });
  await tells(second, 'snapshots', { count: 0 });
  expect(eventsIn(second.heard(), 'snapshots')).toHaveLength(1);
});

it('tells of another contract, and of what went with the one before', async () => {
  const folder = await writeFolder(bookshop());
  const contract = join(folder, 'openapi.json');
  const mock = await createMock({ contract, watch: true, onNotice: () => undefined });
  onTestFinished(() => mock.close());
  await mock.listen();
  mock.world('a').save('s');
  const line = await follow(mock);
  const text = await readFile(contract, 'utf8');
  await writeFile(contract, text.replaceAll('"Books"', '"Books, again"'));
  await tells(line, 'contract', { fingerprint: expect.any(String) });
  await tells(line, 'worlds', { count: 1 });
  await tells(line, 'snapshots', { count: 0 });
  await tells(line, 'state', { world: 'default' });
});

it('works without a journal', async () => {
  const { mock } = await openBookshop({ journal: 0 });
  const line = await follow(mock);
  expect(eventsIn(line.heard(), 'hello')).toMatchObject([{ requests: { last_id: 0 } }]);
  mock.world('a');
  await tells(line, 'worlds', { count: 2 });
});

it('ends when the server is closed', async () => {
  const { mock } = await openBookshop();
  const lines = [await follow(mock), await follow(mock)];
  await mock.close();
  for (const line of lines) {
    await line.closed;
    expect(line.heard()).toMatch(/\r\n0\r\n\r\n$/);
  }
});

it('lets 32 clients follow, beside those that follow requests', async () => {
  const { mock, ask } = await openBookshop();
  const requests = listenAt(mock.url, '/_mock/requests/live');
  await requests.hears('retry');
  const lines = await Promise.all(Array.from({ length: 32 }, () => follow(mock)));
  const refused = await ask('GET', live);
  expect([refused.status, refused.json]).toMatchObject([
    503,
    { type: 'urn:problem-type:too-many-listeners', detail: expect.stringContaining('/_mock/') },
  ]);
  for (const { socket } of lines) socket.destroy();
  await vi.waitFor(async () => {
    const line = listenAt(mock.url, live);
    await line.hears('HTTP/1.1 ');
    expect(line.heard()).toMatch(/^HTTP\/1\.1 200 /);
  }, patience);
});

it('keeps no timer once the last listener has left', async () => {
  const { mock, ask } = await openBookshop();
  await ask('HEAD', live);
  const [set, cleared] = [vi.fn(setInterval), vi.fn(clearInterval)];
  replaceInNode('node:timers', { setInterval: set, clearInterval: cleared });
  await mock.world('a').reset();
  expect(set).not.toHaveBeenCalled();
  const first = await follow(mock);
  const second = await follow(mock);
  const timers = set.mock.calls.flatMap(([, pause], at) =>
    pause === 200 ? [set.mock.results[at]?.value as unknown] : [],
  );
  expect(timers).toHaveLength(1);
  first.socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(cleared.mock.calls.flat()).not.toContain(timers[0]);
  second.socket.destroy();
  await vi.waitFor(() => expect(cleared.mock.calls.flat()).toContain(timers[0]), patience);
});
