import { splitCookies } from '../../../base/cookies.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { stepDown, textOf } from '../../../base/json.ts';
import { shortest } from '../text-index.ts';
import type { BodyPlace } from './body-places.ts';
import {
  hasSecretNames,
  isSecretLeaf,
  isSecretStep,
  placeNamedIn,
  placeOfItem,
  placeOfMember,
  pointersIn,
  topOfBody,
  walkPointer,
} from './body-places.ts';
import { isOrdinaryName, isSecretCarrier, isSecretPair, isTelling } from './secret-names.ts';
import type { FoundInPath } from './secret-paths.ts';
import type { Secrets } from './secrets.ts';
import { decodeName, valuesInPairs } from './text-secrets.ts';

/** The parts of a request and its reply that may be shown. */
export interface Disclosed {
  readonly path: string;
  /** The index in `path` where the contract's own path begins, after a prefix. */
  readonly placeAt?: number;
  /** The id of the operation that the request matches. */
  readonly operation?: string | undefined;
  /** What follows the `?`, as the client sent it. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: JsonValue | undefined;
  /** Names and values in turn. */
  readonly replyHeaders?: readonly string[];
  readonly replyBody?: JsonValue | undefined;
}

/** Finds the secrets of headers, cookies, query and path, both as sent and decoded. */
export function findInHead(disclosed: Disclosed, secrets: Secrets): readonly string[] {
  const { headers, replyHeaders = [] } = disclosed;
  const found = findInTarget(disclosed, secrets);
  found.push(...findInHeaders(chooseSecretHeaders(headers, secrets), secrets));
  for (let at = 0; at < replyHeaders.length; at += 2) {
    const [name = '', text = ''] = replyHeaders.slice(at, at + 2);
    const field = name.toLowerCase();
    if (isSecretField(field, secrets)) found.push(...secretsInHeader(field, text, secrets));
  }
  return found;
}

/** Finds the secrets of path and query alone. */
export function findInTarget(disclosed: Disclosed, secrets: Secrets): string[] {
  const { path, query } = disclosed;
  const found = [...(findInPath(disclosed, secrets)?.values ?? [])];
  // Other texts may show this path with one slash less, where it no longer looks like an address.
  const user = path.startsWith('//') ? /^\/+([^/]*)@/.exec(path)?.[1] : undefined;
  if (user !== undefined) found.push(user);
  if (query !== '') found.push(...secretsInQuery(query, secrets));
  return found;
}

/** Undefined where the path holds no secrets. */
export function findInPath(
  { path, placeAt = 0, operation }: Disclosed,
  { paths }: Secrets,
): FoundInPath | undefined {
  return paths.isPlain(operation) ? undefined : paths.find(path, placeAt);
}

/** The headers that hold secrets, as names and values in turn. */
export function chooseSecretHeaders(
  headers: Disclosed['headers'],
  secrets: Secrets,
): readonly string[] {
  const chosen: string[] = [];
  for (const name in headers) {
    if (!isSecretField(name, secrets)) continue;
    const value = headers[name] ?? [];
    if (typeof value === 'string') chosen.push(name, value);
    else for (const text of value) chosen.push(name, text);
  }
  return chosen;
}

export function findInHeaders(chosen: readonly string[], secrets: Secrets): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < chosen.length; at += 2) {
    found.push(...secretsInHeader(chosen[at] ?? '', chosen[at + 1] ?? '', secrets));
  }
  return found;
}

/** The search stops after this many values. It is then partial, and no message quotes any value. */
const mostValues = 10_000;

export function findInBodies(
  { body, replyBody, headers }: Disclosed,
  secrets: Secrets,
): { readonly inBodies: readonly string[]; readonly isPartial: boolean } {
  const inBodies: string[] = [];
  let left = mostValues;
  const visit: Visit = (value, isSecret) => {
    left -= 1;
    if (isSecret) inBodies.push(textOf(value));
    return left > 0;
  };
  if (isNameless(body, headers['content-type'])) inBodies.push(body);
  for (const value of [body, replyBody]) {
    if (value !== undefined) visitLeaves(value, topOfBody, secrets, visit);
  }
  return { inBodies, isPartial: left <= 0 };
}

/** A body of one XML element is read as its text, without its name: it may be a secret. */
function isNameless(
  body: JsonValue | undefined,
  type: string | readonly string[] | undefined,
): body is string {
  return typeof body === 'string' && /\bxml\b/i.test(String(type)) && !/^\s*</.test(body);
}

export function isSecretField(name: string, { isField }: Secrets): boolean {
  return isField(name);
}

export function isSecretQuery(name: string, { queries }: Secrets): boolean {
  return queries.has(name) || isSecretPair(name);
}

/** Returns whether to go on. */
type Visit = (value: JsonValue, isSecret: boolean) => boolean;

function visitLeaves(value: JsonValue, place: BodyPlace, secrets: Secrets, visit: Visit): boolean {
  const { members: declared, names } = secrets;
  if (typeof value !== 'object' || value === null) {
    return visit(value, isSecretLeaf(value, place, declared));
  }
  if (Array.isArray(value)) {
    return value.every((item: JsonValue) => visitLeaves(item, placeOfItem(place), secrets, visit));
  }
  const members = value as JsonObject;
  const named = placeNamedIn(members, declared);
  for (const [, pointer] of pointersIn(members)) {
    for (const { step, parent, isSecret } of walkPointer(pointer, declared, names)) {
      if (isSecret && !visit(nameInText(step, parent), true)) return false;
    }
  }
  const isBelow = hasSecretNames(place, declared);
  // This makes no list of the names: there may be more of them than the search visits.
  for (const name in members) {
    if (isBelow && isSecretStep(name, names) && !visit(nameInText(name, place.name), true))
      return false;
    const below = placeOfMember(place, name, named, declared);
    if (!visitLeaves(members[name] ?? null, below, secrets, visit)) return false;
  }
  return true;
}

/** A short name, or one that may be a word of messages, is looked for in pointers only. */
function nameInText(name: string, parent: string): string {
  if (name.length >= shortest && !isOrdinaryName(name)) return name;
  const isLong = parent.length > longestParent;
  const above = stepDown('', isLong ? parent.slice(-longestParent) : parent);
  return stepDown(isLong ? above.slice(1) : above, name);
}

/** In characters. Each name below the parent repeats the parent's name. */
const longestParent = 20;

function* secretsInQuery(query: string, secrets: Secrets): Generator<string> {
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals === -1) continue;
    const name = decodeName(pair.slice(0, equals));
    const value = pair.slice(equals + 1);
    const text = decodeName(value);
    if (isSecretQuery(name, secrets) && isTelling(name, text)) {
      yield value;
      yield text;
      continue;
    }
    for (const inside of valuesInPairs(value)) {
      const read = decodeName(inside);
      yield inside;
      yield read;
      // A plus sign reads as a space, and the patterns for texts end a value at a space.
      if (read.includes(' ')) yield read.slice(read.indexOf(' ') + 1);
    }
  }
}

function* secretsInHeader(name: string, text: string, secrets: Secrets): Generator<string> {
  if (name === 'cookie') yield* secretsInCookies(text, secrets);
  else if (name === 'set-cookie') yield* secretsInCookies(text.split(';', 1)[0] ?? '', secrets);
  else yield* secretsInField(name, text.trim(), secrets);
}

/** In characters. A longer cookie may be a secret whatever its name is. */
const longCookie = 16;

/** It names a world, which requests and replies show, too. */
const worldCookie = 'x-stuntdouble-world';

function* secretsInCookies(text: string, { cookies }: Secrets): Generator<string> {
  for (const { name, value = name } of splitCookies(text)) {
    if (name.toLowerCase() === worldCookie) continue;
    if (value.length >= longCookie || cookies.has(name) || isSecretCarrier(name)) yield value;
  }
}

function* secretsInField(name: string, text: string, { words }: Secrets): Generator<string> {
  if (!isTelling(name, text)) return;
  const space = name.endsWith('authorization') ? text.indexOf(' ') : -1;
  const word = text.slice(0, Math.max(0, space)).toLowerCase();
  // The word of a scheme is no secret, and messages contain it, too.
  if (!words.has(word)) yield text;
  if (space === -1) return;
  const credential = text.slice(space + 1).trim();
  yield credential;
  // Basic credentials are a name, a colon and a password (RFC 7617).
  if (word === 'basic') {
    yield Buffer.from(credential, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
  }
}
