import { ApiError, refuseInvalid } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { World } from '../worlds/world.ts';
import type { Credential, CredentialEntry } from './credential.ts';
import type { CredentialRules } from './credentials.ts';
import { findTwin, inventValue, readCredential } from './credentials.ts';

/** A credential to mint, in the form of a file. The server makes up a missing name or value. */
export type CredentialInput = Omit<CredentialEntry, 'name' | 'value'> &
  Partial<Pick<CredentialEntry, 'name' | 'value'>>;

/** The limit for one world, with the credentials of the file. */
const mostCredentials = 10_000;

/** Reads a credential for a world and checks it by the rules of a file. It does not mint it. */
export function prepareCredential(
  input: JsonObject,
  world: World,
  rules: CredentialRules,
): Credential {
  const { scheme, value, name = inventName(world) } = input;
  if (world.credentials.entries.length >= mostCredentials) throw refuseMore(world);
  const invented =
    value === undefined && typeof scheme === 'string'
      ? { value: inventValue(scheme, world, rules) }
      : {};
  const { credential, faults } = readCredential({ ...input, name, ...invented }, rules);
  if (faults.length === 0) return assertOwnPlace(credential, world, rules);
  throw refuseInvalid(
    ...faults.map((fault) => ({ in: 'body', keyword: 'credential', ...fault }) as const),
  );
}

/** A credential may replace itself when it is minted again, but no other one. */
function assertOwnPlace(credential: Credential, world: World, rules: CredentialRules): Credential {
  const { name, scheme, value } = credential;
  const twin = findTwin(world.credentials, credential, rules);
  if (!twin || (twin.name === name && twin.value === value)) return credential;
  const detail = `The credential "${twin.name}" in the world "${world.name}" has the same value for the scheme "${scheme}". Send another value, or none to have one made up, or revoke "${twin.name}" first (DELETE /credentials/<name> of the control API).`;
  throw new ApiError('record-exists', detail);
}

/** A free name; its number depends on how many credentials were minted before. */
function inventName({ credentials }: World): string {
  const taken = new Set(credentials.entries.map(({ name }) => name));
  let number = credentials.minted + 1;
  while (taken.has(`minted-${number}`)) number += 1;
  return `minted-${number}`;
}

function refuseMore({ name }: World): ApiError {
  const detail = `There are ${mostCredentials} credentials in the world "${name}", and no more are kept. Revoke one (DELETE /credentials/<name> of the control API), or reset the world.`;
  return new ApiError('too-many-credentials', detail);
}
