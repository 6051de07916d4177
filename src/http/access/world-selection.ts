import type { IncomingMessage } from 'node:http';

import { splitCookies } from '../../base/cookies.ts';
import { ApiError } from '../../base/errors.ts';
import { decodeLeniently } from '../../base/texts.ts';
import type { RequestTarget } from '../requests/head.ts';

/** The header and the cookie that name a world. Replies from a private world have the header. */
export const worldField = 'X-Stuntdouble-World';

/** Rules for the names of worlds. */
export interface WorldNames {
  /** Returns the private world, undefined for the default world. Throws if a name is invalid. */
  read(text: string): string | undefined;
  isName(text: string): boolean;
  /** Whether paths of the contract itself begin with this segment. */
  isPath(segment: string): boolean;
}

export interface WorldTarget {
  /** The target without `/~name`. */
  readonly target: RequestTarget;
  /** The decoded name, not checked yet; undefined where the path names no world. */
  readonly world: string | undefined;
}

/** Takes the name of a world off the front of a path, unless the contract has such paths itself. */
export function takeOffWorld(target: RequestTarget, names: WorldNames): WorldTarget {
  const { path } = target;
  const mark = markOf(path);
  if (mark === '') return { target, world: undefined };
  const slash = path.indexOf('/', 1);
  const end = slash === -1 ? path.length : slash;
  const world = decodeLeniently(path.slice(mark.length, end));
  if (names.isPath(`~${world}`)) return { target, world: undefined };
  const prefix = target.prefix + path.slice(0, end);
  return { target: { ...target, prefix, path: path.slice(end) || '/' }, world };
}

/**
 * Returns the private world, undefined for the default one. Header, cookie and path must agree, unless
 * the cookie yields: to what the request itself says, and where no world can be meant.
 */
export function selectWorld(
  { headers }: Pick<IncomingMessage, 'headers'>,
  inPath: string | undefined,
  names: WorldNames,
  cookieYields = false,
): string | undefined {
  const name = findWorldName({ headers }, inPath, names, cookieYields);
  return name === undefined ? undefined : names.read(name);
}

/** The name that a request says, also that of the default world; undefined: it names none. */
export function findWorldName(
  { headers }: Pick<IncomingMessage, 'headers'>,
  inPath: string | undefined,
  names: WorldNames,
  cookieYields = false,
): string | undefined {
  const header = headers['x-stuntdouble-world'];
  const cookie = headers.cookie;
  if (header === undefined && inPath === undefined && cookie === undefined) return undefined;
  const inCookie = readCookie(cookie);
  const yields = cookieYields && ((header ?? inPath) !== undefined || !nameOne(inCookie, names));
  const named = [
    ...readHeader(header).map((name) => ({ name, by: 'header' })),
    ...(yields ? [] : inCookie).map((name) => ({ name, by: 'cookie' })),
    ...(inPath === undefined ? [] : [{ name: inPath, by: 'path' }]),
  ];
  const [first] = named;
  if (!first) return undefined;
  const other = named.find(({ name }) => name !== first.name);
  if (other) throw refuseConflict(first, other);
  return first.name;
}

/**
 * Returns the `/~` at the front of a path as the client wrote it, or an empty text. Some clients
 * escape the tilde (RFC 3986, section 2.3).
 */
function markOf(path: string): string {
  if (path.startsWith('/~')) return '/~';
  if (!path.startsWith('/%7')) return '';
  const mark = path.slice(0, '/%7E'.length);
  return mark.toUpperCase() === '/%7E' ? mark : '';
}

/** Node joins repeated headers with commas, which no name contains. */
function readHeader(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return [];
  return [header].flat().flatMap((text) => text.split(',').map((name) => name.trim()));
}

function readCookie(cookie: string | undefined): readonly string[] {
  if (cookie === undefined || !cookie.includes(worldField)) return [];
  return splitCookies(cookie).flatMap(({ name, value }) =>
    name === worldField && value !== undefined ? [value] : [],
  );
}

/** Any page of this host can set cookies, also one of another port. */
function nameOne([first, ...others]: readonly string[], names: WorldNames): boolean {
  return first !== undefined && names.isName(first) && others.every((other) => other === first);
}

interface Named {
  readonly name: string;
  readonly by: string;
}

function refuseConflict(first: Named, other: Named): ApiError {
  const [one, two] = [first, other].map(
    ({ name, by }) => `the ${by} names ${JSON.stringify(name.slice(0, 100))}`,
  );
  const detail = `A request plays in one world, but ${one}, and ${two}. Send one of them, or the same in all.`;
  return new ApiError('conflicting-worlds', detail);
}
