import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { World } from '../worlds/world.ts';
import type { Credential, CredentialEntry, CredentialRules } from './credentials.ts';
import { findTwin, inventValue, readCredential } from './credentials.ts';

/** What is to be minted, as files have it; name and value may be left to the world. */
export type CredentialInput = Omit<CredentialEntry, 'name' | 'value'> &
  Partial<Pick<CredentialEntry, 'name' | 'value'>>;

/** How many there may be in a world. */
const mostCredentials = 10_000;

/** A credential for a world, checked as those of a file are. It isn't minted yet. */
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
  const violations = faults.map(
    (fault) => ({ in: 'body', keyword: 'credential', ...fault }) as const,
  );
  const detail = `${violations.map(describeViolation).join('; ')}.`;
  throw new ApiError('invalid-request', detail, { violations });
}

/** Who is minted again as before takes his own place; nobody takes that of somebody else. */
function assertOwnPlace(credential: Credential, world: World, rules: CredentialRules): Credential {
  const { name, scheme, value } = credential;
  const twin = findTwin(world.credentials, credential, rules);
  if (!twin || (twin.name === name && twin.value === value)) return credential;
  const detail = `The credential "${twin.name}" in the world "${world.name}" has the same value for the scheme "${scheme}". Send another value, or none to have one made up, or revoke "${twin.name}" first (DELETE /credentials/<name> of the control API).`;
  throw new ApiError('record-exists', detail);
}

/** One that nobody has, told by how many were minted before. */
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
