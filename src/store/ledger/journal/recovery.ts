import { join } from 'node:path';

import { messageOf, StartError } from '../../../base/errors.ts';
import type { DiskFolder } from '../disk.ts';
import type { SavedState } from '../saved-state.ts';
import type { SavedBase } from '../snapshot-reading.ts';
import { readSnapshot } from '../snapshot-reading.ts';
import { snapshotName, temporaryName } from '../snapshot.ts';
import type { Position } from './journal-chain.ts';
import type { JournalHead } from './journal-lines.ts';
import { BadLine, findJournals, nameJournal, readHead, readJournal } from './journal-lines.ts';
import { createReplay } from './replay.ts';

/** What the files of a data folder hold. */
export interface Recovered extends Omit<Position, 'isKept'> {
  /** Undefined where nothing was saved yet. */
  readonly saved: SavedState | undefined;
  readonly notices: readonly string[];
}

/**
 * Reads db.json and its journals, then removes files that no longer count. If it throws, it has
 * changed nothing.
 */
export async function recover(place: DiskFolder): Promise<Recovered> {
  try {
    const base = await readSnapshot(place.disk, join(place.folder, snapshotName));
    const journals = findJournals(await place.disk.list(place.folder));
    const belonging = await sortJournals(place, journals, base);
    const { notices, ...found } = await readAll(place, base, belonging);
    await removeLeftOvers(place, belonging);
    return { ...found, notices: [...notices, ...describeUnknown(belonging.unknown)] };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError([{ file: place.folder, message: `can not be read: ${messageOf(error)}` }]);
  }
}

async function readAll(
  place: DiskFolder,
  base: SavedBase | undefined,
  { chain }: Belonging,
): Promise<Recovered> {
  const { saved, journal, id } = base ?? {};
  const size = (await place.disk.look(join(place.folder, snapshotName)))?.size ?? 0;
  if (!saved || chain.length === 0)
    return { saved, journal, id, size, notices: [], chain: [], chainSize: 0, nextEntry: 1 };
  const { counts, torn, ...told } = await replayChain(place, chain, saved);
  return {
    ...told,
    journal,
    id,
    size,
    chain,
    notices: [...describeCounts(counts), ...describeTorn(torn)],
  };
}

/** Removes an unfinished temporary file, and the journals that db.json includes. */
async function removeLeftOvers(
  { disk, folder, isSynced }: DiskFolder,
  { stale }: Belonging,
): Promise<void> {
  const names = await disk.list(folder);
  const unfinished = names.filter((name) => name === temporaryName);
  try {
    // The rename of the db.json that includes these journals may not be durable yet.
    if (isSynced && stale.length > 0) await disk.syncFolder(folder);
    for (const name of [...stale.map(nameJournal), ...unfinished])
      await disk.remove(join(folder, name));
  } catch {
    // A folder that can not be written to can still be read.
  }
}

interface Told {
  readonly counts: ReadonlyMap<number, number>;
  readonly torn: ReadonlyMap<number, number>;
  readonly chainSize: number;
  readonly nextEntry: number;
  readonly saved: SavedState;
}

async function replayChain(
  place: DiskFolder,
  chain: readonly number[],
  base: SavedState,
): Promise<Told> {
  const replay = createReplay(base);
  const counts = new Map<number, number>();
  const torn = new Map<number, number>();
  let [chainSize, next] = [0, 0];
  for (const journal of chain) {
    let count = 0;
    const facts = await readJournal(place, journal, {
      takeHead(head) {
        if (next > 0) expectNumber(head.first, next);
        next = head.first;
        replay.begin(head);
      },
      takeEntry(entry) {
        expectNumber(entry.number, next);
        next += 1;
        count += Math.max(1, entry.changes.length);
        replay.apply(entry);
      },
    });
    counts.set(journal, count);
    torn.set(journal, facts.torn);
    chainSize += facts.size;
  }
  return { counts, torn, chainSize, nextEntry: Math.max(next, 1), saved: replay.finish() };
}

/** A gap in the numbers stops the start: later changes depend on the missing ones. */
function expectNumber(found: number, expected: number): void {
  if (found === expected) return;
  throw new BadLine(`the entry ${expected} should follow here, and this is ${String(found)}`);
}

function describeCounts(counts: ReadonlyMap<number, number>): readonly string[] {
  const told = [...counts].filter(([, count]) => count > 0);
  const sum = told.reduce((total, [, count]) => total + count, 0);
  const names = told.map(([journal]) => nameJournal(journal)).join(' and ');
  const changes = sum === 1 ? '1 change' : `${sum} changes`;
  return sum === 0 ? [] : [`recovered ${changes} from ${names} after a stop that was not clean`];
}

function describeTorn(torn: ReadonlyMap<number, number>): readonly string[] {
  return [...torn]
    .filter(([, bytes]) => bytes > 0)
    .map(
      ([journal, bytes]) =>
        `passed over the last ${bytes} bytes of ${nameJournal(journal)}: they were never written to their end, and no client was told that they were`,
    );
}

/** Such a journal may belong to another db.json; this one does not include its changes then. */
function describeUnknown(journals: readonly number[]): readonly string[] {
  return journals.map((number) => {
    const name = nameJournal(number);
    return (
      `left ${name} where it is: by its number db.json stands for what is in it, but its first line ` +
      `can't be read, to tell whether it belongs to this db.json. Where it is of no use, delete it`
    );
  });
}

/** The journals in a folder, by their relation to its db.json. */
interface Belonging {
  /** They continue db.json, in order. */
  readonly chain: readonly number[];
  /** db.json includes all their changes. */
  readonly stale: readonly number[];
  /** By their numbers db.json includes their changes, but their first lines can not prove it. */
  readonly unknown: readonly number[];
}

/** Throws where a journal belongs to another db.json, has none to continue, or is missing. */
async function sortJournals(
  place: DiskFolder,
  journals: readonly number[],
  base: Pick<SavedBase, 'journal' | 'id'> | undefined,
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

async function isEmpty({ disk, folder }: DiskFolder, number: number): Promise<boolean> {
  try {
    // The size alone is not enough: a pipe also has none, but `open` refuses it.
    const file = await disk.open(join(folder, nameJournal(number)), 'read');
    const { size } = await file.look().finally(() => file.close());
    return size === 0;
  } catch {
    return false;
  }
}

/** A journal means nothing without a db.json that names it. */
function refuseStray(folder: string, journals: readonly number[], hasBase: boolean): void {
  const [first] = journals;
  if (first === undefined) return;
  const names = listNames(journals);
  const message = hasBase
    ? `the db.json beside it is of a former version, and names no journal. Put back the db.json that was there; or delete ${names} to go on without the changes in it`
    : `the db.json that it goes on from is missing. Put back the db.json that was there; or run "stuntdouble reset", which puts ${names} aside, to start from the fixtures`;
  throw new StartError([{ file: join(folder, nameJournal(first)), message }]);
}

/** After a reset the numbers begin anew, so only the id says to which db.json a journal belongs. */
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
