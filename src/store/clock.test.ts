import { describe, expect, it } from 'vitest';

import type { ClockSetting, ClockWish } from './clock.ts';
import { createClock, readClockWish } from './clock.ts';

const noon = Date.UTC(2030, 0, 1, 12);

describe('a clock', () => {
  it.each<[string, ClockSetting | undefined, readonly number[]]>([
    ['that nobody has set is the machine’s', undefined, [1000, 1250]],
    ['goes on from what it was set to', { now: noon, isFrozen: false }, [noon, noon + 250]],
    ['stands still when it is frozen', { now: noon, isFrozen: true }, [noon, noon]],
  ])('%s', (_, setting, times) => {
    let machine = 1000;
    const clock = createClock(setting, () => machine);
    const before = clock.now();
    machine += 250;
    expect([before, clock.now()]).toEqual(times);
    expect(clock.setting).toEqual(setting);
  });

  it('can be set anew, and goes back to how it was set first', () => {
    let machine = 1000;
    const clock = createClock({ now: noon, isFrozen: false }, () => machine);
    machine += 250;
    clock.set({ now: 5, isFrozen: true });
    expect(clock.now()).toBe(5);
    clock.set(undefined);
    expect(clock.now()).toBe(1250);
    clock.reset();
    expect(clock.now()).toBe(noon);
    machine += 10;
    expect(clock.now()).toBe(noon + 10);
  });
});

describe('a wish for a clock', () => {
  it.each<[ClockWish, ClockSetting | undefined]>([
    [{}, undefined],
    [{ frozen: false }, undefined],
    [{ frozen: true }, { now: 7, isFrozen: true }],
    [{ now: '2030-01-01T12:00:00Z' }, { now: noon, isFrozen: false }],
    [
      { now: '2030-01-01T14:00:00+02:00', frozen: true },
      { now: noon, isFrozen: true },
    ],
    [{ now: noon }, { now: noon, isFrozen: false }],
    [{ now: new Date(noon) }, { now: noon, isFrozen: false }],
  ])('%j', (wish, setting) => {
    expect(readClockWish(wish, 7)).toEqual(setting);
  });

  it.each([
    'soon',
    '2016-12-31T23:59:60Z',
    '9999-01-01T00:00:00Z',
    -1e15,
    Number.NaN,
    new Date(''),
  ])('%s is none', (now) => {
    expect(() => readClockWish({ now }, 7)).toThrow(/\/now: must be a moment/);
  });
});
