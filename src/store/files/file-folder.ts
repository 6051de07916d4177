import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

import { ApiError, messageOf } from '../../base/errors.ts';
import type { DiskFolder } from '../ledger/disk.ts';
import type { FileBytes } from './file-bytes.ts';
import { refuseMore } from './file-bytes.ts';

/** The folder of uploaded files, in the data folder. */
export const filesFolder = 'files';

/** How many bytes all files together may have. */
const mostBytes = 1_073_741_824;
/** A file that was written so recently may belong to a request that is still under way. */
const underWay = 600_000;

/**
 * Keeps the bytes of uploaded files as files, each under the hash of its content. A file is durable
 * before any state names it. Files that no state names go at the start, and when room is needed.
 */
export function keepInFolder(place: DiskFolder, most: number = mostBytes): FileBytes {
  const { disk } = place;
  const folder = join(place.folder, filesFolder);
  let listUsed: (() => ReadonlySet<string>) | undefined;
  const hashes = new WeakMap<Uint8Array, string>();
  const hashOf = (bytes: Uint8Array): string => {
    const hash = hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
    hashes.set(bytes, hash);
    return hash;
  };
  const write = async (bytes: Uint8Array): Promise<void> => {
    const path = join(folder, hashOf(bytes));
    if (await disk.look(path)) return;
    const draft = join(folder, `${randomUUID()}.part`);
    const file = await disk.open(draft, 'write');
    try {
      await file.write(bytes, 0);
      if (place.isSynced) await file.datasync();
    } finally {
      await file.close();
    }
    await disk.rename(draft, path);
  };
  const writeAll = async (files: readonly Uint8Array[]): Promise<void> => {
    const above = await disk.makeFolder(folder);
    const wanted = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (sizeOf(folder) + wanted > most) sweep(folder, listUsed?.(), underWay);
    if (sizeOf(folder) + wanted > most) throw refuseMore(most);
    for (const bytes of files) await write(bytes);
    if (place.isSynced) for (const one of [folder, ...above]) await disk.syncFolder(one);
  };
  return {
    prepare: (files) => writeAll(files).catch(refuseStorage),
    keep: (files) => files.map(hashOf),
    read(hash) {
      try {
        return readFileSync(join(folder, hash));
      } catch {
        return undefined;
      }
    },
    takeOver(next) {
      // At the start, no request is under way.
      if (!listUsed) sweep(folder, next(), 0);
      listUsed = next;
    },
  };
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{64}$|\.part$/.test(name));
  } catch {
    return [];
  }
}

function sizeOf(folder: string): number {
  const facts = listFiles(folder).map((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false }),
  );
  return facts.reduce((sum, found) => sum + (found?.size ?? 0), 0);
}

/** Removes files that no state names and that are older than so many milliseconds. */
function sweep(folder: string, used: ReadonlySet<string> | undefined, age: number): void {
  if (!used) return;
  for (const name of listFiles(folder)) {
    const path = join(folder, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (used.has(name) || Date.now() - changed < age) continue;
    try {
      unlinkSync(path);
    } catch {
      // The next start tries again.
    }
  }
}

function refuseStorage(cause: unknown): never {
  if (cause instanceof ApiError) throw cause;
  const detail = `The file could not be stored, and nothing was changed: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}
