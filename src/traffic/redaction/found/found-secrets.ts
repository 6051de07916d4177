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

/** A request and its reply, as far as something of it is shown. */
export interface Disclosed {
  readonly path: string;
  /** Where in it that begins which the contract sees. */
  readonly placeAt?: number;
  /** The id of the operation that it matches. */
  readonly operation?: string | undefined;
  /** What follows the `?`, as it was sent. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: JsonValue | undefined;
  /** Names and values in turn. */
  readonly replyHeaders?: readonly string[];
  readonly replyBody?: JsonValue | undefined;
}

/** The secrets of headers, cookies, query and path, as they were sent and decoded. */
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

/** Those of path and query alone. */
export function findInTarget(disclosed: Disclosed, secrets: Secrets): string[] {
  const { path, query } = disclosed;
  const found = [...(findInPath(disclosed, secrets)?.values ?? [])];
  // A path that begins like an address: what is told of it elsewhere has one slash less.
  const user = path.startsWith('//') ? /^\/+([^/]*)@/.exec(path)?.[1] : undefined;
  if (user !== undefined) found.push(user);
  if (query !== '') found.push(...secretsInQuery(query, secrets));
  return found;
}

/** Undefined where there are none. */
export function findInPath(
  { path, placeAt = 0, operation }: Disclosed,
  { paths }: Secrets,
): FoundInPath | undefined {
  return paths.isPlain(operation) ? undefined : paths.find(path, placeAt);
}

/** The headers that hold secrets: names and values in turn. */
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

/** More values than these are not looked at; where there are more, no message quotes any value. */
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

/** The text of an XML element that is all of a body: what read it has left out its name. */
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

/** Answers whether to go on. */
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
  // Names one by one: there may be more of them than are looked at.
  for (const name in members) {
    if (isBelow && isSecretStep(name, names) && !visit(nameInText(name, place.name), true))
      return false;
    const below = placeOfMember(place, name, named, declared);
    if (!visitLeaves(members[name] ?? null, below, secrets, visit)) return false;
  }
  return true;
}

/** A name that is short, or may be a word of messages, is looked for in pointers alone. */
function nameInText(name: string, parent: string): string {
  if (name.length >= shortest && !isOrdinaryName(name)) return name;
  const isLong = parent.length > longestParent;
  const above = stepDown('', isLong ? parent.slice(-longestParent) : parent);
  return stepDown(isLong ? above.slice(1) : above, name);
}

/** It is told for each name below it. */
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
      // Where a plus sign is read as a space, nothing tells that the rest belongs to it.
      if (read.includes(' ')) yield read.slice(read.indexOf(' ') + 1);
    }
  }
}

function* secretsInHeader(name: string, text: string, secrets: Secrets): Generator<string> {
  if (name === 'cookie') yield* secretsInCookies(text, secrets);
  else if (name === 'set-cookie') yield* secretsInCookies(text.split(';', 1)[0] ?? '', secrets);
  else yield* secretsInField(name, text.trim(), secrets);
}

/** Most cookies say nothing that nobody may know; long ones may. */
const longCookie = 16;

function* secretsInCookies(text: string, { cookies }: Secrets): Generator<string> {
  for (const pair of text.split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    // Quotes around it are none of it (RFC 6265, section 4.1.1).
    const value = pair
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/s, '$1');
    if (value.length >= longCookie || cookies.has(name) || isSecretCarrier(name)) yield value;
  }
}

function* secretsInField(name: string, text: string, { words }: Secrets): Generator<string> {
  if (!isTelling(name, text)) return;
  const space = name.endsWith('authorization') ? text.indexOf(' ') : -1;
  const word = text.slice(0, Math.max(0, space)).toLowerCase();
  // A word of a scheme is no secret, and messages have it, too.
  if (!words.has(word)) yield text;
  if (space === -1) return;
  const credential = text.slice(space + 1).trim();
  yield credential;
  // A name, a colon and a password (RFC 7617).
  if (word === 'basic') {
    yield Buffer.from(credential, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
  }
}
