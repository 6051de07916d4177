import type { CredentialBook } from './book.ts';
import { createBook } from './book.ts';
import type { Credential } from './credential.ts';
import { identityOf, toCredential } from './credential.ts';
import { createHash } from 'node:crypto';

import type { Complaint } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import { findIllFormed } from '../../base/texts.ts';
import type { Source } from '../../text/source.ts';
import { complainAt, complainOfIllFormed } from '../../text/source.ts';
import type { RecordFault } from '../record.ts';

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
