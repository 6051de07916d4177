import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';

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

/** Reads a credential that has the form of a file. */
export function toCredential(entry: JsonValue | CredentialEntry): Credential {
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

/** No two credentials of a book have the same. */
export function identityOf({ scheme, value }: Pick<Credential, 'scheme' | 'value'>): string {
  return `${scheme} ${value}`;
}
