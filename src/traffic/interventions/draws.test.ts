import { describe, expect, it } from 'vitest';

import type { FaultDocument } from '../documents.ts';
import { createDraw } from './draws.ts';
import { parseDuration, readLatency } from './faults/faults.ts';

it('what is drawn depends on seed, id, count and purpose, and on nothing else', () => {
  const first = createDraw('s', 'x', 0)('whether');
  expect(first).toBe(createDraw('s', 'x', 0)('whether'));
  const others = [
    createDraw('t', 'x', 0)('whether'),
    createDraw('s', 'y', 0)('whether'),
    createDraw('s', 'x', 1)('whether'),
    createDraw('s', 'x', 0)('status'),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
});

it('is spread evenly', () => {
  const drawn = Array.from({ length: 2000 }, (_, count) => createDraw('s', 'x', count)('whether'));
  expect(drawn.every((one) => one >= 0 && one < 1)).toBe(true);
  const below = (bound: number): number => drawn.filter((one) => one < bound).length / 2000;
  expect([below(0.3), below(0.5), below(0.9)].map((share) => Math.round(share * 10))).toEqual([
    3, 5, 9,
  ]);
});

it.each<[string, number | undefined]>([
  ['0', 0],
  ['800', 800],
  ['800ms', 800],
  ['0.5s', 500],
  ['2s', 2000],
  ['1.5m', 90_000],
  ['1h', 3_600_000],
  ['61m', undefined],
  ['-1', undefined],
  ['', undefined],
  ['1e3', undefined],
  ['1d', undefined],
  ['soon', undefined],
])('the duration "%s" is %s', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

type Latency = NonNullable<FaultDocument['latency']>;

describe('latency', () => {
  const draw = (input: Latency, count = 0): number =>
    readLatency(input, '')(createDraw('s', 'x', count));
  const drawMany = (input: Latency): readonly number[] =>
    Array.from({ length: 3000 }, (_, count) => draw(input, count));

  it('is fixed', () => {
    expect([draw(20), draw('2s'), draw({ fixed: '1m' })]).toEqual([20, 2000, 60_000]);
  });

  it('is uniform between two', () => {
    const drawn = drawMany({ uniform: [100, '300ms'] });
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...drawn)).toBeLessThan(300);
    expect(drawn.filter((one) => one < 200).length / 3000).toBeCloseTo(0.5, 1);
  });

  it('is log-normal about its median, and never more than the most', () => {
    const drawn = drawMany({ log_normal: { median: 100, sigma: 1, most: 1000 } });
    expect(drawn.filter((one) => one < 100).length / 3000).toBeCloseTo(0.5, 1);
    // One sigma below the median: what a normal one has of 0.16.
    expect(drawn.filter((one) => one < 100 / Math.E).length / 3000).toBeCloseTo(0.16, 1);
    expect(Math.max(...drawn)).toBe(1000);
    expect(draw({ log_normal: { median: 100, sigma: 0 } })).toBe(100);
  });
});
