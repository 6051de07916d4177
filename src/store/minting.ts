import { ApiError, describeViolation } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { Credential, CredentialEntry, CredentialRules } from './credentials.ts';
import { inventValue, readCredential } from './credentials.ts';
import type { World } from './world.ts';

/** What is to be minted, as files have it; the value may be left to the world. */
export type CredentialWish = Omit<CredentialEntry, 'value'> &
  Partial<Pick<CredentialEntry, 'value'>>;

/** A credential for a world, checked as those of a file are. It isn't minted yet. */
export function prepareCredential(
  wish: JsonObject,
  world: World,
  rules: CredentialRules,
): Credential {
  const { scheme, value } = wish;
  const invented =
    value === undefined && typeof scheme === 'string'
      ? { value: inventValue(scheme, world, rules) }
      : {};
  const { credential, faults } = readCredential({ ...wish, ...invented }, rules);
  if (faults.length === 0) return credential;
  const violations = faults.map(
    (fault) => ({ in: 'body', keyword: 'credential', ...fault }) as const,
  );
  const detail = `${violations.map(describeViolation).join('; ')}.`;
  throw new ApiError('invalid-request', detail, { violations });
}
