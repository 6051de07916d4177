import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown } from '../../../base/json.ts';
import type { UpgradeDraft, MovedPlace } from './draft.ts';
import { copyObject } from './draft.ts';

/** The flows of OAuth 2 that 3.0 calls by another name. */
const flowNames = new Map([
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

export function upgradeScheme(
  draft: UpgradeDraft,
  value: JsonValue,
  { to, from }: MovedPlace,
): JsonValue {
  if (!isJsonObject(value)) return value;
  const made = copyObject(draft, value);
  if (made['type'] === 'basic') return { ...made, type: 'http', scheme: 'basic' };
  if (made['type'] !== 'oauth2') return made;
  const { flow, authorizationUrl, tokenUrl, scopes = {}, name: _, ...rest } = made;
  const name = typeof flow === 'string' ? flow : '';
  const urls = Object.entries({ authorizationUrl, tokenUrl }).flatMap(([member, url]) =>
    url === undefined ? [] : [[member, url] as const],
  );
  const renamed = flowNames.get(name) ?? name;
  draft.moves.noteOrigin(stepDown(`${to}/flows`, renamed), from);
  const flows = { [renamed]: { ...Object.fromEntries(urls), scopes } };
  return { ...rest, flows };
}
