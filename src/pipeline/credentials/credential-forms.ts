/** The forms of credentials, scheme by scheme, and how different spellings are recognised. */
import { createHash } from 'node:crypto';

import { decodeLeniently } from '../../base/texts.ts';
import type { Carrier } from '../../contract/security.ts';
import type { CredentialBook } from '../../store/credentials/book.ts';
import type { Credential } from '../../store/credentials/credential.ts';

/** Says why a credential is malformed, without quoting it; undefined where it is well-formed. */
export function findFormFault(carrier: Carrier, value: string): string | undefined {
  if (carrier.kind !== 'authorization') return undefined;
  switch (carrier.scheme) {
    case 'basic':
      return decodeBasic(value) === undefined
        ? 'is not the Base64 of a name, a colon and a password (RFC 7617)'
        : undefined;
    case 'bearer':
      return /^[\w.~+/-]+=*$/.test(value)
        ? undefined
        : 'is no token: it has characters that none may have (RFC 6750)';
    case 'digest': {
      const parameters = readAuthParameters(value);
      const missing = neededByDigest.filter((name) => !parameters.has(name));
      return missing.length > 0 ? `lacks ${missing.join(', ')} (RFC 7616)` : undefined;
    }
    default:
      return undefined;
  }
}

/** Says why no request can show a book's value, without quoting it; undefined where one can. */
export function findBookFault(carrier: Carrier, value: string): string | undefined {
  if (carrier.kind === 'connection') return undefined;
  // Half of a surrogate pair becomes another character when it is sent.
  if (/[\ud800-\udfff]/u.test(value))
    return 'holds half of a surrogate pair, which can not be sent';
  // Percent-encoding can write any character in a query or a cookie.
  if (carrier.kind === 'query' || carrier.kind === 'cookie') return undefined;
  const scheme = carrier.kind === 'authorization' ? carrier.scheme : undefined;
  if (scheme === 'basic') {
    return value.includes(':') || decodeBasic(value) !== undefined
      ? undefined
      : 'must be a name, a colon and a password ("user:password"), or the Base64 of them (RFC 7617)';
  }
  // The client sends only a hash of the password, so only the name must fit a header.
  if (scheme === 'digest') return findFieldFault(value.split(':', 1)[0] ?? '');
  return value === value.trim()
    ? findFieldFault(value)
    : 'begins or ends with white space, which is no part of what a header holds';
}

/** Normalises a credential: all ways in which a book may write it give the same text. */
export function spellCredential(carrier: Carrier, value: string): string {
  if (carrier.kind === 'cookie') return decodeLeniently(value);
  const isPlain = carrier.kind === 'authorization' && carrier.scheme === 'basic';
  return isPlain && value.includes(':') ? encodeBasic(value) : value;
}

/** Finds the entry of a book that a request shows. `method` is the method of the request. */
export function findKnown(
  book: CredentialBook,
  { name, carrier }: { readonly name: string; readonly carrier: Carrier },
  value: string,
  method: string,
): Credential | undefined {
  if (carrier.kind === 'cookie')
    return book.find(name, value) ?? book.find(name, decodeLeniently(value));
  if (carrier.kind !== 'authorization') return book.find(name, value);
  if (carrier.scheme === 'basic') {
    const plain = decodeBasic(value);
    if (plain === undefined) return undefined;
    // A book may hold the text that is sent, or the plain form: name, colon and password.
    return book.find(name, value) ?? book.find(name, encodeBasic(plain)) ?? book.find(name, plain);
  }
  if (carrier.scheme === 'digest') return findDigest(book, name, readAuthParameters(value), method);
  return book.find(name, value);
}

/** All ways in which a reply or a book may have written the credential that a request shows. */
export function listSpellings(
  book: CredentialBook,
  scheme: { readonly name: string; readonly carrier: Carrier },
  value: string,
  method: string,
): readonly string[] {
  const { kind } = scheme.carrier;
  const known = findKnown(book, scheme, value, method);
  return [
    value,
    ...(known ? [known.value] : []),
    ...(kind === 'cookie' ? [decodeLeniently(value)] : []),
    // The contract may declare `Authorization` itself as the header of a key.
    ...(kind === 'header' ? [withoutAuthScheme(value)] : []),
  ];
}

/** A credential without the name of a scheme before it, such as `Bearer`. */
export function withoutAuthScheme(text: string): string {
  return /^\S+\s+(\S+)$/.exec(text)?.[1] ?? text;
}

/** Reads a credential that is a list of parameters (RFC 9110, section 11.2). */
function readAuthParameters(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  // Sticky: reading ends at the first character that does not fit.
  const parameter = /[\s,]*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/y;
  for (let found = parameter.exec(text); found; found = parameter.exec(text)) {
    const [, name = '', quoted, plain = ''] = found;
    parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
  }
  return parameters;
}

const neededByDigest = ['username', 'realm', 'nonce', 'response'];

function decodeBasic(value: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  return text.includes(':') ? text : undefined;
}

/** Finds a character that no header can hold (RFC 9110, section 5.5); each is read as one byte. */
function findFieldFault(text: string): string | undefined {
  const odd = /[^\t\x20-\x7e\x80-\xff]/.exec(text);
  return odd ? `has a character that no header can hold, at position ${odd.index}` : undefined;
}

function encodeBasic(plain: string): string {
  return Buffer.from(plain).toString('base64');
}

/** An entry is the name alone, or name, colon and password; a password must fit the response. */
function findDigest(
  book: CredentialBook,
  scheme: string,
  parameters: ReadonlyMap<string, string>,
  method: string,
): Credential | undefined {
  if (neededByDigest.some((name) => !parameters.has(name))) return undefined;
  const user = parameters.get('username') ?? '';
  return book.entries.find((entry) => {
    if (entry.scheme !== scheme) return false;
    if (!entry.value.startsWith(`${user}:`)) return entry.value === user;
    const password = entry.value.slice(user.length + 1);
    return parameters.get('response') === digestResponse(parameters, method, password);
  });
}

const hashes: ReadonlyMap<string, string> = new Map([
  ['MD5', 'md5'],
  ['SHA-256', 'sha256'],
  ['SHA-512-256', 'sha512-256'],
]);

/** The response that the client computes from the password (RFC 7616, section 3.4.1). */
function digestResponse(
  parameters: ReadonlyMap<string, string>,
  method: string,
  password: string,
): string | undefined {
  const of = (name: string): string => parameters.get(name) ?? '';
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  const hash = hashes.get(algorithm.replace(/-SESS$/, ''));
  if (hash === undefined) return undefined;
  const digest = (...parts: readonly string[]): string =>
    createHash(hash).update(parts.join(':')).digest('hex');
  const login = digest(of('username'), of('realm'), password);
  const secret = algorithm.endsWith('-SESS') ? digest(login, of('nonce'), of('cnonce')) : login;
  const asked = digest(method, of('uri'));
  return parameters.has('qop')
    ? digest(secret, of('nonce'), of('nc'), of('cnonce'), of('qop'), asked)
    : digest(secret, of('nonce'), asked);
}
