import { expect, it } from 'vitest';

import type { Cost } from './costs.ts';
import type { Figures } from './figures.ts';
import {
  costWith,
  gatherFigures,
  limitRecords,
  limitReplicas,
  limitVisitors,
  showRough,
  writePaper,
} from './paper.ts';

function cost(answers: number, passesOn: number, stores: number): Cost {
  const all = answers + passesOn + stores;
  const roundTrips = stores > 0 ? 0.5 : 0;
  const received = stores > 0 ? 1000 : 0;
  return { answers, passesOn, stores, all, hops: 0, roundTrips, received, throughput: 0, p50: 1 };
}

const figures: Figures = {
  read: cost(40, 0, 0),
  write: cost(100, 0, 20),
  passedRead: cost(80, 240, 0),
  passedWrite: cost(280, 280, 20),
  aloneWrite: cost(500, 0, 100),
  idle: { standby: 1000, store: 100, roundTrips: 1 },
  recovery: { loading: 20, storedRecord: 256 },
  memory: { standby: 1e8, world: 25_000, storedWorld: 0, making: 600, heapLimit: 4e9 },
};

it('weighs requests to the owner against those that are passed on', () => {
  const { read, passedRead } = figures;
  expect(costWith(1, read, passedRead)).toBe(40);
  expect(costWith(2, read, passedRead)).toBe(180);
  expect(costWith(8, read, passedRead)).toBe(285);
});

it('finds what breaks first for visitors', () => {
  // 9 reads of 80 µs and a write of 280 are 100 µs a request: 10,000 in a second, of one visitor in 10 s each.
  expect(limitVisitors(figures)).toEqual([
    { what: 'memory of the owner: a quarter of its heap', most: 40_000 },
    { what: 'CPU of the owner: one core', most: 100_000 },
    { what: 'CPU of the store: one core', most: 5_000_000 },
    { what: 'what the store is sent: 1 Gbit/s', most: 12_500_000 },
  ]);
});

it('tells how many owners and stores a million visitors would need', () => {
  const [table] = writePaper(figures).tables;
  expect(table?.rows.map((row) => row[2])).toEqual(['25', '10', '0.2', '< 0.1']);
});

it('finds how many replicas keep one owner at work', () => {
  expect(limitReplicas(figures).map(({ most }) => most)).toEqual([2, 4, 10_000]);
});

it('finds how many records the next owner reads before requests are refused', () => {
  expect(limitRecords(figures.recovery)).toEqual({ inTime: 150_000, inOneValue: 2 ** 21 });
});

it.each([
  [26_477, '26,000'],
  [3.72, '3.7'],
  [Number.POSITIVE_INFINITY, 'no limit'],
])('shows two digits of %d', (value, shown) => {
  expect(showRough(value)).toBe(shown);
});

it('says what the store keeps of worlds, if anything', () => {
  const textWith = (storedWorld: number): string =>
    writePaper({ ...figures, memory: { ...figures.memory, storedWorld } }).text;
  expect(textWith(0)).toContain('nothing of the store');
  expect(textWith(2000)).toContain('2 GB of the store');
});

it('derives nothing where a scene gave no figures', () => {
  const { memory, ...others } = figures;
  const section = { title: '', text: '', tables: [] };
  const given = [section, { ...section, figures: others }];
  expect(gatherFigures(given)).toBeUndefined();
  expect(gatherFigures([...given, { ...section, figures: { memory } }])).toEqual(figures);
});
