import type { JsonObject, JsonValue } from '../../base/json.ts';
import { memberAt, withMember } from '../../base/json.ts';
import { findKeyFault } from '../../base/texts.ts';
import type { Collection } from '../../contract/plan/plan.ts';

/** A value as paths write it; undefined where it cannot be a key. */
export function identifierOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  const isKey = typeof value === 'string' && value !== '' && findKeyFault(value) === undefined;
  return isKey ? value : undefined;
}

/** Undefined where the number's own text would differ. */
export function numberIn(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

/** Sets the identifier in the type that the schema allows; undefined where it allows none. */
export function withIdentifier(
  body: JsonObject,
  steps: readonly string[],
  text: string,
  { check }: Pick<Collection, 'check'>,
): JsonObject | undefined {
  const present = memberAt(body, steps);
  const number = numberIn(text);
  const forms = typeof present === 'number' ? [number, text] : [text, number];
  for (const form of forms) {
    if (form === undefined) continue;
    if (form === present) return body;
    const candidate = withMember(body, steps, form);
    if ((check?.(candidate) ?? []).length === 0) return candidate;
  }
  return undefined;
}
