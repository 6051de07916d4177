import { join } from 'node:path';

import { StartError } from '../../../base/errors.ts';
import type { Disk } from '../disk.ts';
import type { JournalHead } from './journal-lines.ts';
import { nameJournal } from './journal-lines.ts';
import { readHead } from './journal-reading.ts';
import type { Base } from '../saved-state.ts';

/** The journals in a folder, by what they are to its db.json. */
export interface Belonging {
  /** They go on from it, in their order. */
  readonly chain: readonly number[];
  /** It stands for all that they say. */
  readonly stale: readonly number[];
  /** By their numbers it should, but nothing can be read that proves it. */
  readonly unknown: readonly number[];
}

interface Place {
  readonly disk: Disk;
  readonly folder: string;
}

/** Throws where one of them was written beside another db.json, or there is none to go on from. */
export async function sortJournals(
  place: Place,
  journals: readonly number[],
  base: Pick<Base, 'journal' | 'id'> | undefined,
): Promise<Belonging> {
  if (base?.journal === undefined) refuseStray(place.folder, journals, base !== undefined);
  const { journal: first = 0, id } = base ?? {};
  const heads = new Map<number, JournalHead | undefined>();
  for (const number of journals) heads.set(number, await readHead(place, number));
  refuseForeign(place.folder, heads, id);
  const chain = journals.filter((number) => number >= first);
  refuseHole(place.folder, chain, first);
  const stale: number[] = [];
  const unknown: number[] = [];
  for (const number of journals.filter((other) => other < first)) {
    const isProven = heads.get(number)?.journal === number || (await isEmpty(place, number));
    (isProven ? stale : unknown).push(number);
  }
  return { chain, stale, unknown };
}

async function isEmpty({ disk, folder }: Place, number: number): Promise<boolean> {
  try {
    // Opened, since a pipe has no size either.
    const file = await disk.open(join(folder, nameJournal(number)), 'read');
    const { size } = await file.look().finally(() => file.close());
    return size === 0;
  } catch {
    return false;
  }
}

/** A journal alone says nothing: it goes on from a db.json that names it. */
function refuseStray(folder: string, journals: readonly number[], hasBase: boolean): void {
  const [first] = journals;
  if (first === undefined) return;
  const names = listNames(journals);
  const message = hasBase
    ? `the db.json beside it is of a former version, and names no journal. Put back the db.json that was there; or delete ${names} to go on without the changes in it`
    : `the db.json that it goes on from is missing. Put back the db.json that was there; or run "stuntdouble reset", which puts ${names} aside, to start from the fixtures`;
  throw new StartError([{ file: join(folder, nameJournal(first)), message }]);
}

/** Numbers begin anew with each life of a folder, so that only the id tells whose a journal is. */
function refuseForeign(
  folder: string,
  heads: ReadonlyMap<number, JournalHead | undefined>,
  id: string | undefined,
): void {
  const foreign = [...heads].flatMap(([number, head]) => (head && head.id !== id ? number : []));
  const [first] = foreign;
  if (first === undefined) return;
  const names = listNames(foreign);
  const message =
    `the db.json beside it is not the one that was there with ${names}: its id is ${describeId(id)}, ` +
    `and not ${describeId(heads.get(first)?.id)}. Put back the db.json that belongs to ${names}; or, to ` +
    `go on with this one, what was beside it; or run "stuntdouble reset", which puts db.json and all ` +
    'journals aside, to start from the fixtures';
  throw new StartError([{ file: join(folder, nameJournal(first)), message }]);
}

function refuseHole(folder: string, chain: readonly number[], first: number): void {
  const missing = chain.findIndex((number, index) => number !== first + index);
  if (missing === -1) return;
  const names = listNames(chain.slice(missing));
  throw new StartError([
    {
      file: join(folder, nameJournal(first + missing)),
      message: `this journal is missing, and ${names} goes on from it. Put it back; or delete ${names} to go on without the changes in it`,
    },
  ]);
}

function listNames(journals: readonly number[]): string {
  return journals.map(nameJournal).join(' and ');
}

function describeId(id: string | undefined): string {
  return id === undefined ? 'none' : `"${id}"`;
}
