import { describe, expect, it } from 'vitest';

import {
  describeDifference,
  describeExpiry,
  describeMove,
  describeSpan,
  formatUtc,
  fromInput,
  isOfMachine,
  isStill,
  shownBy,
  toInput,
} from './times.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const present = Date.UTC(2026, 0, 1);
const clockAt = (now: number, frozen = false): Parameters<typeof shownBy>[0] => ({
  now: new Date(now).toISOString(),
  frozen,
  heardAt: present,
});

it.each([
  [0, '0 seconds'],
  [second, '1 second'],
  [90 * second, '1 minute 30 seconds'],
  [hour, '1 hour'],
  [hour + second, '1 hour'],
  [-(day + 2 * hour + minute), '1 day 2 hours'],
  [3 * 365 * day + 5 * day, '3 years 5 days'],
  [1_500_000 * day, '4,109 years 215 days'],
  // Time runs on between a question and its answer.
  [hour - 3 * second, '1 hour'],
  [day - second, '1 day'],
  [-(2 * hour + 4 * second), '2 hours'],
  [10 * minute + 3 * second, '10 minutes'],
  // The rest is rounded, too.
  [day - 20 * second, '1 day'],
  [day + 2 * hour + 50 * minute, '1 day 3 hours'],
  [365 * day - 20 * minute, '1 year'],
  // What a user asked for stays exact.
  [59 * minute + 30 * second, '59 minutes 30 seconds'],
  [9 * hour + 59 * minute, '9 hours 59 minutes'],
  [58 * second, '58 seconds'],
  [2 * minute + 3 * second, '2 minutes 3 seconds'],
])('a length of time is said in its two largest units: %d', (span, text) => {
  expect(describeSpan(span)).toBe(text);
});

it.each([
  [0, '0 seconds'],
  [603 * second, '10 minutes 3 seconds'],
  [-(hour - second), '59 minutes 59 seconds'],
  [96_600 * second, '1 day 2 hours'],
  [365 * day - second, '364 days 23 hours'],
  // A clock that runs is asked some milliseconds early or late.
  [hour - 20, '1 hour'],
  [hour + 20, '1 hour'],
])('a move of a clock is told as it was asked for: %d', (span, text) => {
  expect(describeMove(span)).toBe(text);
});

describe('a clock', () => {
  it('goes on from when it was heard of, unless it is frozen', () => {
    expect(shownBy(clockAt(0), present + second)).toBe(second);
    expect(shownBy(clockAt(0, true), present + second)).toBe(0);
  });

  it('of a recording stands still, and is compared to when that was made', () => {
    const clock = { ...clockAt(present), isRecorded: true };
    expect(shownBy(clock, present + hour)).toBe(present);
    expect([isStill(clock), isOfMachine(clock, present + hour)]).toEqual([true, true]);
    expect(isOfMachine({ ...clock, ...clockAt(present + hour) }, present + hour)).toBe(false);
    expect([isStill(clockAt(0)), isStill(clockAt(0, true))]).toEqual([false, true]);
  });

  it.each<[number, boolean, boolean, string]>([
    [present, false, true, 'as this machine’s'],
    [present, true, false, 'as this machine’s'],
    [present + hour, false, false, '1 hour ahead of this machine’s'],
    [present - 2 * day, true, false, '2 days behind this machine’s'],
  ])('is compared to that of the machine: %d, frozen %j', (now, frozen, isOwn, text) => {
    const clock = clockAt(now, frozen);
    expect([isOfMachine(clock, present), describeDifference(clock, present)]).toEqual([
      isOwn,
      text,
    ]);
  });

  it('is written in local time, and read again as it was', () => {
    expect(fromInput(toInput(present))).toBe('2026-01-01T00:00:00.000Z');
    expect([fromInput(''), fromInput('soon')]).toEqual([undefined, undefined]);
    expect(formatUtc(present)).toBe('2026-01-01 00:00:00 UTC');
  });
});

it.each<[string | undefined, boolean, string]>([
  [undefined, false, 'never expires'],
  ['2026-01-01T01:00:00Z', false, 'expires in 1 hour'],
  ['2026-01-01T00:00:00Z', true, 'expired 0 seconds ago'],
  ['2025-12-31T00:00:00Z', true, 'expired 1 day ago'],
])('an expiry is told by the clock of the world: %s', (expiresAt, isOver, text) => {
  expect(describeExpiry(expiresAt, present)).toEqual({ isOver, text });
});
