import { statSync, write, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

import { findOddity, makeFolder, privateFile, privateFolder } from '../../base/folders.ts';

/** What is asked of a file system. A port, so that tests can let it fail, stop, and tell what it was asked. */
export interface Disk {
  /** Makes a folder and those above it; resolves with the folders in which a new name stands since. */
  makeFolder(path: string): Promise<readonly string[]>;
  /** The names in a folder; none where there is no folder. */
  list(folder: string): Promise<readonly string[]>;
  /** To write: a new and empty file, whatever was there. To keep: one that is there, and may be synced. */
  open(path: string, purpose: 'read' | 'write' | 'keep'): Promise<DiskFile>;
  /** Which file stands there, and its size; undefined: none. */
  look(path: string): Promise<FileFacts | undefined>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Resolves when the names in a folder would survive a power cut. */
  syncFolder(path: string): Promise<void>;
  /** Waits for more that may be written along, since a write costs more than what is in it. Default: hardly at all. */
  readonly gather?: (() => Promise<void>) | undefined;
}

export interface DiskFile {
  look(): Promise<FileFacts>;
  /** Resolves with the number of bytes that were read; 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes all of it, or rejects. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  /** Resolves when its bytes and its length would survive a power cut. */
  datasync(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileFacts {
  /** The same for the same file, whatever it is called. */
  readonly id: string;
  readonly size: number;
}

const flags = { read: 'r', write: 'w', keep: 'r+' };

/** The file system of the machine. */
export const machineDisk: Disk = {
  makeFolder: async (path) =>
    Promise.resolve(makeFolder(path, privateFolder).map((folder) => dirname(folder))),
  list: (folder) => readdir(folder).catch(passMissing<readonly string[]>([])),
  async open(path, purpose) {
    assertRegular(path);
    const handle = await open(path, flags[purpose], privateFile);
    // One that was there keeps its mode, which may be that of an earlier version, or another owner's choice.
    if (purpose !== 'read') await handle.chmod(privateFile).catch(passForeign);
    return toDiskFile(handle);
  },
  // With each batch of writes two files are looked at, whose facts the system has at hand: to ask on
  // another thread takes ten times as long.
  look: async (path) => Promise.resolve(lookNow(path)),
  rename,
  remove: unlink,
  gather: endOfTurn,
  async syncFolder(path) {
    // A folder can not be opened there, and its names are the file system's own affair.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync().catch(passUnsupported);
    } finally {
      await handle.close();
    }
  },
};

/** What comes in one turn of the event loop, from many connections, shares a write. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** To open a pipe may take for ever, and to write to a device is no way to keep anything. */
function assertRegular(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  const oddity = facts && findOddity(facts);
  if (oddity !== undefined) throw new Error(`it is ${oddity}, not a file`);
}

function lookNow(path: string): FileFacts | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && toFacts(found);
}

function toDiskFile(handle: FileHandle): DiskFile {
  return {
    look: async () => toFacts(await handle.stat()),
    read: async (into, position) =>
      (await handle.read(into, 0, into.byteLength, position)).bytesRead,
    async write(bytes, position) {
      // A write may be cut short without an error; what is missing then tells why.
      for (let done = 0; done < bytes.byteLength;) {
        const bytesWritten = await writePiece(handle.fd, bytes.subarray(done), position + done);
        if (bytesWritten === 0) throw new Error('nothing more could be written');
        done += bytesWritten;
      }
    },
    truncate: (length) => handle.truncate(length),
    datasync: () => handle.datasync(),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** What is less than this is handed to the system at once: another thread costs ten times as much as the write. */
const mostAtOnce = 1 << 16;

/** Whoever changes or reads anything waits for the journal all the same, so that nobody loses by it. */
function writePiece(file: number, bytes: Uint8Array, position: number): Promise<number> | number {
  const { byteLength } = bytes;
  if (byteLength <= mostAtOnce) return writeSync(file, bytes, 0, byteLength, position);
  return new Promise((resolve, reject) => {
    write(file, bytes, 0, byteLength, position, (error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}

function toFacts({ dev, ino, size }: { dev: number; ino: number; size: number }): FileFacts {
  return { id: `${dev}:${ino}`, size };
}

/** Some file systems know no such thing; there is nothing more to be had of them. */
function passUnsupported(error: unknown): void {
  if (!['EINVAL', 'ENOTSUP', 'EISDIR'].includes(codeOf(error))) throw error;
}

/** Only the owner of a file sets its mode, where the file system knows modes at all. */
function passForeign(error: unknown): void {
  if (!['EPERM', 'ENOTSUP', 'EINVAL', 'ENOSYS'].includes(codeOf(error))) throw error;
}

function passMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return instead;
    throw error;
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
