import { monitorEventLoopDelay } from 'node:perf_hooks';

import { createDatabase } from '../../src/store/database.ts';
import type { Disk } from '../../src/store/ledger/disk.ts';
import { machineDisk } from '../../src/store/ledger/disk.ts';
import { makeState } from './records.ts';
import type { Subject } from './subject.ts';
import { open, openSubject, toSubject } from './subject.ts';

/** How long a start takes, and what it leaves in memory. */
export interface Started {
  readonly seconds: number;
  /** Of which until everything was read. */
  readonly reading: number;
  readonly bytesPerRecord: number;
}

/** What a process was like while db.json was written anew, and before. */
export interface Compacted {
  readonly seconds: number;
  readonly writes: number;
  /** The longest that the event loop was held up, in milliseconds. */
  readonly longest: number;
  readonly longestBefore: number;
}

/** Leaves a folder as a clean stop does. */
export async function prepareFolder(folder: string, size: number): Promise<void> {
  const subject = await openSubject('flush', makeState(size), folder);
  await subject.replace(0, 1);
  await subject.close();
}

/** Leaves a journal of so many changes beside it, as a kill does. */
export async function prepareJournal(folder: string, size: number, count: number): Promise<void> {
  const { database, adapter } = await open(folder, 'flush');
  const subject = toSubject(database, adapter);
  await Promise.all(
    Array.from({ length: count }, (_, at) =>
      at % 2 === 0 ? subject.create(size + at) : subject.replace(at, at),
    ),
  );
}

export async function measureStart(folder: string): Promise<Started> {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const begin = performance.now();
  let read = begin;
  const { database } = await open(folder, 'flush', { onRead: () => (read = performance.now()) });
  const end = performance.now();
  collectGarbage();
  const used = process.memoryUsage().heapUsed - before;
  const count = database.low.data.tables.get('records')?.size ?? 0;
  if (count === 0) throw new Error(`nothing is in ${folder}`);
  return {
    seconds: (end - begin) / 1000,
    reading: (read - begin) / 1000,
    bytesPerRecord: used / count,
  };
}

/** A start beside a journal writes db.json anew at once. */
export async function measureCompaction(folder: string): Promise<Compacted> {
  let finish: () => void = () => undefined;
  const renamed = new Promise<void>((resolve) => (finish = resolve));
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (start = resolve));
  const disk: Disk = {
    ...machineDisk,
    async open(path, purpose) {
      if (purpose === 'write') await started;
      return machineDisk.open(path, purpose);
    },
    async rename(from, to) {
      await machineDisk.rename(from, to);
      finish();
    },
  };
  const { database, adapter } = await open(folder, 'sync', { disk });
  collectGarbage();
  const calm = await stress(toSubject(createDatabase(database.low.data)), wait(3000));
  collectGarbage();
  const begin = performance.now();
  start();
  const busy = await stress(toSubject(database, adapter), renamed);
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, writes: busy.writes, longest: busy.longest, longestBefore: calm.longest };
}

/** A stream of writes, a few at a time, until something has happened. */
async function stress(
  subject: Subject,
  until: Promise<void>,
): Promise<{ readonly writes: number; readonly longest: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const spell = new AbortController();
  let writes = 0;
  const client = async (): Promise<void> => {
    while (!spell.signal.aborted) {
      writes += 1;
      await subject.replace((writes * 7919) % 100_000, writes);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  delay.enable();
  const clients = Array.from({ length: 8 }, client);
  await until;
  spell.abort();
  delay.disable();
  await Promise.all(clients);
  return { writes, longest: delay.max / 1e6 };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function collectGarbage(): void {
  globalThis.gc?.();
}
