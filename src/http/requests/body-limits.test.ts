import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createBodyBudget, createTurnstile } from './body-limits.ts';
import { createPieces } from './receive.ts';

const most = 1_000_000;
const uncounted = 16_384;

function createResponse(isQueued = false, rawHeaders: readonly string[] = []): ServerResponse {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  socket.on('close', () => (socket.destroyed = true));
  const own = {
    closed: false,
    req: { socket, rawHeaders, url: '/' },
    socket: isQueued ? null : socket,
  };
  const response = Object.assign(new EventEmitter(), own);
  response.on('close', () => (response.closed = true));
  // What the budget sees of a response.
  return response as unknown as ServerResponse;
}

const refusal = expect.objectContaining({
  code: 'too-many-bytes',
  headers: { 'Retry-After': '1' },
});

describe('the bytes that all requests keep', () => {
  it('are refused beyond the limit, and taken again when another request is over', () => {
    const budget = createBodyBudget(most);
    const [one, other] = [createResponse(), createResponse()];
    budget.open(one).take(most);
    expect(() => budget.open(other).take(100_000)).toThrow(refusal);
    one.emit('close');
    expect(() => budget.open(other).take(100_000)).not.toThrow();
  });

  it('may be more than that where a request is alone', () => {
    const hold = createBodyBudget(most).open(createResponse());
    for (let count = 0; count < 16; count += 1) hold.take(most);
  });

  it('are counted as they come', () => {
    const budget = createBodyBudget(most);
    const first = budget.open(createResponse());
    const second = budget.open(createResponse());
    first.take(most / 2);
    second.take(most / 2);
    first.take(2 * uncounted);
    expect(() => second.take(1)).toThrow(refusal);
  });

  it('are given back by the request that is refused', () => {
    const budget = createBodyBudget(most);
    const [one, other, third] = [createResponse(), createResponse(), createResponse()];
    budget.open(one).take(most / 2);
    const hold = budget.open(other);
    hold.take(most / 2);
    expect(() => hold.take(most)).toThrow(refusal);
    expect(() => budget.open(third).take(most / 2)).not.toThrow();
  });

  it('are given back when the connection is gone', () => {
    const budget = createBodyBudget(most);
    const one = createResponse(true);
    const hold = budget.open(one);
    hold.take(most);
    one.req.socket.emit('close');
    expect(() => budget.open(createResponse()).take(most)).not.toThrow();
    // Nothing would give these back.
    hold.take(most);
    budget.holdReply(most, one);
    expect(() => budget.open(createResponse()).take(uncounted)).not.toThrow();
  });

  it('are those of replies, too, until they were sent', () => {
    const budget = createBodyBudget(most);
    const [one, other] = [createResponse(), createResponse()];
    budget.open(one).take(most / 2);
    budget.holdReply(most, one);
    expect(() => budget.open(other).take(2 * uncounted)).toThrow(refusal);
    expect(() => budget.holdReply(100_000, other)).toThrow(refusal);
    one.emit('close');
    expect(() => budget.holdReply(100_000, other)).not.toThrow();
  });

  it.each([
    ['that is sent at once', false, 65_536],
    ['that waits behind others', true, 4096],
  ])('leave a small reply alone %s', (_, isQueued, size) => {
    const budget = createBodyBudget(1);
    budget.holdReply(100_000, createResponse());
    const listeners = (response: ServerResponse): number => response.listenerCount('close');
    const [small, large] = [createResponse(isQueued), createResponse(isQueued)];
    const before = listeners(small);
    budget.holdReply(size, small);
    expect(listeners(small)).toBe(before);
    expect(() => budget.holdReply(size + 1, large)).toThrow(refusal);
  });

  it('leave small bodies alone', () => {
    const budget = createBodyBudget(most);
    budget.open(createResponse()).take(2 * most);
    expect(() => budget.open(createResponse()).take(uncounted)).not.toThrow();
    expect(() => budget.open(createResponse()).take(uncounted + 1)).toThrow(refusal);
  });

  it('are not counted for a response that is over', () => {
    const budget = createBodyBudget(most);
    const gone = createResponse();
    gone.emit('close');
    budget.open(gone).take(most);
    expect(() => budget.open(createResponse()).take(most)).not.toThrow();
  });
});

describe('requests that wait behind others', () => {
  const fill = (budget: ReturnType<typeof createBodyBudget>): number => {
    let count = 0;
    try {
      for (;;) {
        budget.holdAhead(createResponse(true));
        count += 1;
      }
    } catch (error) {
      expect(error).toEqual(refusal);
    }
    return count;
  };

  it('are counted, apart from bodies', () => {
    const budget = createBodyBudget(most);
    budget.open(createResponse()).take(most);
    const count = fill(budget);
    expect(count).toBeGreaterThan(200);
    expect(count).toBeLessThan(400);
  });

  it('are counted by the size of their heads', () => {
    const budget = createBodyBudget(most);
    const texts = Array.from({ length: 2000 }, (_, index) => `h${index}`);
    for (let count = 0; count < 9; count += 1) budget.holdAhead(createResponse(true, texts));
    expect(() => budget.holdAhead(createResponse(true, texts))).toThrow(refusal);
  });

  it('are given back once their reply was sent and they were begun, in whichever order', () => {
    const budget = createBodyBudget(most);
    const [first, second] = [createResponse(true), createResponse(true)];
    const begin = [first, second].map((response) => budget.holdAhead(response));
    expect(fill(budget)).toBeGreaterThan(0);
    begin[0]?.();
    second.req.socket.emit('close');
    expect(fill(budget)).toBe(0);
    first.emit('close');
    begin[1]?.();
    begin[1]?.();
    expect(fill(budget)).toBe(2);
  });
});

describe('turns of the event loop', () => {
  it.each<[string, readonly number[], readonly (readonly number[])[]]>([
    ['small bodies go together', [40, 40, 20], [[40, 40, 20]]],
    ['a large body goes alone', [100, 100, 100], [[100], [100], [100]]],
    ['a larger one, too', [10, 500, 500], [[10], [500], [500]]],
    ['nothing is overtaken', [90, 20, 90, 10, 5], [[90], [20], [90, 10], [5]]],
  ])('%s', async (_, sizes, expected) => {
    const turn = createTurnstile(100);
    const turns = new Map<number, number[]>();
    let now = 0;
    const enter = (bytes: number): void => void turns.set(now, [...(turns.get(now) ?? []), bytes]);
    const all = sizes.map((bytes) => {
      const waiting = turn(bytes);
      if (!waiting) enter(bytes);
      return waiting ? waiting.then(() => enter(bytes)) : Promise.resolve();
    });
    while (now < 20) {
      await nextTurn();
      now += 1;
    }
    await Promise.all(all);
    expect([...turns.values()]).toEqual(expected);
    // In between there is always a turn for others; the first wait begins in the middle of one.
    const times = [...turns.keys()];
    for (const [index, time] of times.entries()) {
      if (index > 1) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(2);
    }
  });
});

describe('pieces', () => {
  it.each([0, 1, 255, 256, 257, 1000])('%i of them are joined to what they are', (count) => {
    const pieces = createPieces();
    const texts = Array.from({ length: count }, (_, index) => `${index};`);
    for (const text of texts) pieces.add(Buffer.from(text));
    expect(pieces.size).toBe(texts.join('').length);
    expect(Buffer.from(pieces.join()).toString()).toBe(texts.join(''));
    expect([pieces.size, pieces.join().byteLength]).toEqual([0, 0]);
  });
});
