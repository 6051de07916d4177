import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { ApiError, messageOf } from '../../base/errors.ts';
import { createClaims } from '../files/claims.ts';
import type { FileBytes, FileStates } from '../files/file-bytes.ts';
import { hashOf, refuseMore } from '../files/file-bytes.ts';
import { filesFolder } from '../files/file-folder.ts';
import type { Disk } from '../ledger/disk.ts';
import { failureIn, refuseByStore } from './failure.ts';

/** How many bytes all files together may have: the owner keeps them in memory, too. */
const mostBytes = 268_435_456;
/** So many bytes may be of files that no world names any more, such as those that others took the place of. */
const mostUnswept = 16_777_216;

export interface SharedFiles extends FileBytes {
  /** Removes those that no world names. Call it where all worlds are known. */
  sweep(this: void): void;
}

/** Keeps the bytes of uploaded files in the store, each file under the hash of its content. */
export async function openSharedFiles(disk: Disk, most: number = mostBytes): Promise<SharedFiles> {
  const kept = await readAll(disk);
  let size = [...kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  let states: FileStates | undefined;
  // How many bytes came since the last sweep.
  let unswept = 0;
  const remove = (hash: string): void => {
    size -= kept.get(hash)?.byteLength ?? 0;
    kept.delete(hash);
    // The next owner tries again.
    disk.remove(join(filesFolder, hash)).catch(ignoreFailure);
  };
  const sweep = (...lists: readonly ReadonlySet<string>[]): void => {
    for (const hash of kept.keys())
      if (!claims.has(hash) && lists.every((used) => !used.has(hash))) remove(hash);
  };
  const sweepNow = async (): Promise<void> => {
    if (!states) return;
    unswept = 0;
    const before = states.list();
    // Until a deletion is durable, the store may bring back what it removed.
    await states.durable()?.catch(ignoreFailure);
    sweep(before, states.list());
  };
  const makeRoom = async (wanted: number): Promise<void> => {
    unswept += wanted;
    if (size + wanted > most || unswept > mostUnswept) await sweepNow();
    if (size + wanted > most) throw refuseMore(most);
    size += wanted;
  };
  const write = async (bytes: Uint8Array): Promise<boolean> => {
    const hash = hashOf(bytes);
    if (kept.has(hash)) return false;
    await makeRoom(bytes.byteLength);
    try {
      await writeOrSweep(disk, { path: join(filesFolder, hash), bytes, sweep: sweepNow });
    } catch (error) {
      size -= bytes.byteLength;
      throw error;
    }
    // A copy: a part of a body may hold the memory of the whole body.
    kept.set(hash, Uint8Array.from(bytes));
    return true;
  };
  const claims = createClaims(write, remove);
  return {
    prepare: (files) => claims.take(files).catch(refuseStorage),
    hashesOf: (files) => files.map(hashOf),
    read: (hash) => kept.get(hash),
    takeOver: (next) => void (states = next),
    sweep() {
      if (states) sweep(states.list());
    },
  };
}

interface WrittenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sweep: () => Promise<void>;
}

/** A full store may hold files that no world names any more. */
async function writeOrSweep(disk: Disk, { path, bytes, sweep }: WrittenFile): Promise<void> {
  try {
    await writeWhole(disk, path, bytes);
  } catch (error) {
    if (failureIn(error)?.kind !== 'refused') throw error;
    await sweep();
    await writeWhole(disk, path, bytes);
  }
}

const draftEnd = '.part';

async function readAll(disk: Disk): Promise<Map<string, Uint8Array>> {
  const kept = new Map<string, Uint8Array>();
  for (const name of await disk.list(filesFolder)) {
    const path = join(filesFolder, name);
    if (name.endsWith(draftEnd)) disk.remove(path).catch(ignoreFailure);
    else kept.set(name, await readWhole(disk, path));
  }
  return kept;
}

/** The file has its name when it is whole. */
async function writeWhole(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${draftEnd}`;
  const file = await disk.open(draft, 'write');
  for (let at = 0; at < bytes.byteLength; at += pieceLength)
    await file.write(bytes.subarray(at, at + pieceLength), at);
  await disk.rename(draft, path);
}

async function readWhole(disk: Disk, path: string): Promise<Uint8Array> {
  const file = await disk.open(path, 'read');
  const { size } = await file.look();
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += pieceLength)
    await file.read(bytes.subarray(at, Math.min(size, at + pieceLength)), at);
  return bytes;
}

/** In bytes. No step takes long, so that none is given up. */
const pieceLength = 1 << 20;

function ignoreFailure(): void {
  // A file that is left costs room alone.
}

function refuseStorage(cause: unknown): never {
  if (cause instanceof ApiError) throw cause;
  const failure = failureIn(cause);
  if (failure && failure.kind !== 'refused')
    throw refuseByStore(`Nothing was changed: ${messageOf(failure)}.`, cause);
  const detail = `The file could not be stored, and nothing was changed: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}
