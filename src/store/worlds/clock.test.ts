import { describe, expect, it } from 'vitest';

import type { ClockSetting, ClockInput } from './clock.ts';
import { advanceClock, createClock, readClockInput } from './clock.ts';

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
  it.each<[ClockInput, ClockSetting | undefined]>([
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
  ])('%j', (input, setting) => {
    expect(readClockInput(input, 7)).toEqual(setting);
  });

  it.each([
    'soon',
    '2016-12-31T23:59:60Z',
    '9999-01-01T00:00:00Z',
    -1e15,
    Number.NaN,
    new Date(''),
  ])('%s is none', (now) => {
    expect(() => readClockInput({ now }, 7)).toThrow(/\/now: must be a moment/);
  });
});

describe('a clock that is put forward', () => {
  const start = Date.parse('2030-01-01T00:00:00Z');
  const advance = (by: string | number, now = start): string =>
    new Date(advanceClock(createClock({ now, isFrozen: true }), by).now).toISOString();

  it.each<[string | number, string]>([
    [0, '2030-01-01T00:00:00.000Z'],
    [1500, '2030-01-01T00:00:01.500Z'],
    ['500ms', '2030-01-01T00:00:00.500Z'],
    ['90s', '2030-01-01T00:01:30.000Z'],
    ['1.5h', '2030-01-01T01:30:00.000Z'],
    ['1d', '2030-01-02T00:00:00.000Z'],
    ['2w', '2030-01-15T00:00:00.000Z'],
    ['PT1H', '2030-01-01T01:00:00.000Z'],
    ['P1DT2H3M4.5S', '2030-01-02T02:03:04.500Z'],
    ['P1W', '2030-01-08T00:00:00.000Z'],
  ])('by %j shows %s', (by, shown) => {
    expect(advance(by)).toBe(shown);
  });

  it.each<[string | number]>([
    [''],
    ['soon'],
    ['1'],
    ['-1h'],
    ['-PT1H'],
    ['P'],
    ['PT'],
    ['P1DT'],
    ['P1M'],
    ['P1Y'],
    [-1],
    [Number.NaN],
    [Infinity],
    ['9'.repeat(400) + 'd'],
    ['8000000d'],
  ])('not by %j', (by) => {
    expect(() => advance(by)).toThrow(/^body \/by: must /);
  });

  it('goes on as it did, or stands still', () => {
    let time = start;
    const clock = createClock(undefined, () => time);
    clock.set(advanceClock(clock, '1h'));
    time += 1000;
    expect(clock.now()).toBe(start + 3_601_000);
    clock.set({ now: start, isFrozen: true });
    clock.set(advanceClock(clock, '1s'));
    time += 1000;
    expect(clock.now()).toBe(start + 1000);
  });
});
