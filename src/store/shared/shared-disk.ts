import { randomUUID } from 'node:crypto';
import { basename, dirname, relative, sep } from 'node:path';

import type { Disk, DiskFile } from '../ledger/disk.ts';
import type { StoreEngine, StoreFiles } from './engine.ts';
import type { FailureKind } from './failure.ts';
import { failureIn, StoreFailure } from './failure.ts';

/** Folders of the store, which the ledger uses like those of the machine. */
export interface SharedDisk extends Disk {
  /** Whether anything was changed since `settle`, or may have been. */
  mayHaveChanged(): boolean;
  /** From now on, this process knows the state. */
  settle(): void;
}

export interface SharedDiskOptions {
  /** That of the present term. The store refuses what a former owner writes. */
  epoch(this: void): string;
  /** Called when the store may have another state than this process: it has to be read again. */
  onDoubt(this: void, reason: string, epoch: string): void;
}

export function createSharedDisk(
  { files }: Pick<StoreEngine, 'files'>,
  { epoch, onDoubt }: SharedDiskOptions,
): SharedDisk {
  let [isDoubtful, isChanged] = [false, false];
  const change = async (task: () => Promise<void>): Promise<void> => {
    const asked = epoch();
    // What would follow can't be told from what may still come.
    if (isDoubtful) throw new StoreFailure('unsent', 'the state has to be read again first');
    try {
      await task();
      isChanged = true;
    } catch (error) {
      const kind = failureIn(error)?.kind;
      isDoubtful = kind === 'unsent' ? isChanged : kind !== 'refused';
      isChanged ||= kind === 'unknown';
      if (isDoubtful) onDoubt(describeDoubt(kind), asked);
      throw error;
    }
  };
  return {
    mayHaveChanged: () => isChanged,
    settle() {
      [isDoubtful, isChanged] = [false, false];
    },
    makeFolder: () => Promise.resolve([]),
    async list(folder) {
      const key = toKey(folder);
      const paths = [...(await files.list(`${key}/`)).keys()];
      return paths.filter((path) => dirname(path) === key).map((path) => basename(path));
    },
    async open(path, purpose) {
      const key = toKey(path);
      if (purpose === 'write') {
        const id = randomUUID();
        await change(() => files.begin(epoch(), key, id));
        return openFile({ files, change, epoch, key, id });
      }
      const facts = await files.look(key);
      if (!facts) throw missing(key);
      return openFile({ files, change, epoch, key, id: facts.id });
    },
    look: (path) => files.look(toKey(path)),
    rename: (from, to) => change(() => files.rename(epoch(), toKey(from), toKey(to))),
    remove: (path) => change(() => files.remove(epoch(), toKey(path))),
    syncFolder: () => Promise.resolve(),
  };
}

/** Why what this process knows may not be what is stored. */
export function describeDoubt(kind: FailureKind | undefined): string {
  return kind === 'lost'
    ? 'the store does not have all that it has acknowledged'
    : 'it was not known how a change has ended there';
}

interface Opened {
  readonly files: StoreFiles;
  change(this: void, task: () => Promise<void>): Promise<void>;
  epoch(this: void): string;
  readonly key: string;
  readonly id: string;
}

function openFile({ files, change, epoch, key, id }: Opened): DiskFile {
  return {
    async look() {
      const facts = await files.look(key);
      if (!facts) throw missing(key);
      return facts;
    },
    async read(into, position) {
      const bytes = await files.read(key, position, into.byteLength);
      into.set(bytes);
      return bytes.byteLength;
    },
    async write(bytes, position) {
      await change(() => files.write(epoch(), { path: key, id, position, bytes }));
    },
    truncate: (length) => change(() => files.cut(epoch(), key, length)),
    // The store answers when a write is as durable as its settings say.
    datasync: () => Promise.resolve(),
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** The same on each system, and without a leading dot. */
function toKey(path: string): string {
  return relative('', path).split(sep).join('/');
}

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: the store has no ${path}`), { code: 'ENOENT' });
}
