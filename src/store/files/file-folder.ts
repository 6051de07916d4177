import { readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

import { ApiError, messageOf } from '../../base/errors.ts';
import type { DiskFolder } from '../ledger/disk.ts';
import { createClaims } from './claims.ts';
import type { FileBytes, FileStates } from './file-bytes.ts';
import { hashOf, refuseMore } from './file-bytes.ts';

/** The folder of uploaded files, in the data folder. */
export const filesFolder = 'files';

/** How many bytes all files together may have. */
const mostBytes = 1_073_741_824;

/**
 * Keeps the bytes of uploaded files as files, each under the hash of its content. A file is durable
 * before any state names it. Files that no state names go when their request is refused, at the
 * start, and when room is needed.
 */
export function keepInFolder(place: DiskFolder, most: number = mostBytes): FileBytes {
  const { disk, isSynced } = place;
  const folder = join(place.folder, filesFolder);
  const write = async (bytes: Uint8Array): Promise<boolean> => {
    const path = join(folder, hashOf(bytes));
    if (await disk.look(path)) return false;
    await contents.reserve(bytes.byteLength);
    try {
      await writeFile({ ...place, folder }, path, bytes);
      return true;
    } catch (error) {
      contents.giveBack(bytes.byteLength);
      throw error;
    }
  };
  const claims = createClaims(write, (hash) => contents.remove(hash));
  const contents = openContents(folder, most, claims.has);
  const prepare: FileBytes['prepare'] = async (files) => {
    const above = await disk.makeFolder(folder);
    const release = await claims.take(files);
    try {
      if (isSynced) for (const one of [folder, ...above]) await disk.syncFolder(one);
      return release;
    } catch (error) {
      release(new Set());
      throw error;
    }
  };
  return {
    prepare: async (files) => Promise.resolve(prepare(files)).catch(refuseStorage),
    hashesOf: (files) => files.map(hashOf),
    read(hash) {
      try {
        return readFileSync(join(folder, hash));
      } catch {
        return undefined;
      }
    },
    takeOver: contents.takeOver,
  };
}

/** What is in the folder, and its size. */
interface Contents {
  /** Counts so many bytes that are to be written. Rejects where there is no room. */
  reserve(this: void, bytes: number): Promise<void>;
  giveBack(this: void, bytes: number): void;
  remove(this: void, name: string): void;
  readonly takeOver: FileBytes['takeOver'];
}

function openContents(
  folder: string,
  most: number,
  isClaimed: (hash: string) => boolean,
): Contents {
  let states: FileStates | undefined;
  /** Counted when it is first needed: to look at each file takes long where there are many. */
  let size: number | undefined;
  const add = (bytes: number): void => {
    if (size !== undefined) size += bytes;
  };
  const remove = (name: string): void => {
    const path = join(folder, name);
    try {
      const bytes = sizeOf(path);
      unlinkSync(path);
      add(-bytes);
    } catch {
      // The next start tries again.
    }
  };
  const sweep = (...lists: readonly ReadonlySet<string>[]): void => {
    for (const name of listFiles(folder)) {
      const hash = name.slice(0, hashLength);
      if (!isClaimed(hash) && lists.every((used) => !used.has(name))) remove(name);
    }
  };
  const makeRoom = async (now: FileStates): Promise<void> => {
    const before = now.list();
    // Until a deletion is durable, a crash or a full disk may bring back what it removed.
    await now.durable()?.catch(ignoreFailure);
    sweep(before, (states ?? now).list());
  };
  return {
    async reserve(bytes) {
      size ??= listFiles(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
      if (size + bytes > most && states) await makeRoom(states);
      if (size + bytes > most) throw refuseMore(most);
      size += bytes;
    },
    giveBack: (bytes) => add(-bytes),
    remove,
    takeOver(next) {
      // At the start, no request is under way.
      if (!states) sweep(next.list());
      states = next;
    },
  };
}

/** The file has its name when it is whole. */
async function writeFile(
  { disk, isSynced }: DiskFolder,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const draft = `${path}.part`;
  try {
    const file = await disk.open(draft, 'write');
    try {
      await file.write(bytes, 0);
      if (isSynced) await file.datasync();
    } finally {
      await file.close();
    }
    await disk.rename(draft, path);
  } catch (error) {
    await disk.remove(draft).catch(ignoreFailure);
    throw error;
  }
}

/** In hexadecimal digits. */
const hashLength = 64;

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{64}$|\.part$/.test(name));
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function ignoreFailure(): void {
  // The request that failed tells it, and the next start sweeps again.
}

function refuseStorage(cause: unknown): never {
  if (cause instanceof ApiError) throw cause;
  const detail = `The file could not be stored, and nothing was changed: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}
