import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Browser } from './open-demo.ts';
import type { Ask, Said } from './open-bookshop.ts';
import { countBooks, create, holdTime, openBrowser, openDemo } from './open-demo.ts';

/** A record of a few bytes counts for so many. */
const bytesOfRecord = 4096;
/** How many of them one address may have; all visitors have ten times as many. */
const mostOfOne = 4;

/** A quarter of Node's memory is for visitors. */
const bytesOfHeap = 4 * 10 * mostOfOne * bytesOfRecord;

interface Demo {
  readonly ask: Ask;
  /** A browser whose address ends with this number. */
  from(this: void, digit: number): Browser;
}

async function openSmallDemo(): Promise<Demo> {
  holdHeap(bytesOfHeap);
  const { ask } = await openDemo({ trustProxy: '127.0.0.1', visitorRecords: 1000 });
  return {
    ask,
    from: (digit) =>
      openBrowser(ask, 'same-origin', { 'X-Forwarded-For': `192.0.2.${String(digit)}` }),
  };
}

/** Node says that it has so much memory. */
function holdHeap(bytes: number): void {
  const asked = { ...v8.getHeapStatistics(), heap_size_limit: bytes };
  const spy = vi.spyOn(v8, 'getHeapStatistics').mockReturnValue(asked);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

async function createMany(browser: Browser, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push((await create(browser.ask)).status);
  return statuses;
}

function expectRefusal({ status, json, headers }: Said, detail: RegExp): void {
  expect([status, json]).toMatchObject([
    503,
    { type: 'urn:problem-type:too-many-worlds', detail: expect.stringMatching(detail) },
  ]);
  expect(headers.get('Retry-After')).toBe('60');
}

describe('the memory of visitors', () => {
  it('has a share for each address, of which others keep theirs', async () => {
    const goOn = holdTime();
    const { from } = await openSmallDemo();
    const other = from(9);
    await createMany(other, 1);
    goOn(60_000);
    const [one, two, three] = [from(1), from(1), from(1)];
    expect(await createMany(one, 2)).toEqual([201, 201]);
    expect(await createMany(two, 2)).toEqual([201, 201]);
    // The world of another address was not used for longer, and makes no room.
    expectRefusal(await create(three.ask), /your address.*memory.*within the last minute/);
    expect(await Promise.all([one, two].map(({ ask }) => countBooks(ask)))).toEqual([5, 5]);
    expect(await countBooks(other.ask)).toBe(4);
    expect(await createMany(other, 3)).toEqual([201, 201, 201]);
  });

  it('that an address takes is that of its own world which was not used for the longest time', async () => {
    const goOn = holdTime();
    const { from } = await openSmallDemo();
    const [other, one, two, three] = [from(9), from(1), from(1), from(1)];
    await createMany(other, 1);
    await createMany(one, 2);
    goOn(1);
    await createMany(two, 2);
    goOn(60_000);
    expect(await createMany(three, 1)).toEqual([201]);
    expect(await Promise.all([other, one, two].map(({ ask }) => countBooks(ask)))).toEqual([
      4, 3, 5,
    ]);
  });

  it('is not enough for a world that is larger than the share by itself, also after a minute', async () => {
    const goOn = holdTime();
    const { from } = await openSmallDemo();
    const [one, two] = [from(1), from(1)];
    await createMany(one, 1);
    await createMany(two, mostOfOne - 1);
    goOn(60_000);
    const large = await create(two.ask, 'x'.repeat(mostOfOne * bytesOfRecord));
    expect([large.status, large.json]).toMatchObject([
      507,
      {
        type: 'urn:problem-type:too-many-records',
        detail: expect.stringMatching(/one address.*delete what you have added/),
      },
    ]);
    expect(large.headers.get('Retry-After')).toBeNull();
    // No world was dropped for it.
    expect(await countBooks(one.ask)).toBe(4);
    expect(await countBooks(two.ask)).toBe(3 + mostOfOne - 1);
  });

  it('is refused where worlds of many addresses take all, until one was unused for a minute', async () => {
    const goOn = holdTime();
    const { from } = await openSmallDemo();
    const [oldest, ...others] = Array.from({ length: 10 }, (_, at) => from(at));
    if (!oldest) throw new Error('there is no browser');
    for (const one of [oldest, ...others]) await createMany(one, mostOfOne);
    const next = from(10);
    expectRefusal(await create(next.ask), /all visitors together.*Nothing was changed/);
    expect(await countBooks(next.ask)).toBe(3);
    goOn(59_999);
    for (const { ask } of others) expect(await countBooks(ask)).toBe(3 + mostOfOne);
    expectRefusal(await create(next.ask), /all visitors together/);
    goOn(1);
    expect((await create(next.ask)).status).toBe(201);
    expect(await countBooks(oldest.ask)).toBe(3);
    for (const { ask } of others) expect(await countBooks(ask)).toBe(3 + mostOfOne);
  });
});
