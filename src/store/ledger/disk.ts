import { statSync, write, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

import { codeOf } from '../../base/errors.ts';
import { findOddity, makeFolder, privateFile, privateFolder } from '../../base/folders.ts';

/** The file system as the ledger needs it. Tests replace it, to fail, stop or record calls. */
export interface Disk {
  /** Makes a folder and those above it; resolves with the folders that have a new name in them. */
  makeFolder(path: string): Promise<readonly string[]>;
  /** The names in a folder; an empty list where there is no folder. */
  list(folder: string): Promise<readonly string[]>;
  /** `write`: makes the file, or empties it. `keep`: an existing file, to sync it. */
  open(path: string, purpose: 'read' | 'write' | 'keep'): Promise<DiskFile>;
  /** Which file is there, and its size; undefined: none. */
  look(path: string): Promise<FileFacts | undefined>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Resolves when the names in a folder survive a power cut. */
  syncFolder(path: string): Promise<void>;
}

/** A folder, and whether its files are to survive a power cut. */
export interface DiskFolder {
  readonly disk: Disk;
  readonly folder: string;
  readonly isSynced: boolean;
}

export interface DiskFile {
  look(): Promise<FileFacts>;
  /** Resolves with the number of bytes that were read; 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes all bytes, or rejects. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  /** Resolves when the bytes and the length of the file survive a power cut. */
  datasync(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileFacts {
  /** Identifies the file, also under another name. */
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
    // `open` sets the mode of new files only; an earlier version may have made this one readable.
    if (purpose !== 'read') await handle.chmod(privateFile).catch(passForeign);
    return toDiskFile(handle);
  },
  // Synchronous: each batch of writes looks at two files, whose facts the system has in memory, and
  // to ask on another thread takes ten times as long.
  look: async (path) => Promise.resolve(lookNow(path)),
  rename,
  remove: unlink,
  async syncFolder(path) {
    // Windows can not open a folder; its file system has to keep the names.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync().catch(passUnsupported);
    } finally {
      await handle.close();
    }
  },
};

/** To open a pipe may take for ever, and a device stores nothing. */
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
      // A write may end early without an error; to write the rest then shows the reason.
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

/** Up to this many bytes a write is synchronous: another thread costs ten times as much. */
const mostAtOnce = 1 << 16;

/** A synchronous write delays no client: each reply waits for the journal anyway. */
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

/** Some file systems can not sync a folder; there is no other way to ask them. */
function passUnsupported(error: unknown): void {
  if (!['EINVAL', 'ENOTSUP', 'EISDIR'].includes(codeOf(error) ?? '')) throw error;
}

/** Only the owner of a file can set its mode, and some file systems have no modes. */
function passForeign(error: unknown): void {
  if (!['EPERM', 'ENOTSUP', 'EINVAL', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error;
}

function passMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return instead;
    throw error;
  };
}

/** Refuses writes while `problem` returns a text: another process may have the folder by now. */
export function guardDisk(disk: Disk, problem: () => string | undefined): Disk {
  const assertFree = (): void => {
    const found = problem();
    if (found !== undefined) throw new Error(found);
  };
  return {
    ...disk,
    async open(path, purpose) {
      if (purpose === 'read') return disk.open(path, purpose);
      assertFree();
      return guardFile(await disk.open(path, purpose), assertFree);
    },
    async rename(from, to) {
      assertFree();
      await disk.rename(from, to);
    },
    async remove(path) {
      assertFree();
      await disk.remove(path);
    },
  };
}

function guardFile(file: DiskFile, assertFree: () => void): DiskFile {
  return {
    ...file,
    async write(bytes, position) {
      assertFree();
      await file.write(bytes, position);
    },
    async truncate(length) {
      assertFree();
      await file.truncate(length);
    },
    async datasync() {
      await file.datasync();
      // A process that was suspended meanwhile may have written to the folder of another process.
      assertFree();
    },
  };
}
