import { describe, expect, it, vi } from 'vitest';

import type { Mock, MockFault } from '../../src/index.ts';
import { connect } from '../../src/client/index.ts';
import { patience } from '../patience.ts';
import { eventsIn, listenAt } from './event-lines.ts';
import { openThings } from './thing-shop.ts';

/** Sends a request to what a fault delays or breaks, and waits until the server has it. */
async function send(fault: MockFault) {
  const { mock, url } = await openThings();
  mock.use({ id: 'slow', operation: 'listThings', fault });
  const control = new AbortController();
  const asked = fetch(`${url}/things`, { signal: control.signal })
    .then((response) => response.text())
    .catch(() => 'failed');
  await vi.waitUntil(() => mock.requests().length === 1, patience);
  return { mock, url, asked, leave: () => control.abort() };
}

async function over(mock: Mock) {
  await vi.waitUntil(
    () => !['waiting', 'sending'].includes(mock.requests()[0]?.delivery?.state ?? ''),
    patience,
  );
  return mock.requests()[0];
}

it('has a delayed request when it comes, and notes what became of it', async () => {
  const { mock, url, leave } = await send({ latency: '1h' });

  expect(mock.requests()).toMatchObject([
    { reply: { status: 200 }, delivery: { delay: 3_600_000, state: 'waiting', sent: 'nothing' } },
  ]);
  expect(mock.verify({ operation: 'listThings' })).toMatchObject({ isMet: true });
  expect(await connect(url).requests()).toEqual(mock.requests());

  const before = mock.requests()[0]?.durationMs ?? Infinity;
  leave();
  const entry = await over(mock);
  expect(entry).toMatchObject({ delivery: { state: 'left', sent: 'nothing' } });
  expect(entry?.durationMs).toBeGreaterThan(before);
  expect(mock.requests()).toHaveLength(1);
});

it('has a delayed request once, also when its reply was sent', async () => {
  const { mock, asked } = await send({ latency: 30 });
  expect(await asked).toContain('[');
  expect(await over(mock)).toMatchObject({ delivery: { state: 'done', sent: 'whole' } });
  expect(mock.requests()[0]?.durationMs).toBeGreaterThan(20);
});

it.each([
  ['a reset', { reset: true }, { state: 'done', sent: 'nothing' }],
  ['a cut', { truncate: 1 }, { state: 'done', sent: 'part' }],
  ['a slow body', { bytesPerSecond: 1_000_000 }, { state: 'done', sent: 'whole' }],
] as const)('notes what was sent of %s', async (_, fault, delivery) => {
  const { mock, asked } = await send(fault);
  await asked;
  expect(await over(mock)).toMatchObject({ delivery });
});

it('notes that the client of one that hangs has left', async () => {
  const { mock, leave } = await send({ hang: true });
  expect(mock.requests()).toMatchObject([{ delivery: { state: 'waiting', sent: 'nothing' } }]);
  leave();
  expect(await over(mock)).toMatchObject({ delivery: { state: 'left', sent: 'nothing' } });
});

it('notes that a client has left in the middle of a slow body', async () => {
  const { mock, leave } = await send({ bytesPerSecond: 1 });
  await vi.waitUntil(() => mock.requests()[0]?.delivery?.state === 'sending', patience);
  leave();
  expect(await over(mock)).toMatchObject({ delivery: { state: 'left', sent: 'part' } });
});

it('knows no client of a request that it repeats by itself', async () => {
  const { mock, leave } = await send({ latency: '1h' });
  expect(await mock.repeatRequest(1)).toMatchObject({
    delivery: { delay: 3_600_000, state: 'none', sent: 'nothing' },
  });
  leave();
});

it('counts a request without a socket, too', async () => {
  const { mock } = await openThings();
  mock.use({ operation: 'listThings', fault: { latency: '1h' } });
  const control = new AbortController();
  const asked = mock.fetch('/things', { signal: control.signal }).catch(() => 'failed');
  await vi.waitUntil(() => mock.requests().length === 1, patience);
  expect(mock.requests()).toMatchObject([{ delivery: { state: 'waiting' } }]);
  control.abort();
  expect(await asked).toBe('failed');
  expect(await over(mock)).toMatchObject({ delivery: { state: 'left' } });
});

it('tells a listener when it comes, and once more when it is over', async () => {
  const { mock, url } = await openThings();
  mock.use({ operation: 'listThings', fault: { latency: '1h' } });
  const line = listenAt(url, '/_mock/requests/live');
  const server = listenAt(url, '/_mock/live');
  await line.hears('retry');
  await server.hears('event: hello');
  const control = new AbortController();
  const asked = fetch(`${url}/things`, { signal: control.signal }).catch(() => 'failed');
  await line.hears('id: 1\nevent: request\n');
  expect(eventsIn(line.heard(), 'request')).toMatchObject([
    { id: 1, delivery: { state: 'waiting' } },
  ]);
  await vi.waitFor(
    () =>
      expect(eventsIn(server.heard(), 'requests')).toContainEqual({
        last_id: 1,
        cleared: 0,
        delivered: 0,
      }),
    patience,
  );
  control.abort();
  await asked;
  await line.hears('event: delivered\n');
  expect(eventsIn(line.heard(), 'delivered')).toMatchObject([
    { id: 1, delivery: { state: 'left' } },
  ]);
  expect(eventsIn(line.heard(), 'request')).toHaveLength(1);
  await vi.waitFor(
    () =>
      expect(eventsIn(server.heard(), 'requests').at(-1)).toEqual({
        last_id: 1,
        cleared: 0,
        delivered: 1,
      }),
    patience,
  );
});

it('tells a listener of each delivery by itself where many end at once', async () => {
  const { mock, url } = await openThings();
  mock.use({ operation: 'listThings', fault: { latency: '1h' } });
  const line = listenAt(url, '/_mock/requests/live');
  await line.hears('retry');
  const control = new AbortController();
  const { signal } = control;
  const asked = Array.from({ length: 5 }, () => mock.fetch('/things', { signal }).catch(() => {}));
  await line.hears('id: 5\nevent: request\n');
  control.abort();
  await Promise.all(asked);
  await vi.waitFor(
    () =>
      expect(eventsIn(line.heard(), 'delivered').map(idOf).toSorted(rising)).toEqual([
        1, 2, 3, 4, 5,
      ]),
    patience,
  );
  // What is written at once is one chunk.
  expect(line.heard().match(/\r\n[0-9a-f]+\r\nevent: delivered\n/g)).toHaveLength(5);
});

it('tells a listener nothing of a delivery of a request that was cleared', async () => {
  const { mock, url } = await openThings();
  mock.use({ operation: 'listThings', fault: { latency: '1h' } });
  const line = listenAt(url, '/_mock/requests/live');
  await line.hears('retry');
  const ask = (control: AbortController) =>
    mock.fetch('/things', { signal: control.signal }).catch(() => {});
  const [first, second] = [new AbortController(), new AbortController()];
  void ask(first);
  await line.hears('id: 1\nevent: request\n');
  mock.clearRequests();
  void ask(second);
  await line.hears('id: 2\nevent: request\n');
  first.abort();
  second.abort();
  await line.hears('event: delivered\n');
  await mock.fetch('/things/none');
  await line.hears('id: 3\nevent: request\n');
  expect(eventsIn(line.heard(), 'delivered').map(idOf)).toEqual([2]);
});

it('tells a client that comes back of no delivery of what it was told before', async () => {
  const { mock, url, leave } = await send({ latency: '1h' });
  const line = listenAt(url, '/_mock/requests/live', 'Last-Event-ID: 1');
  await line.hears('retry');
  leave();
  expect(await over(mock)).toMatchObject({ delivery: { state: 'left' } });
  await fetch(`${url}/things/none`);
  await line.hears('id: 2\nevent: request\n');
  expect(eventsIn(line.heard(), 'delivered')).toEqual([]);
});

function idOf(event: unknown): number {
  return Number(Object(event).id);
}

function rising(one: number, other: number): number {
  return one - other;
}

describe('why no reply was sent', () => {
  it.each([
    [
      'a reset',
      { reset: true },
      'GET /things got no reply, in the world "default": the 200 that the server made for it was not sent.',
      'On its way out the connection was reset before anything was sent, by the fault "slow" (the connection is reset).',
    ],
    [
      'one that hangs',
      { hang: true },
      'GET /things got no reply, in the world "default": the 200 that the server made for it was not sent.',
      'On its way out nothing was ever sent, by the fault "slow" (never answered).',
    ],
    [
      'one that waits',
      { latency: '20s' },
      'GET /things has no reply yet, in the world "default": the 200 that the server made for it waits.',
      'Its reply still waits, by the fault "slow" (20000 ms late).',
    ],
    [
      'a cut',
      { truncate: 1 },
      'GET /things was answered with 200, in the world "default", but not to the end.',
      'On its way out the connection was cut after 1 bytes of the body, by the fault "slow" (cut off after 1 bytes).',
    ],
  ] as const)('is told of %s', async (name, fault, first, last) => {
    const { mock, asked, leave } = await send(fault);
    if (!name.startsWith('one')) await asked;
    expect(mock.explain(1).at(0)).toBe(first);
    expect(mock.explain(1).at(-1)).toBe(last);
    leave();
  });

  it.each([
    [
      { bytesPerSecond: 1, truncate: 2 },
      'On its way out it went out at 1 bytes a second, by the fault "slow" (1 bytes a second, cut off after 2 bytes).',
    ],
    [
      { latency: 1, bytesPerSecond: 1 },
      'On its way out it was kept back for 1 ms, and it went out at 1 bytes a second, by the fault "slow" (1 ms late, 1 bytes a second).',
    ],
  ])('is told of the client that left before the end of %o', async (fault, way) => {
    const { mock, leave } = await send(fault);
    await vi.waitUntil(() => mock.requests()[0]?.delivery?.state === 'sending', patience);
    expect(mock.explain(1).at(-1)).toBe(way);
    leave();
    expect(await over(mock)).toMatchObject({ delivery: { state: 'left', sent: 'part' } });
    expect(mock.explain(1).slice(-2)).toEqual([
      way,
      expect.stringMatching(
        /^The client closed the connection after .*, before all of it was sent\.$/,
      ),
    ]);
  });

  it('is told where the client left', async () => {
    const { mock, leave } = await send({ latency: '20s' });
    leave();
    await over(mock);
    expect(mock.explain(1).at(0)).toMatch(/^GET \/things got no reply, .* 200 .* was not sent\.$/);
    expect(mock.explain(1).slice(-2)).toEqual([
      'Its reply waited, by the fault "slow" (20000 ms late).',
      expect.stringMatching(
        /^The client closed the connection after [\d.]+ m?s, before anything was sent\.$/,
      ),
    ]);
  });
});
