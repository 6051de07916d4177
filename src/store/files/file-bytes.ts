import { createHash } from 'node:crypto';

import { ApiError } from '../../base/errors.ts';

/** The bytes of uploaded files, by a hash of their content: all worlds and states share them. */
export interface FileBytes {
  /**
   * Stores the files of one request, durably, before a state names them. Throws or rejects where
   * there is no room, and then keeps none of them.
   */
  prepare(this: void, files: readonly Uint8Array[]): Release | Promise<Release>;
  hashesOf(this: void, files: readonly Uint8Array[]): readonly string[];
  /** Undefined where there are none. */
  read(this: void, hash: string): Uint8Array | undefined;
  /** From now on, this tells which files any state names: the others go when room is needed. */
  takeOver(this: void, states: FileStates): void;
}

/** Ends a request with files. Those that it brought go again, unless its changes name them. */
export type Release = (named: ReadonlySet<string>) => void;

/** The states that name files. */
export interface FileStates {
  /** The hashes that any of them names. */
  list(this: void): ReadonlySet<string>;
  /** Resolves when the present states are durable; undefined: they are already. */
  durable(this: void): Promise<void> | undefined;
}

/** How many bytes all files together may have. */
const mostBytes = 268_435_456;

export function keepInMemory(most: number = mostBytes): FileBytes {
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  let listUsed = listNone;
  const remove = (hash: string): void => {
    size -= kept.get(hash)?.byteLength ?? 0;
    kept.delete(hash);
  };
  const makeRoom = (wanted: number, isWanted: (hash: string) => boolean): void => {
    if (size + wanted <= most) return;
    const used = listUsed();
    for (const hash of kept.keys()) if (!used.has(hash) && !isWanted(hash)) remove(hash);
    if (size + wanted > most) throw refuseMore(most);
  };
  return {
    // The request is over within the same turn: no other one comes between.
    prepare(files) {
      const brought = new Map(files.map((bytes) => [hashOf(bytes), bytes]));
      const added = [...brought].filter(([hash]) => !kept.has(hash));
      const wanted = added.reduce((sum, [, { byteLength }]) => sum + byteLength, 0);
      makeRoom(wanted, (hash) => brought.has(hash));
      // A copy: a part of a body may hold the memory of the whole body.
      for (const [hash, bytes] of added) kept.set(hash, Uint8Array.from(bytes));
      size += wanted;
      return (named) => {
        for (const [hash] of added) if (!named.has(hash)) remove(hash);
      };
    },
    hashesOf: (files) => files.map(hashOf),
    read: (hash) => kept.get(hash),
    takeOver({ list }) {
      listUsed = list;
    },
  };
}

function listNone(): ReadonlySet<string> {
  return new Set();
}

const hashes = new WeakMap<Uint8Array, string>();

/** A large file takes a while, and a request asks for its hash more than once. */
export function hashOf(bytes: Uint8Array): string {
  const hash = hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  hashes.set(bytes, hash);
  return hash;
}

export function refuseMore(most: number): ApiError {
  const detail = `All uploaded files together may have ${most.toLocaleString('en-US')} bytes. Nothing was changed: delete records with files, or reset the world, and send the request again.`;
  return new ApiError('storage-failed', detail);
}
