import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Disk } from '../../src/store/ledger/disk.ts';
import { machineDisk } from '../../src/store/ledger/disk.ts';
import { admitState } from '../../src/store/state/admission.ts';
import { madeFor, makeState } from './records.ts';
import type { Subject } from './subject.ts';
import { open, openSubject, openWorld, toSubject } from './subject.ts';

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
  const opened = await open(folder, 'flush');
  if (!opened.saved) throw new Error(`nothing is in ${folder}`);
  const { state } = admitState(madeFor, new Set(), opened.saved);
  const ledger = opened.begin(state);
  const subject = toSubject(openWorld(state, ledger), ledger);
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
  const opened = await open(folder, 'flush');
  const read = performance.now();
  if (!opened.saved) throw new Error(`nothing is in ${folder}`);
  const { state } = admitState(madeFor, new Set(), opened.saved);
  const end = performance.now();
  Object.assign(opened, { saved: undefined });
  collectGarbage();
  const used = process.memoryUsage().heapUsed - before;
  const count = state.tables.get('records')?.size ?? 0;
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
  const disk: Disk = {
    ...machineDisk,
    async rename(from, to) {
      await machineDisk.rename(from, to);
      finish();
    },
  };
  const { state, opened } = await load(folder, disk);
  const quiet = openWorld(state, undefined);
  collectGarbage();
  const calm = await stress(toSubject(quiet, undefined), wait(3000));
  collectGarbage();
  const begin = performance.now();
  const ledger = opened.begin(state);
  const world = openWorld(state, ledger);
  const busy = await stress(toSubject(world, ledger), renamed);
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, writes: busy.writes, longest: busy.longest, longestBefore: calm.longest };
}

async function load(
  folder: string,
  disk: Disk,
): Promise<{ state: ReturnType<typeof makeState>; opened: Awaited<ReturnType<typeof open>> }> {
  const opened = await open(folder, 'sync', disk);
  if (!opened.saved) throw new Error(`nothing is in ${folder}`);
  const { state } = admitState(madeFor, new Set(), opened.saved);
  Object.assign(opened, { saved: undefined });
  return { state, opened };
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
