import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import type { Cache } from './cache.ts';
import { fillCache } from './cache.ts';
import type { Outcome } from './play-document.ts';
import { writeTable } from './table.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly cache: Cache;
    /** Where the outcomes are put down. */
    readonly outcomes: string;
  }
}

/** Fetches the contracts once for all, and makes one table of what became of them in the end. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cache = await fillCache();
  if (cache.kind === 'offline') process.stdout.write(`wild: skipped, ${cache.reason}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-wild-'));
  provide('cache', cache);
  provide('outcomes', folder);
  return async () => {
    const names = cache.kind === 'filled' ? cache.documents.map(({ name }) => name) : [];
    const outcomes = await readOutcomes(folder);
    await rm(folder, { recursive: true, force: true });
    const table = writeTable(
      outcomes.toSorted((left, right) => names.indexOf(left.name) - names.indexOf(right.name)),
    );
    if (outcomes.length > 0) process.stdout.write(`\n${table}`);
    const file = process.env['STUNTDOUBLE_WILD_TABLE'];
    if (file !== undefined) await writeFile(file, table);
  };
}

async function readOutcomes(folder: string): Promise<readonly Outcome[]> {
  const files = await readdir(folder);
  const lists = await Promise.all(
    files.map(async (file) => {
      // A trust edge: the ring itself has written it.
      return JSON.parse(await readFile(join(folder, file), 'utf8')) as readonly Outcome[];
    }),
  );
  return lists.flat();
}
