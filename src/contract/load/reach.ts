import type { Stats } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { reasonOf, StartError } from '../../base/errors.ts';
import { findOddity } from '../../base/folders.ts';
import type { Source } from '../../text/source.ts';
import { parseBytes } from '../../text/source.ts';
import { folderOf, isUrl } from './places.ts';

/** How far references may lead. */
export interface Reach {
  readonly allowRemoteRefs: boolean;
  /** Folders besides those of the contracts. */
  readonly allowRefs: readonly string[];
  /** Contracts that are no files: their texts, by the paths that stand for them. */
  readonly contractTexts?: ReadonlyMap<string, string> | undefined;
}

/** Reads the document that a reference in another document names; throws if that is not allowed. */
export type Follow = (uri: string, from: string) => Promise<Source>;

/**
 * A contract may refer to files in its own folder, and one of a host to documents of that host.
 * Options allow other folders and hosts.
 */
export async function createFollow(places: readonly string[], reach: Reach): Promise<Follow> {
  const read = await createReader(places.filter((place) => !isUrl(place)).map(folderOf), reach);
  const follow: Follow = async (uri, from) => {
    if (/^https?:/.test(uri)) {
      if (reach.allowRemoteRefs || new URL(uri).origin === new URL(from).origin)
        return followToHost(uri, from);
      throw new Error('references to other hosts are not followed without --allow-remote-refs');
    }
    if (!uri.startsWith('file:')) {
      throw new Error(`references to ${uri.split(':', 1)[0]}: are not followed`);
    }
    if (!from.startsWith('file:')) {
      throw new Error('a document of another host may not refer to files of this machine');
    }
    return read(fileURLToPath(uri));
  };
  // Remembers failures, too: many references may name a document that can't be read.
  const tried = new Map<string, Promise<Source>>();
  return (uri, from) => {
    const { protocol, host } = new URL(from);
    const attempt = `${uri} ${protocol}//${host}`;
    const reading = tried.get(attempt) ?? follow(uri, from);
    tried.set(attempt, reading);
    return reading;
  };
}

/** Reads a file. Throws if its path, or the target of its links, is not in an allowed folder. */
export type ReadFile = (file: string) => Promise<Source>;

/** Allows the given folders and those of `--allow-refs`. */
export async function createReader(
  folders: readonly string[],
  { allowRefs }: Pick<Reach, 'allowRefs'>,
  readBytes: ReadBytes = readRegular,
): Promise<ReadFile> {
  const allowed = [...folders, ...allowRefs.map((at) => resolve(at))];
  const real = await Promise.all(allowed.map(async (at) => (await realpathOf(at)) ?? at));
  return async (file) => {
    const target = await realpathOf(file);
    if (!isWithin(file, allowed)) throw new Error(describeOutside('file', file));
    if (target === undefined) return readSource(file, file, readBytes);
    if (!isWithin(target, real))
      throw new Error(describeOutside('link leads to a file that', target));
    // Reads the checked target and not the link, which may have changed since the check.
    return readSource(file, target, readBytes);
  };
}

function describeOutside(what: string, file: string): string {
  return `the ${what} is outside of the contract's folder; allow its folder with --allow-refs ${dirname(file)}`;
}

/** Loaded on first use: most contracts refer to no other host. */
async function followToHost(uri: string, from: string): Promise<Source> {
  const { readRemote } = await import('./remote.ts');
  const { protocol, host } = new URL(from);
  const isNamed = protocol === 'file:' || host === new URL(uri).host;
  return parseBytes(uri, await readRemote(uri, isNamed));
}

function isWithin(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

type ReadBytes = (path: string) => Promise<Buffer>;

/** Reads regular files only: a pipe may have no writer, and a device may have no end. */
async function readRegular(path: string): Promise<Buffer> {
  const oddity = findOddity(await stat(path));
  if (oddity !== undefined) throw new Error(`it is ${oddity}, not a file`);
  return readFile(path);
}

/** A user may name a pipe on the command line, such as one that a shell makes of `<(…)`. */
export async function readNamed(path: string): Promise<Buffer> {
  const facts = await stat(path);
  return facts.isFIFO() || facts.isCharacterDevice() ? readStream(path, facts) : readRegular(path);
}

/** Limit for pipes, which tell no size in advance, and devices, which may have no end. */
const mostMebibytes = 64;

async function readStream(path: string, facts: Stats): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const handle = await open(path);
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(1 << 16);
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return Buffer.concat(pieces);
      size += bytesRead;
      pieces.push(piece.subarray(0, bytesRead));
      if (size > mostMebibytes << 20) {
        throw new Error(`it is ${findOddity(facts)} of more than ${mostMebibytes} MiB`);
      }
    }
  } finally {
    await handle.close();
  }
}

/** Reads and parses what is at `target`: the file itself, or where its link leads. */
export async function readSource(
  file: string,
  target: string,
  readBytes: ReadBytes,
): Promise<Source> {
  let bytes: Buffer;
  try {
    bytes = await readBytes(target);
  } catch (error) {
    throw new StartError([{ file, message: `can not be read: ${reasonOf(error)}` }]);
  }
  return parseBytes(file, bytes);
}

/** The path with all links resolved; undefined if it can not be resolved. */
async function realpathOf(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch {
    return undefined;
  }
}
