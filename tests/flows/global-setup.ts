import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import type { WildDocument } from '../wild/cache.ts';
import { fillCache } from '../wild/cache.ts';
import { listDocuments } from './documents.ts';
import type { ContractOutcome } from './play-contract.ts';
import { writeTable } from './table.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly flowDocuments: readonly WildDocument[];
    /** Why there are only our own contracts; empty where there are all. */
    readonly withoutWild: string;
    /** Where the outcomes are put down. */
    readonly flowOutcomes: string;
  }
}

/** Fetches the public contracts, and makes one table of what became of their flows in the end. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cache = await fillCache();
  const documents = listDocuments(cache);
  const reason = cache.kind === 'offline' ? cache.reason : '';
  if (reason !== '') process.stdout.write(`flows: our own contracts only, ${reason}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-flows-'));
  provide('flowDocuments', documents);
  provide('withoutWild', reason);
  provide('flowOutcomes', folder);
  return async () => {
    const outcomes = await readOutcomes(folder);
    await rm(folder, { recursive: true, force: true });
    const names = documents.map(({ name }) => name);
    const table = writeTable(
      outcomes.toSorted((left, right) => names.indexOf(left.name) - names.indexOf(right.name)),
    );
    if (outcomes.length > 0) process.stdout.write(`\n${table}`);
    const file = process.env['STUNTDOUBLE_FLOWS_TABLE'];
    if (file !== undefined) await writeFile(file, table);
  };
}

async function readOutcomes(folder: string): Promise<readonly ContractOutcome[]> {
  const files = await readdir(folder);
  const lists = await Promise.all(
    files.map(async (file) => {
      // A trust edge: the ring itself has written it.
      return JSON.parse(await readFile(join(folder, file), 'utf8')) as readonly ContractOutcome[];
    }),
  );
  return lists.flat();
}
