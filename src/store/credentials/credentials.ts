import { createHash } from 'node:crypto';

import type { Complaint } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, textOf } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import { findIllFormed } from '../../base/texts.ts';
import type { Source } from '../../text/source.ts';
import { complainAt, complainOfIllFormed } from '../../text/source.ts';
import type { RecordFault } from '../record.ts';

/** A token, key or password that a client may send. Credentials are no part of the state. */
export interface Credential {
  readonly name: string;
  readonly scheme: string;
  readonly value: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
  /** Path parameters, and the values of them that the credential may access; others get 403. */
  readonly only: ReadonlyMap<string, readonly string[]>;
  /** A note of the user. */
  readonly label?: string;
}

/** The credentials of one world. */
export interface CredentialBook {
  readonly entries: readonly Credential[];
  find(scheme: string, value: string): Credential | undefined;
  /** A new number after each change. */
  readonly version: number;
  /** How many credentials were minted since the book was made or reset. */
  readonly minted: number;
  /** Adds a credential; it replaces one with the same scheme and value. */
  mint(credential: Credential): void;
  /** Removes all credentials of that name, also those of a file; returns whether it found any. */
  revoke(name: string): boolean;
  /** Undoes what was minted and revoked. */
  reset(): void;
  /** What another book on the same one needs to have the same. */
  save(): SavedBook;
  take(saved: SavedBook): void;
}

/** What a book has besides the one that it is made on. */
export interface SavedBook {
  readonly minted: number;
  readonly own: readonly CredentialEntry[];
  /** The identities of those of the other book that are revoked. */
  readonly revoked: readonly string[];
}

/** A credential as files and users write it. */
export interface CredentialEntry {
  readonly name: string;
  readonly scheme: string;
  readonly value: string;
  readonly scopes: readonly string[];
  readonly expires_at?: string;
  readonly only?: Readonly<Record<string, readonly string[]>>;
  readonly label?: string;
}

export const credentialsSchema: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'scheme', 'value', 'scopes'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1 },
      scheme: { type: 'string' },
      value: { type: 'string', minLength: 1 },
      scopes: { type: 'array', items: { type: 'string' } },
      expires_at: { type: 'string', format: 'date-time' },
      only: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
      label: { type: 'string' },
    },
  },
};

export interface CredentialRules {
  readonly check: (value: unknown) => readonly RecordFault[];
  readonly schemes: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
  readonly pathParameters: ReadonlySet<string>;
  /** The schemes whose credentials are a name, a colon and a password. */
  readonly pairs: ReadonlySet<string>;
  /** Why no request can send such a value for the scheme; undefined: a request can. */
  readonly findValueFault: (scheme: string, value: string) => string | undefined;
  /** Normalises a value: it gives the same text for all values that mean the same in a request. */
  readonly spell: (scheme: string, value: string) => string;
}

/** Reads the credentials of a file, and checks them against the contract. */
export function compileCredentials(
  source: Source | undefined,
  rules: CredentialRules,
): { readonly book: CredentialBook; readonly complaints: readonly Complaint[] } {
  if (!source) return { book: createBook([]), complaints: [] };
  const illFormed = complainOfIllFormed(source);
  if (illFormed.length > 0) return { book: createBook([]), complaints: illFormed };
  const faults = rules.check(source.root);
  const complaints = faults.map(({ pointer, message }) => complainAt(source, pointer, message));
  if (complaints.length > 0 || !Array.isArray(source.root))
    return { book: createBook([]), complaints };
  const credentials = source.root.map(toCredential);
  const seen = new Set<string>();
  for (const [index, credential] of credentials.entries()) {
    const pointer = stepDown('', index);
    for (const { pointer: below, message } of findFaults(credential, rules)) {
      complaints.push(complainAt(source, pointer + below, message));
    }
    const identity = spellIdentity(credential, rules);
    if (seen.has(identity)) {
      complaints.push(
        complainAt(source, stepDown(pointer, 'value'), 'an earlier credential has the same value'),
      );
    }
    seen.add(identity);
  }
  return { book: createBook(credentials), complaints };
}

/** Reads one credential, and checks it by the same rules as a file. */
export function readCredential(
  entry: JsonObject,
  rules: CredentialRules,
): { readonly credential: Credential; readonly faults: readonly RecordFault[] } {
  const credential = toCredential(entry);
  const illFormed = findIllFormed(entry);
  if (illFormed) return { credential, faults: [illFormed] };
  const within = stepDown('', 0);
  const faults = rules.check([entry]).map((fault) => ({
    ...fault,
    pointer: fault.pointer.slice(within.length),
  }));
  return { credential, faults: faults.length > 0 ? faults : [...findFaults(credential, rules)] };
}

/** The credential that this one would replace: no request can tell the two apart. */
export function findTwin(
  book: CredentialBook,
  credential: Credential,
  rules: CredentialRules,
): Credential | undefined {
  const identity = spellIdentity(credential, rules);
  return book.entries.find(
    (entry) => entry.scheme === credential.scheme && spellIdentity(entry, rules) === identity,
  );
}

/** Gives a credential the form that it has in a file. */
export function writeCredential(credential: Credential): CredentialEntry {
  const { name, scheme, value, scopes, expiresAt, only, label } = credential;
  return {
    name,
    scheme,
    value,
    scopes,
    ...(expiresAt === undefined ? {} : { expires_at: new Date(expiresAt).toISOString() }),
    ...(only.size === 0 ? {} : { only: Object.fromEntries(only) }),
    ...(label === undefined ? {} : { label }),
  };
}

/**
 * Makes a value that no other credential has, in the form of the scheme. It depends on the seed and
 * on how many credentials were minted before, so that the same test gets the same values.
 */
export function inventValue(
  scheme: string,
  world: { readonly name: string; readonly seed: string; readonly credentials: CredentialBook },
  { pairs }: CredentialRules,
): string {
  // Depends on the name of the world: a credential of one world must not be valid in another.
  const text = JSON.stringify([world.name, world.seed, scheme, world.credentials.minted]);
  const secret = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return pairs.has(scheme) ? `minted:${secret}` : secret;
}

/** Makes a book on top of another one (`under`), which it neither copies nor changes. */
export function createBook(
  credentials: readonly Credential[],
  under?: CredentialBook,
  onMint?: (value: string) => void,
): CredentialBook {
  const own = new Map(credentials.map((credential) => [identityOf(credential), credential]));
  const revoked = new Set<string>();
  let minted = 0;
  let version = 0;
  const isLeft = (credential: Credential): boolean => {
    if (own.size === 0 && revoked.size === 0) return true;
    const identity = identityOf(credential);
    return !own.has(identity) && !revoked.has(identity);
  };
  const book: CredentialBook = {
    get entries() {
      return [...(under?.entries ?? []).filter(isLeft), ...own.values()];
    },
    find(scheme, value) {
      const credential = own.size > 0 ? own.get(identityOf({ scheme, value })) : undefined;
      if (credential) return credential;
      const below = under?.find(scheme, value);
      return below && isLeft(below) ? below : undefined;
    },
    get version() {
      return version;
    },
    get minted() {
      return minted;
    },
    mint(credential) {
      minted += 1;
      version += 1;
      onMint?.(credential.value);
      own.set(identityOf(credential), credential);
    },
    revoke(name) {
      const found = book.entries.filter((credential) => credential.name === name);
      version += found.length;
      for (const credential of found) {
        const identity = identityOf(credential);
        own.delete(identity);
        // `revoked` only needs credentials of the book below.
        if (under?.find(credential.scheme, credential.value)) revoked.add(identity);
      }
      return found.length > 0;
    },
    reset() {
      version += 1;
      own.clear();
      for (const credential of credentials) own.set(identityOf(credential), credential);
      revoked.clear();
      minted = 0;
    },
    save: () => ({ minted, own: [...own.values()].map(writeCredential), revoked: [...revoked] }),
    take(saved) {
      const known = new Set(own.keys());
      own.clear();
      revoked.clear();
      for (const entry of saved.own.map(toCredential)) {
        own.set(identityOf(entry), entry);
        if (!known.has(identityOf(entry))) onMint?.(entry.value);
      }
      for (const identity of saved.revoked) revoked.add(identity);
      minted = saved.minted;
      version += 1;
    },
  };
  return book;
}

function identityOf({ scheme, value }: Pick<Credential, 'scheme' | 'value'>): string {
  return `${scheme} ${value}`;
}

function spellIdentity({ scheme, value }: Credential, { spell }: CredentialRules): string {
  return identityOf({ scheme, value: spell(scheme, value) });
}

function* findFaults(credential: Credential, rules: CredentialRules): Generator<RecordFault> {
  const { scheme, value, scopes, only, expiresAt } = credential;
  if (!rules.schemes.has(scheme)) {
    yield {
      pointer: '/scheme',
      message: `the contract has no security scheme "${scheme}": ${suggestNames(scheme, [...rules.schemes])}`,
    };
  }
  const fault = rules.findValueFault(scheme, value);
  if (fault !== undefined) yield { pointer: '/value', message: fault };
  if (expiresAt !== undefined && Number.isNaN(expiresAt)) {
    const message = 'is a moment that can not be told, such as a leap second';
    yield { pointer: '/expires_at', message };
  }
  for (const scope of scopes) {
    if (rules.scopes.has(scope)) continue;
    const message = `no operation asks for the scope "${scope}": ${suggestNames(scope, [...rules.scopes])}`;
    yield { pointer: '/scopes', message };
  }
  for (const parameter of only.keys()) {
    if (rules.pathParameters.has(parameter)) continue;
    const message = `no path has a parameter "${parameter}": ${suggestNames(parameter, [...rules.pathParameters])}`;
    yield { pointer: '/only', message };
  }
}

function toCredential(entry: JsonValue | CredentialEntry): Credential {
  const record = isJsonObject(entry) ? entry : {};
  const { name, scheme, value, scopes, expires_at: expiry, only, label } = record;
  return {
    name: textOf(name),
    scheme: textOf(scheme),
    value: textOf(value),
    scopes: textsOf(scopes),
    expiresAt: typeof expiry === 'string' ? Date.parse(expiry) : undefined,
    only: new Map(
      Object.entries(isJsonObject(only) ? only : {}).map(([parameter, values]) => [
        parameter,
        textsOf(values),
      ]),
    ),
    ...(typeof label === 'string' ? { label } : {}),
  };
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}
