import { medianOf, ratioOf, spreadOf } from '../figures.ts';
import type { Table } from '../table.ts';
import { showCount, showRatio } from '../table.ts';
import type { Turn } from './turns.ts';

/** Medians of what one request costs, in microseconds of CPU, and asks of the store. */
export interface Cost {
  readonly answers: number;
  readonly passesOn: number;
  readonly stores: number;
  /** Of all processes. */
  readonly all: number;
  readonly hops: number;
  readonly roundTrips: number;
  /** Bytes that the store gets. */
  readonly received: number;
  /** In a second by the clock. */
  readonly throughput: number;
  readonly p50: number;
}

export function costOf(turns: readonly Turn[]): Cost {
  const median = (read: (turn: Turn) => number): number => medianOf(turns.map(read));
  return {
    answers: median(({ answers }) => answers),
    passesOn: median(({ passesOn }) => passesOn),
    stores: median(({ stores }) => stores),
    all: median(sumOf),
    hops: median(({ hops }) => hops),
    roundTrips: median(({ counts }) => counts.roundTrips),
    received: median(({ counts }) => counts.received),
    throughput: median(({ throughput }) => throughput),
    p50: median(({ p50 }) => p50),
  };
}

/** One row for each setting; the ratio is that of requests per second of the CPU of all processes, round by round. */
export function writeCosts(
  title: string,
  rows: ReadonlyMap<string, readonly Turn[]>,
  base: { readonly name: string; readonly title: string },
): Table {
  return {
    columns: [
      title,
      'requests per second of CPU',
      'least – most',
      'µs of CPU',
      'answers',
      'passes on',
      'store',
      `× ${base.title}`,
      'p50',
    ],
    rows: [...rows].map(([name, turns]) => {
      const rate = spreadOf(ratesOf(turns));
      const cost = costOf(turns);
      return [
        name,
        showCount(rate.median),
        `${showCount(rate.least)} – ${showCount(rate.most)}`,
        cost.all.toFixed(1),
        ...[cost.answers, cost.passesOn, cost.stores].map(showPart),
        showRatio(ratioOf(ratesOf(turns), ratesOf(rows.get(base.name) ?? []))),
        `${(cost.p50 / 1000).toFixed(2)} ms`,
      ];
    }),
  };
}

export function showPart(microseconds: number): string {
  return microseconds === 0 ? '–' : microseconds.toFixed(1);
}

function ratesOf(turns: readonly Turn[]): readonly number[] {
  return turns.map((turn) => 1e6 / sumOf(turn));
}

function sumOf({ answers, passesOn, stores }: Turn): number {
  return answers + passesOn + stores;
}
