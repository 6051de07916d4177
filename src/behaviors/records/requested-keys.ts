import type { Check } from '../../contract/checks/validators.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import type { Validated } from '../../pipeline/exchange.ts';

/**
 * A generated object that bears the keys by which it was asked for: `/pets/7` answers with the pet 7.
 * A path parameter goes where a member has its name, the last one also where the key stands; a key that
 * the schema doesn't allow there is left out.
 */
export function nameKeys(
  value: JsonValue,
  check: Check | undefined,
  { operation, parameters }: Validated,
  keyMember: string | undefined,
): JsonValue {
  let named = value;
  for (const [index, name] of operation.pathNames.entries()) {
    const isLast = index === operation.pathNames.length - 1;
    const members = [name, ...(isLast && keyMember !== undefined ? [keyMember] : [])];
    const member = members.find((one) => isJsonObject(named) && Object.hasOwn(named, one));
    if (member === undefined || !isJsonObject(named)) continue;
    const key = readAs(named[member], textOf(parameters.path[name]));
    if (key === undefined) continue;
    const candidate = { ...named, [member]: key };
    if ((check?.(candidate) ?? []).length === 0) named = candidate;
  }
  return named;
}

/** The key in the form that the generated one has. */
function readAs(generated: JsonValue | undefined, text: string): JsonValue | undefined {
  if (typeof generated === 'string') return text;
  if (typeof generated !== 'number' || text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
