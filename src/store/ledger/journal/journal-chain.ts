import { join } from 'node:path';

import { messageOf } from '../../../base/errors.ts';
import type { DiskFile, DiskFolder } from '../disk.ts';
import type { JournalEntry } from '../saved-state.ts';
import { snapshotName } from '../snapshot.ts';
import type { JournalHead } from './journal-lines.ts';
import { nameJournal, writeLine } from './journal-lines.ts';

/** The journals that continue db.json, in order. New entries go to the last one. */
export interface JournalChain {
  /** The number of the journal that entries go to. */
  readonly number: number;
  /** The size in bytes of the journals that db.json does not include. */
  readonly size: number;
  readonly isEmpty: boolean;
  /** Whether the journal that entries go to is begun already. */
  readonly isBegun: boolean;
  /**
   * Resolves when the entries are durable; with the name of the journal where another program has
   * removed or changed it, so that nothing in it is reliable.
   */
  append(
    entries: readonly JournalEntry[],
    facts: () => HeadFacts,
  ): Promise<{ readonly lost?: string }>;
  /** Later entries go to another journal. */
  turnOver(): void;
  /** Begins anew with a db.json that names this journal. */
  restart(number: number): Promise<void>;
  /** Removes the journals before this number, which db.json includes. */
  dropOlder(number: number): Promise<void>;
  close(): Promise<void>;
}

export type HeadFacts = Omit<JournalHead, 'journal' | 'first'>;

/** Where writing continues after a start. */
export interface Position {
  /** The numbers of the journals that continue db.json, in order. */
  readonly chain: readonly number[];
  /** The size of these journals, in bytes. */
  readonly chainSize: number;
  /** The number that db.json names; undefined where it names none. */
  readonly journal: number | undefined;
  /** The id in db.json; undefined where it has none. */
  readonly id: string | undefined;
  /** The number of the next entry. */
  readonly nextEntry: number;
  /** The size of db.json, in bytes. */
  readonly size: number;
  /** Whether the files that were found are durable; if not, the first append makes them so. */
  readonly isKept: boolean;
}

/** Nothing is appended to a journal of an earlier process: the next entry begins another one. */
export function createChain(place: DiskFolder, position: Position): JournalChain {
  let number = (position.chain.at(-1) ?? (position.journal ?? 0) - 1) + 1;
  let { nextEntry } = position;
  /** The journals that this chain may remove: no other file is its own, whatever its number. */
  const own = new Set(position.chain);
  let older = { count: position.chain.length, size: position.chainSize };
  let journal: WrittenJournal | undefined;
  let { isKept } = position;
  const sizeNow = (): number => older.size + (journal?.size ?? 0);
  const close = async (): Promise<void> => {
    const closing = journal;
    journal = undefined;
    await closing?.close().catch(ignoreFailure);
  };
  return {
    get number() {
      return number;
    },
    get size() {
      return sizeNow();
    },
    get isEmpty() {
      return older.count === 0 && !journal;
    },
    get isBegun() {
      return journal !== undefined;
    },
    async append(entries, facts) {
      if (!isKept) await keepFound(place, position.chain);
      isKept = true;
      const lines = entries.map((entry, at) => writeLine({ number: nextEntry + at, ...entry }));
      const head = (): string => writeLine({ journal: number, first: nextEntry, ...facts() });
      journal ??= createJournal({ ...place, number, head: head() });
      own.add(number);
      const { name } = journal;
      const isThere = await journal.append(lines.join(''));
      nextEntry += entries.length;
      return isThere ? {} : { lost: name };
    },
    turnOver() {
      if (!journal) return;
      older = { count: older.count + 1, size: sizeNow() };
      number += 1;
      void close();
    },
    async restart(next) {
      number = next;
      older = { count: 0, size: 0 };
      await close();
    },
    async dropOlder(upTo) {
      older = { count: 0, size: 0 };
      for (const stale of [...own].filter((other) => other < upTo))
        await removeJournal(place, stale).then(() => own.delete(stale), ignoreFailure);
    },
    close,
  };
}

async function removeJournal({ disk, folder }: DiskFolder, number: number): Promise<void> {
  await disk.remove(join(folder, nameJournal(number)));
}

function ignoreFailure(): void {
  // A journal that can not be removed now no longer counts; the next start removes it.
}

/** A journal that entries are appended to. The first append makes its file. */
interface WrittenJournal {
  readonly name: string;
  /** The size in bytes, without the rest of a failed append. */
  readonly size: number;
  /**
   * Appends lines; callers make one call at a time. Resolves when they are durable; with false
   * where another program has removed or changed the file, so that nothing in it is reliable. If it
   * rejects, nothing was added.
   */
  append(lines: string): Promise<boolean>;
  close(): Promise<void>;
}

interface WrittenJournalOptions extends DiskFolder {
  readonly number: number;
  /** The first line. */
  readonly head: string;
}

function createJournal(options: WrittenJournalOptions): WrittenJournal {
  const { disk, folder, isSynced, number, head } = options;
  const name = nameJournal(number);
  const path = join(folder, name);
  let file: DiskFile | undefined;
  let id = '';
  let size = 0;
  let isNamed = false;
  let isTorn = false;
  const open = async (): Promise<DiskFile> => {
    const opened = await disk.open(path, 'write');
    file = opened;
    id = (await disk.look(path))?.id ?? '';
    return opened;
  };
  /** Removes the rest of a failed append: a reader would stop there, and miss later lines. */
  const cutOff = async (opened: DiskFile): Promise<void> => {
    await opened.truncate(size);
    isTorn = false;
  };
  const append = async (opened: DiskFile, lines: string): Promise<boolean> => {
    if (isTorn) await cutOff(opened);
    const bytes = Buffer.from(size === 0 ? head + lines : lines);
    isTorn = true;
    await opened.write(bytes, size);
    if (isSynced) await opened.datasync();
    if (isSynced && !isNamed) await disk.syncFolder(folder);
    const found = await disk.look(path);
    isNamed = true;
    isTorn = false;
    size += bytes.length;
    return found?.id === id && found.size === size;
  };
  return {
    name,
    get size() {
      return size;
    },
    async append(lines) {
      try {
        return await append(file ?? (await open()), lines);
      } catch (error) {
        // If this fails, the next append tries it again first.
        if (file && isTorn) await cutOff(file).catch(ignoreForNow);
        throw new Error(`${name} can not be written: ${messageOf(error)}`, { cause: error });
      }
    },
    async close() {
      await file?.close();
    },
  };
}

function ignoreForNow(): void {
  // The next append tries it again.
}

/**
 * Syncs the files that a start has read: a killed process may have written them without a sync.
 * They must be durable before the server shows their content or writes anything that depends on
 * them.
 */
export async function keepFound(
  { disk, folder }: DiskFolder,
  journals: readonly number[],
): Promise<void> {
  for (const name of [snapshotName, ...journals.map(nameJournal)]) {
    const path = join(folder, name);
    try {
      const file = await disk.open(path, 'keep');
      await file.datasync().finally(() => file.close());
    } catch (error) {
      // A journal that is gone was removed since db.json includes it by now.
      if ((await disk.look(path)) !== undefined)
        throw new Error(`${name} can not be kept: ${messageOf(error)}`, { cause: error });
    }
  }
}
