import { join } from 'node:path';

import { ApiError, messageOf } from '../../base/errors.ts';
import { filesFolder } from '../files/file-folder.ts';
import type { FileBytes, Release } from '../files/file-bytes.ts';
import { keepInMemory } from '../files/file-bytes.ts';
import type { Disk } from '../ledger/disk.ts';

/** Keeps the bytes of uploaded files in the store; the owner has all of them in memory, too. */
export async function openSharedFiles(disk: Disk): Promise<FileBytes> {
  const memory = keepInMemory();
  const stored = new Set<string>();
  for (const name of await disk.list(filesFolder)) {
    if (name.endsWith(draftEnd)) continue;
    await memory.prepare([await readWhole(disk, join(filesFolder, name))]);
    stored.add(name);
  }
  const drop = (hash: string): void => {
    stored.delete(hash);
    // The next owner tries again.
    disk.remove(join(filesFolder, hash)).catch(ignoreFailure);
  };
  const write = async (bytes: Uint8Array, hash: string): Promise<void> => {
    if (stored.has(hash)) return;
    await writeWhole(disk, join(filesFolder, hash), bytes);
    stored.add(hash);
  };
  const dropUnused = (): void => {
    for (const hash of stored) if (!memory.read(hash)) drop(hash);
  };
  const prepare = async (files: readonly Uint8Array[]): Promise<Release> => {
    const release = await memory.prepare(files);
    const releaseBoth: Release = (named) => {
      release(named);
      dropUnused();
    };
    try {
      const hashes = memory.hashesOf(files);
      for (const [at, bytes] of files.entries()) await write(bytes, hashes[at] ?? '');
      return releaseBoth;
    } catch (error) {
      releaseBoth(new Set());
      throw error;
    }
  };
  return {
    ...memory,
    prepare: (files) => prepare(files).catch(refuseStorage),
    takeOver(states) {
      memory.takeOver(states);
      const named = states.list();
      for (const hash of stored) if (!named.has(hash)) drop(hash);
    },
  };
}

const draftEnd = '.part';

async function writeWhole(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const draft = path + draftEnd;
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
  const detail = `The file could not be stored, and nothing was changed: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}
