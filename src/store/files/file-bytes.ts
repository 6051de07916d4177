import { createHash } from 'node:crypto';

import { ApiError } from '../../base/errors.ts';

/** The bytes of uploaded files, by a hash of their content: all worlds and states share them. */
export interface FileBytes {
  /** Makes files durable before `keep`, while nothing has changed yet; undefined: nothing to wait for. */
  prepare(this: void, files: readonly Uint8Array[]): Promise<void> | undefined;
  /** Keeps the files of one request, and returns their hashes. Throws where there is no room. */
  keep(this: void, files: readonly Uint8Array[]): readonly string[];
  /** Undefined where there are none. */
  read(this: void, hash: string): Uint8Array | undefined;
  /** From now on, this lists the hashes that any state names: the others go when room is needed. */
  takeOver(this: void, listUsed: () => ReadonlySet<string>): void;
}

/** How many bytes all files together may have. */
const mostBytes = 268_435_456;

export function keepInMemory(most: number = mostBytes): FileBytes {
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  let listUsed = listNone;
  const makeRoom = (wanted: number): void => {
    if (size + wanted <= most) return;
    const used = listUsed();
    for (const [hash, bytes] of kept) {
      if (used.has(hash)) continue;
      kept.delete(hash);
      size -= bytes.byteLength;
    }
    if (size + wanted > most) throw refuseMore(most);
  };
  return {
    prepare: () => undefined,
    keep(files) {
      makeRoom(files.reduce((sum, { byteLength }) => sum + byteLength, 0));
      return files.map((bytes) => {
        const hash = createHash('sha256').update(bytes).digest('hex');
        if (!kept.has(hash)) {
          // A copy: a part of a body may hold the memory of the whole body.
          kept.set(hash, Uint8Array.from(bytes));
          size += bytes.byteLength;
        }
        return hash;
      });
    },
    read: (hash) => kept.get(hash),
    takeOver(next) {
      listUsed = next;
    },
  };
}

function listNone(): ReadonlySet<string> {
  return new Set();
}

export function refuseMore(most: number): ApiError {
  const detail = `All uploaded files together may have ${most.toLocaleString('en-US')} bytes. Nothing was changed: delete records with files, or reset the world, and send the request again.`;
  return new ApiError('storage-failed', detail);
}
