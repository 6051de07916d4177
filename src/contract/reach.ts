import { readFile, realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { messageOf, StartError } from '../errors.ts';
import type { Source } from '../source.ts';
import { parseBytes } from '../source.ts';

/** How far references may lead. */
export interface Reach {
  readonly allowRemoteRefs: boolean;
  /** Folders besides those of the contracts. */
  readonly allowRefs: readonly string[];
}

/** Reads what a reference of a document leads to; throws where it may not lead there. */
export type Follow = (uri: string, from: string) => Promise<Source>;

const remoteWithin = 10_000;
const mostRemoteBytes = 32 * 1024 * 1024;

/** A contract may pull in the files around it, and nothing else unless it is allowed. */
export async function createFollow(files: readonly string[], reach: Reach): Promise<Follow> {
  const folders = [
    ...files.map((file) => dirname(file)),
    ...reach.allowRefs.map((at) => resolve(at)),
  ];
  const real = await Promise.all(folders.map(async (at) => (await realpathOf(at)) ?? at));
  const follow: Follow = async (uri, from) => {
    if (/^https?:/.test(uri)) {
      if (reach.allowRemoteRefs) return readRemote(uri);
      throw new Error('references to other hosts are not followed without --allow-remote-refs');
    }
    if (!uri.startsWith('file:')) {
      throw new Error(`references to ${uri.split(':', 1)[0]}: are not followed`);
    }
    if (!from.startsWith('file:')) {
      throw new Error('a document of another host may not refer to files of this machine');
    }
    const file = fileURLToPath(uri);
    const behindLinks = await realpathOf(file);
    const leadsOut = behindLinks !== undefined && !isWithin(behindLinks, real);
    if (leadsOut || !isWithin(file, folders)) {
      const way = `allow its folder with --allow-refs ${dirname(file)}`;
      throw new Error(`the file is outside of the contract's folder; ${way}`);
    }
    return readSource(file);
  };
  // Many references may lead to what can't be read, and one try is enough.
  const tried = new Map<string, Promise<Source>>();
  return (uri, from) => {
    const attempt = `${uri} ${new URL(from).protocol}`;
    const reading = tried.get(attempt) ?? follow(uri, from);
    tried.set(attempt, reading);
    return reading;
  };
}

function isWithin(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

export async function readSource(file: string): Promise<Source> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new StartError([{ file, message: `can not be read: ${reasonOf(error)}` }]);
  }
  return parseBytes(file, bytes);
}

async function readRemote(uri: string): Promise<Source> {
  const response = await fetch(uri, { signal: AbortSignal.timeout(remoteWithin) }).catch(
    (error: unknown) => {
      throw new Error(`it can not be fetched: ${fetchReason(error)}`, { cause: error });
    },
  );
  if (!response.ok) throw new Error(`it can not be fetched: the answer was ${response.status}`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  // A body arrives as bytes, whatever the types say.
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > mostRemoteBytes) throw new Error(`it is larger than ${mostRemoteBytes} bytes`);
    pieces.push(piece);
  }
  return parseBytes(uri, Buffer.concat(pieces));
}

/** What a fetch throws says little; its cause says more. */
function fetchReason(error: unknown): string {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  if (isTimeout) return `there was no answer within ${remoteWithin / 1000} seconds`;
  return messageOf(error instanceof Error && error.cause ? error.cause : error);
}

/** Where a path leads when all links are followed; undefined where it leads nowhere. */
async function realpathOf(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder, not a file';
  if (code === 'EACCES') return 'permission denied';
  return messageOf(error);
}
