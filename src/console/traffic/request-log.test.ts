import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import type { Query } from '../api/client.ts';
import type { RequestList } from '../api/documents.ts';
import type { LogState } from './request-log.ts';
import { createRequestLog, emptyLog } from './request-log.ts';
import { makeRequest } from './request.test-kit.ts';

/** A journal, and a log that asks it. */
function setUp(count: number) {
  let ids = Array.from({ length: count }, (_, index) => index + 1);
  let last = count;
  let cleared = 0;
  let delivered = 0;
  const underway = new Set<number>();
  const asked: Query[] = [];
  let given = 0;
  const seen: { state: LogState } = { state: emptyLog };
  const ask = async (query: Query): Promise<RequestList> => {
    asked.push(query);
    const { since = 0, before = Infinity, limit = 100 } = query;
    const found = ids.filter((id) => id > Number(since) && id < Number(before));
    const requests = found.slice(-Number(limit)).map((id) => {
      const state = underway.has(id) ? 'waiting' : 'done';
      return makeRequest({ id, delivery: { delay_ms: 9, end: { kind: 'whole' }, state } });
    });
    given += requests.length;
    await nextTurn();
    return { count: found.length, is_complete: true, requests };
  };
  const log = createRequestLog(ask, (state) => {
    seen.state = state;
  });
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  };
  return {
    log,
    asked,
    given: () => given,
    settle,
    delay: (id: number) => underway.add(id),
    deliver: (id: number) => {
      underway.delete(id);
      delivered += 1;
      log.come({ last_id: last, cleared, delivered });
    },
    shown: () => seen.state.rows.map(({ id }) => id),
    state: () => seen.state,
    come: (more: number) => {
      for (let at = 0; at < more; at += 1) ids.push((last += 1));
      log.come({ last_id: last, cleared, delivered });
    },
    clear: () => {
      ids = [];
      cleared += 1;
      log.come({ last_id: last, cleared, delivered });
    },
    hide: (more: number) => {
      for (let at = 0; at < more; at += 1) ids.push((last += 1));
      log.come(undefined);
    },
    restart: () => {
      ids = [1];
      last = 1;
      log.come(undefined);
    },
  };
}

async function started(count: number) {
  const set = setUp(count);
  set.log.start();
  await set.settle();
  return set;
}

describe('the list of requests', () => {
  it('shows the newest first, and knows how many there are', async () => {
    const { shown, state } = await started(700);
    expect([shown().length, shown()[0], state().total]).toEqual([200, 700, 700]);
  });

  it('loads older ones when they come in sight, and no more than that', async () => {
    const { log, shown, asked, settle } = await started(2500);
    log.reach(150);
    log.reach(1300);
    await settle();
    expect([shown().length, shown().at(-1), asked.length]).toEqual([2200, 301, 3]);
    log.reach(2500);
    await settle();
    expect(shown()).toEqual(Array.from({ length: 2500 }, (_, index) => 2500 - index));
  });

  it('takes in what comes, each once, with one question for many events', async () => {
    const { come, shown, asked, settle } = await started(2);
    for (let at = 0; at < 20; at += 1) come(3);
    await settle();
    expect(shown()).toEqual(Array.from({ length: 62 }, (_, index) => 62 - index));
    expect(asked.length).toBeLessThan(5);
  });

  it('lets new ones wait while it is held', async () => {
    const { log, come, shown, state, settle } = await started(2);
    log.hold(true);
    come(3);
    await settle();
    expect([shown(), state().waiting]).toEqual([[2, 1], 3]);
    log.hold(false);
    expect([shown(), state().waiting, state().total]).toEqual([[5, 4, 3, 2, 1], 0, 5]);
  });

  it('begins anew where more came than it asks for at once', async () => {
    const { log, come, shown, state, settle } = await started(2);
    come(1500);
    await settle();
    expect([shown().length, shown()[0], state().total]).toEqual([200, 1502, 1502]);
    log.hold(true);
    come(1500);
    await settle();
    expect([shown()[0], state().waiting]).toEqual([1502, 1500]);
    log.hold(false);
    await settle();
    expect([shown()[0], state().total]).toEqual([3002, 3002]);
  });

  it('is empty when the journal was cleared, also by the first event', async () => {
    const set = await started(2);
    set.clear();
    await set.settle();
    expect(set.shown()).toEqual([]);
    set.come(1);
    await set.settle();
    expect(set.shown()).toEqual([3]);
    set.clear();
    await set.settle();
    expect(set.shown()).toEqual([]);
  });

  it('begins anew with a server that has started again', async () => {
    const { restart, come, shown, settle } = await started(9);
    restart();
    await settle();
    expect(shown()).toEqual([1]);
    come(1);
    await settle();
    expect(shown()).toEqual([2, 1]);
  });

  it('keeps its place while it is held, also when the page was hidden', async () => {
    const { log, hide, come, restart, shown, state, settle } = await started(300);
    log.reach(300);
    log.hold(true);
    hide(2);
    await settle();
    come(1);
    await settle();
    expect([shown().length, shown()[0], state().waiting]).toEqual([300, 300, 3]);
    restart();
    await settle();
    expect(shown()).toEqual([1]);
  });

  it.each([true, false])('tells that a delayed reply was sent, held: %s', async (isHeld) => {
    const { log, come, delay, deliver, shown, state, settle } = await started(2);
    delay(3);
    delay(5);
    log.hold(isHeld);
    come(4);
    await settle();
    deliver(3);
    await settle();
    log.hold(false);
    expect(shown()).toEqual([6, 5, 4, 3, 2, 1]);
    expect(state().rows.map(({ delivery }) => delivery?.state)).toEqual([
      'done',
      'waiting',
      'done',
      'done',
      'done',
      'done',
    ]);
  });

  it.each([
    ['one hangs from the beginning', [1, 2490, 2500], 3],
    ['few are far from each other', [1, 700, 1400, 2100], 4],
    ['many are far from each other', Array.from({ length: 50 }, (_, at) => 1 + 49 * at), 2066],
  ])('renews all rows under way where %s, and few others', async (_, late, most) => {
    const { log, come, delay, deliver, given, state, settle } = setUp(2500);
    late.forEach(delay);
    log.start();
    come(0);
    await settle();
    log.reach(2500);
    await settle();
    const before = given();
    late.forEach(deliver);
    await settle();
    // The first delivery is asked for by itself, and the others together.
    expect(given() - before).toBeLessThanOrEqual(2 * most);
    expect(state().rows.filter(({ delivery }) => delivery?.state === 'waiting')).toEqual([]);
    expect(state().rows).toHaveLength(2500);
  });
});
