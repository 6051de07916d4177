import { mkdir, mkdtemp, rm, cp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Worker } from './process.ts';
import { startWorker } from './process.ts';
import type { Measured, StartRow } from './report.ts';
import { writeReport } from './report.ts';
import type { Operation, Round } from './round.ts';
import { medianOf } from './round.ts';
import type { Compacted, Started } from './start.ts';
import type { SubjectName } from './subject.ts';

const sizes = listOf('SIZES', [100, 1000, 10_000, 100_000, 1_000_000]);
const bigSizes = listOf('BIG_SIZES', [100_000, 1_000_000]);
const rounds = 5;
const names: readonly SubjectName[] = ['sync', 'flush', 'memory', 'lowdb'];
/** Writes of a round; of lowdb fewer, since each takes as long as there are records. */
const writes = 150;

const root = await mkdtemp(join(tmpdir(), 'stuntdouble-bench-'));
try {
  const measured = await measureWrites();
  const starts: StartRow[] = [];
  for (const size of bigSizes) starts.push(await measureStarts(size));
  const report = writeReport(measured, starts);
  await writeFile(join(import.meta.dirname, '..', '..', '..', 'STORE.md'), report);
  process.stdout.write(report);
} finally {
  await rm(root, { recursive: true, force: true });
}

/** A process for each size; in each round all of them take their turn. */
async function measureWrites(): Promise<readonly Measured[]> {
  const workers = new Map<number, Worker>();
  const found = new Map<string, Round[]>();
  try {
    for (const size of sizes) workers.set(size, await openWorker(size));
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) {
        for (const [size, worker] of workers) {
          const count = writesOf(name, size, round);
          if (count === 0) continue;
          const result = await worker.ask<Round>({ kind: 'round', name, count });
          const key = `${name} ${size}`;
          found.set(key, [...(found.get(key) ?? []), result]);
        }
      }
    }
  } finally {
    for (const worker of workers.values()) await worker.end();
  }
  return names.flatMap((name) =>
    sizes.flatMap((size) => summarize(name, size, found.get(`${name} ${size}`) ?? [])),
  );
}

async function openWorker(size: number): Promise<Worker> {
  const worker = startWorker();
  const folder = join(root, `${size}`);
  await mkdir(join(folder, 'lowdb'), { recursive: true });
  const mine = names.filter((name) => writesOf(name, size, 0) > 0);
  await worker.ask({ kind: 'open', folder, size, names: mine });
  return worker;
}

/** A million records in lowdb would take seconds for each write. */
function writesOf(name: SubjectName, size: number, round: number): number {
  if (name !== 'lowdb') return writes;
  if (size > 100_000) return 0;
  if (size === 100_000) return round < 2 ? 2 : 0;
  return size === 10_000 ? 5 : 20;
}

function summarize(name: SubjectName, size: number, all: readonly Round[]): readonly Measured[] {
  if (all.length === 0) return [];
  const latency = (operation: Operation): number =>
    medianOf(all.map((round) => round.latency[operation]));
  const throughput = medianOf(all.map((round) => round.throughput));
  return [
    {
      name,
      size,
      latency: {
        create: latency('create'),
        replace: latency('replace'),
        remove: latency('remove'),
      },
      throughput,
    },
  ];
}

async function measureStarts(size: number): Promise<StartRow> {
  const folder = join(root, `start-${size}`);
  const torn = `${folder}-journal`;
  await mkdir(folder);
  await inProcess((worker) => worker.ask({ kind: 'prepare', folder, size }));
  await cp(folder, torn, { recursive: true });
  await inProcess((worker) =>
    worker.ask({ kind: 'journal', folder: torn, size, count: size / 10 }),
  );
  const start = (from: string): Promise<Started> =>
    inProcess((worker) => worker.ask<Started>({ kind: 'start', folder: from }));
  const clean = await start(folder);
  const replayed = await start(torn);
  const compacted = await inProcess((worker) =>
    worker.ask<Compacted>({ kind: 'compact', folder: torn }),
  );
  return { size, clean, replayed, compacted };
}

/** The process ends on the spot: what is in the files then is what a kill leaves. */
async function inProcess<T>(work: (worker: Worker) => Promise<T>): Promise<T> {
  const worker = startWorker();
  try {
    return await work(worker);
  } finally {
    await worker.end();
  }
}

function listOf(name: string, usual: readonly number[]): readonly number[] {
  const text = process.env[`STUNTDOUBLE_BENCH_${name}`];
  return text === undefined ? usual : text.split(',').filter(Boolean).map(Number);
}
