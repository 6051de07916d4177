import { cpus, totalmem } from 'node:os';

import type { Operation } from './round.ts';
import { operations } from './round.ts';
import type { Compacted, Started } from './start.ts';
import type { SubjectName } from './subject.ts';

/** Medians of all rounds. */
export interface Measured {
  readonly name: SubjectName;
  readonly size: number;
  /** Microseconds. */
  readonly latency: Readonly<Record<Operation, number>>;
  /** Writes in a second. */
  readonly throughput: number;
}

export interface StartRow {
  readonly size: number;
  readonly clean: Started;
  readonly replayed: Started;
  readonly compacted: Compacted;
}

const titles: Readonly<Record<Operation, string>> = {
  create: 'a new record (POST)',
  replace: 'a changed record (PATCH)',
  remove: 'a record taken away (DELETE)',
};

export function writeReport(measured: readonly Measured[], starts: readonly StartRow[]): string {
  const sections = [
    ...operations.map((operation) =>
      [
        `### Awaited: ${titles[operation]}, one at a time, in milliseconds`,
        '',
        ...writeTable(
          measured,
          (one) => (one.latency[operation] / 1000).toFixed(3),
          (one) => one.latency[operation],
        ),
      ].join('\n'),
    ),
    [
      '### Writes in a second, 32 at a time (PATCH)',
      '',
      ...writeTable(
        measured,
        (one) => Math.round(one.throughput).toLocaleString('en'),
        (one) => 1 / one.throughput,
      ),
    ].join('\n'),
    writeStarts(starts),
  ];
  return `${[head(), ...sections].join('\n\n')}\n`;
}

function head(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    '# The store',
    '',
    'Written by `npm run bench:store`. The world with its data folder, in each durability, beside lowdb’s',
    '`JSONFile` as its documentation shows it, all in one run. There is a process for each number of records,',
    'and in each of five rounds every process and every store takes its turn; the figures are medians.',
    '“Flat” is the slowest of a row by its fastest. Whatever else the machine does at the time shows in all of them.',
    '',
    `Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${process.version}.`,
  ].join('\n');
}

function writeTable(
  measured: readonly Measured[],
  show: (one: Measured) => string,
  cost: (one: Measured) => number,
): readonly string[] {
  const sizes = [...new Set(measured.map(({ size }) => size))];
  const names = [...new Set(measured.map(({ name }) => name))];
  const rows = names.map((name) => {
    const own = measured.filter((one) => one.name === name);
    const cells = sizes.map((size) => {
      const one = own.find((other) => other.size === size);
      return one ? show(one) : 'left out';
    });
    const costs = own.map(cost);
    const flat = (Math.max(...costs) / Math.min(...costs)).toFixed(1);
    return `| ${[name, ...cells, `${flat}×`].join(' | ')} |`;
  });
  const titlesOfSizes = sizes.map((size) => size.toLocaleString('en'));
  return [
    `| records | ${titlesOfSizes.join(' | ')} | flat |`,
    `|---|${'--:|'.repeat(sizes.length + 1)}`,
    ...rows,
  ];
}

function writeStarts(starts: readonly StartRow[]): string {
  const rows = starts.map(({ size, clean, replayed, compacted }) => {
    const cells = [
      size.toLocaleString('en'),
      `${clean.seconds.toFixed(2)} s (${clean.reading.toFixed(2)} s)`,
      `${Math.round(clean.bytesPerRecord)} B`,
      `${replayed.seconds.toFixed(2)} s`,
      `${compacted.seconds.toFixed(2)} s`,
      compacted.writes.toLocaleString('en'),
      `${compacted.longest.toFixed(1)} ms`,
      `${compacted.longestBefore.toFixed(1)} ms`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '### Start, memory and compaction',
    '',
    'The journal has changes to a tenth of the records. While db.json is written anew, eight clients write without',
    'a pause; the longest pause is that of the event loop. Beside it that of the same writes in memory, without any',
    'compaction: what is in both is the collector’s.',
    '',
    '| records | start (of which reading) | memory per record | start with a journal | compaction | writes meanwhile | longest pause | without compaction |',
    '|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}
