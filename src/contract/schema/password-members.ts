import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import { namesIn, textsIn } from './keywords.ts';

const passwords = new Set(
  'password passwd newpassword oldpassword currentpassword passwordconfirmation confirmpassword'.split(
    ' ',
  ),
);

/** Whether a member of this name is a password itself, and not when it was changed, or whether there is one. */
export function isPasswordName(name: string): boolean {
  return passwords.has(plainName(name));
}

/** Whether an object may have a password that its schema doesn't require. */
export function mayHavePassword({ properties, required }: JsonObject): boolean {
  if (!isJsonObject(properties)) return false;
  const needed = new Set(textsIn(required));
  return namesIn(properties).some((name) => isPasswordName(name) && !needed.has(name));
}

/** Whether an object is that of a user: the password of a meeting or a phone line is for others to read. */
export function isOfUser(names: Iterable<string>): boolean {
  return [...names].some((name) => /^e?mail(?:address)?$/.test(plainName(name)));
}

/** The names that these schemas for one object require, also beside other members. */
export function namesRequired(schemas: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(
    schemas.flatMap(({ required, dependentRequired }) => [
      ...textsIn(required),
      ...(isJsonObject(dependentRequired) ? Object.values(dependentRequired).flatMap(textsIn) : []),
    ]),
  );
}

/** Whether the service makes the password that it shows: clients don't send it, or see it once. */
export function isMadeForClients({ readOnly, description }: JsonObject): boolean {
  const told = typeof description === 'string' ? description : '';
  return readOnly === true || /\b(?:generated|once|temporary|initial)\b/i.test(told);
}
