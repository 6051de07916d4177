import type { Scheme } from '../../contract/security.ts';
import type { JsonValue } from '../../json.ts';
import { defineMember } from '../../json.ts';
import { encodePart } from '../../texts.ts';

/** By which names secrets travel; header names in lower case. */
export interface Secrets {
  readonly headers: ReadonlySet<string>;
  readonly queries: ReadonlySet<string>;
  readonly cookies: ReadonlySet<string>;
  /** The words that may stand in front of a credential in `Authorization`. */
  readonly words: ReadonlySet<string>;
}

/** What is shown instead. */
const mask = '…';

const alwaysSecret = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-stuntdouble-token',
];

/** Those that are registered, and those that many services have made up. */
const wellKnownWords =
  'apikey api-key aws4-hmac-sha256 basic bearer concealed digest dpop gnap hawk hoba jwt key mutual negotiate ntlm oauth privatetoken scram-sha-1 scram-sha-256 token vapid'.split(
    ' ',
  );

/** What the security schemes of a contract make a secret, besides what always is one. */
export function findSecrets(schemes: Iterable<Scheme>): Secrets {
  const carriers = [...schemes].map(({ carrier }) => carrier);
  const namesOf = (kind: 'query' | 'cookie'): ReadonlySet<string> =>
    new Set(carriers.flatMap((carrier) => (carrier.kind === kind ? [carrier.name] : [])));
  return {
    headers: new Set([
      ...alwaysSecret,
      ...carriers.flatMap((carrier) => (carrier.kind === 'header' ? [carrier.field] : [])),
    ]),
    queries: namesOf('query'),
    cookies: namesOf('cookie'),
    words: new Set([
      ...wellKnownWords,
      ...carriers.flatMap((one) => (one.kind === 'authorization' ? [one.scheme] : [])),
    ]),
  };
}

/** A header as it may be shown. */
export function maskField(name: string, value: string, secrets: Secrets): string {
  const field = name.toLowerCase();
  if (!secrets.headers.has(field)) return value;
  if (field === 'cookie') return value.split(';').map(maskPair).join(';');
  if (field === 'set-cookie') return maskSetCookie(value);
  if (!field.endsWith('authorization')) return mask;
  const [word = '', ...rest] = value.trim().split(' ');
  return rest.length > 0 && secrets.words.has(word.toLowerCase()) ? `${word} ${mask}` : mask;
}

/** What follows the `?`, as it may be shown. */
export function maskQuery(query: string, secrets: Secrets): string {
  if (query === '' || secrets.queries.size === 0) return query;
  const pairs = query.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    const isSecret = equals !== -1 && secrets.queries.has(decodeName(pair.slice(0, equals)));
    return isSecret ? maskPair(pair) : pair;
  });
  return pairs.join('&');
}

/** Replaces what was secret in one place wherever else it turns up. */
export interface Blotter {
  text(text: string): string;
  value(value: JsonValue): JsonValue;
  texts(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

/** What is shorter may be anything, and would blot out what is no secret. */
const shortestSecret = 6;

/** The secrets of one request, as they were sent and decoded. */
export function createBlotter(
  query: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  secrets: Secrets,
): Blotter {
  const found = [...secretsInQuery(query, secrets), ...secretsInHeaders(headers, secrets)];
  const worthIt = found.filter((text) => text.length >= shortestSecret);
  const written = new Set(worthIt.flatMap(spell));
  // The longest first: one may hold another.
  const texts = [...written].toSorted((one, other) => other.length - one.length);
  if (texts.length === 0) return blotNothing;
  const blot = (text: string): string => {
    let shown = text;
    for (const secret of texts) shown = shown.replaceAll(secret, mask);
    return shown;
  };
  return {
    text: blot,
    value: (value) => mapTexts(value, blot),
    texts: (named) =>
      Object.fromEntries(Object.entries(named).map(([name, text]) => [name, blot(text)])),
  };
}

/** Messages quote so many characters of a value, and no more. */
const longestQuote = 58;

/** As it was sent, as a path or a query has it, and as a message quotes it. */
function spell(secret: string): readonly string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  return [secret, encodePart(secret), quoted, quoted.slice(0, longestQuote)];
}

const blotNothing: Blotter = {
  text: (text) => text,
  value: (value) => value,
  texts: (texts) => texts,
};

function* secretsInQuery(query: string, secrets: Secrets): Generator<string> {
  if (secrets.queries.size === 0) return;
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || !secrets.queries.has(decodeName(pair.slice(0, equals)))) continue;
    const value = pair.slice(equals + 1);
    yield value;
    yield decodeName(value);
  }
}

function* secretsInHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  secrets: Secrets,
): Generator<string> {
  for (const name of secrets.headers) {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    for (const text of [value ?? []].flat()) {
      if (name === 'cookie') yield* secretsInCookies(text, secrets);
      else yield* secretsInField(name, text.trim());
    }
  }
}

/** Most cookies say nothing that nobody may know; long ones may. */
const longCookie = 16;

function* secretsInCookies(text: string, { cookies }: Secrets): Generator<string> {
  for (const pair of text.split(';')) {
    const equals = pair.indexOf('=');
    // Quotes around it are none of it (RFC 6265, section 4.1.1).
    const value = pair
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/s, '$1');
    if (value.length >= longCookie || cookies.has(pair.slice(0, equals).trim())) yield value;
  }
}

function* secretsInField(name: string, text: string): Generator<string> {
  yield text;
  const space = text.indexOf(' ');
  if (!name.endsWith('authorization') || space === -1) return;
  const credential = text.slice(space + 1).trim();
  yield credential;
  // A name, a colon and a password (RFC 7617).
  if (/^basic /i.test(text))
    yield Buffer.from(credential, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
}

function maskPair(pair: string): string {
  const equals = pair.indexOf('=');
  return equals === -1 ? mask : `${pair.slice(0, equals)}=${mask}`;
}

/** What stands behind the first pair says how a cookie is kept, and is no secret. */
function maskSetCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  return [maskPair(pair), ...attributes].join(';');
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapTexts(item, change));
  const mapped: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(value)) {
    defineMember(mapped, name, mapTexts(member, change));
  }
  return mapped;
}
