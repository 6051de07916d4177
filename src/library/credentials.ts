import type { JsonObject, JsonValue } from '../base/json.ts';
import { assertGiven, assertObject } from '../base/given.ts';
import type { ClientPorts } from '../server/client-ports.ts';
import type { CarriedCredential } from '../store/credentials/carried-credential.ts';
import type { Credential } from '../store/credentials/credential.ts';
import type { CredentialInput } from '../store/credentials/minting.ts';
import type { World } from '../store/worlds/world.ts';
import { inOwnNames } from './own-names.ts';

/** A credential to mint. The server makes up a missing name or value. */
export interface MockCredential extends CredentialInput {
  /** When it ends; `expires_at`, as in credentials.json, means the same. */
  readonly expiresAt?: string | Date;
}

/** A credential that a world lets in. */
export interface MintedCredential extends Credential {
  /** Why it changes nothing, and what to do; absent where it counts. */
  readonly notice?: string;
}

/** A credential of a world, with its value. */
export interface SentCredential extends Credential {
  /** How a request carries it; undefined: none can carry it by itself, such as a digest. */
  readonly send: CarriedCredential | undefined;
}

/** Those of a world, or of one name. */
export function listCredentials(
  { credentials }: World,
  { carryCredential }: Pick<ClientPorts, 'carryCredential'>,
  name: string | undefined,
): readonly SentCredential[] {
  return credentials.entries
    .filter((one) => name === undefined || one.name === name)
    .map((one) => ({ ...one, send: carryCredential(one) }));
}

const members: { readonly [Name in keyof Required<MockCredential>]: 'any' | 'string' } = {
  name: 'string',
  scheme: 'string',
  value: 'string',
  scopes: 'any',
  expiresAt: 'any',
  expires_at: 'any',
  only: 'any',
  label: 'string',
};

/** Mints a credential in a world; `notify` hears where it changes nothing. */
export function mintCredential(
  input: MockCredential,
  world: World,
  { prepareCredential }: Pick<ClientPorts, 'prepareCredential'>,
  notify: (message: string) => void,
): MintedCredential {
  assertObject('mint', input, 'the credential to make, such as { scheme: "token", scopes: [] }');
  assertGiven('mint', input, members);
  const isOwn = input.expiresAt !== undefined;
  const { credential, notice } = inOwnNames(
    'mint',
    () => prepareCredential(toEntry(input), world),
    isOwn ? [['expires_at', 'expiresAt']] : [],
  );
  world.credentials.mint(credential);
  if (notice === undefined) return credential;
  notify(notice);
  return { ...credential, notice };
}

/** The entry of a credentials file, without undefined members, which JSON can't have. */
function toEntry({ expiresAt, ...rest }: MockCredential): JsonObject {
  if (expiresAt !== undefined && rest.expires_at !== undefined) {
    throw new TypeError('mint takes "expiresAt" or "expires_at", not both: they mean the same.');
  }
  const end = expiresAt === undefined ? rest.expires_at : toText(expiresAt);
  const all: readonly (readonly [string, JsonValue | undefined])[] = Object.entries({
    ...rest,
    expires_at: end,
    // A credential that was read has a map, which JSON has not.
    ...((rest.only as unknown) instanceof Map && { only: Object.fromEntries(rest.only as never) }),
  });
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function toText(moment: string | Date): string {
  if (!(moment instanceof Date)) return moment;
  return Number.isNaN(moment.getTime()) ? String(moment) : moment.toISOString();
}
