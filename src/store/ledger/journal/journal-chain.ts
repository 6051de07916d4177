import { join } from 'node:path';

import { messageOf } from '../../../base/errors.ts';
import type { Disk, DiskFile } from '../disk.ts';
import { keepFound } from '../found-files.ts';
import type { JournalEntry, JournalHead } from './journal-lines.ts';
import { nameJournal, writeLine } from './journal-lines.ts';

/** The journals that go on from db.json, in their order. Entries are put behind the last one. */
export interface JournalChain {
  /** The number of the journal that entries go to. */
  readonly number: number;
  /** How much the journals say that db.json does not. */
  readonly size: number;
  readonly isEmpty: boolean;
  /** Whether the journal that entries go to is there already. */
  readonly isBegun: boolean;
  /** Resolves when they are durable; with the name of the journal where that can't be relied on any more. */
  append(
    entries: readonly JournalEntry[],
    facts: () => HeadFacts,
  ): Promise<{ readonly lost?: string }>;
  /** What comes from now on goes to another journal. */
  turnOver(): void;
  /** Begins anew behind a db.json that names this journal. */
  restart(number: number): Promise<void>;
  /** Takes away what db.json stands for. */
  dropOlder(number: number): Promise<void>;
  close(): Promise<void>;
}

export type HeadFacts = Omit<JournalHead, 'journal' | 'first'>;

/** Where the writing goes on. */
export interface Position {
  /** The journals that follow db.json, in their order. */
  readonly chain: readonly number[];
  /** How much they say. */
  readonly chainSize: number;
  /** The number that db.json names; undefined where it names none. */
  readonly journal: number | undefined;
  /** The id that it has. */
  readonly id: string | undefined;
  /** The number of the next entry. */
  readonly nextEntry: number;
  /** The size of db.json. */
  readonly size: number;
  /** Whether what was found is on the disk; else it has to be before anything is written. */
  readonly isKept: boolean;
}

interface ChainFolder {
  readonly disk: Disk;
  readonly folder: string;
  readonly isSynced: boolean;
}

/** What was recovered is never written to: the next entry begins another journal. */
export function createChain(place: ChainFolder, position: Position): JournalChain {
  let number = (position.chain.at(-1) ?? (position.journal ?? 0) - 1) + 1;
  let { nextEntry } = position;
  /** What this chain may take away: other files are not its own, whatever their number. */
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

async function removeJournal({ disk, folder }: ChainFolder, number: number): Promise<void> {
  await disk.remove(join(folder, nameJournal(number)));
}

function ignoreFailure(): void {
  // What can't be closed or taken away now means nothing; the next start takes it away.
}

/** A journal that is written to. Its file is made with its first lines. */
interface WrittenJournal {
  readonly name: string;
  /** How much of it counts. */
  readonly size: number;
  /**
   * Puts lines behind the others, one call after the other. Resolves when they are durable; with
   * false where somebody has taken the file away or changed it, so that nothing in it can be relied
   * on. Where it rejects nothing was added.
   */
  append(lines: string): Promise<boolean>;
  close(): Promise<void>;
}

interface WrittenJournalOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly isSynced: boolean;
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
  /** Nothing is ever put behind bytes that don't count: a reader would stop at them. */
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
        // What fails here is done again before the next line.
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
  // The next write begins with it.
}
