import type { JsonObject, JsonValue } from '../../base/json.ts';
import { defineMember, pointerSteps, textOf } from '../../base/json.ts';
import type { MatchPlace } from '../matching/matcher.ts';
import { mask } from '../redaction/found/secret-names.ts';
import type { Redactor } from '../redaction/redactor.ts';

/**
 * Hides the secrets of what a condition asks for, as if a request had brought it: a test that waits
 * for a password has it in its match, and its failure is printed.
 */
export function redactWanted(
  redactor: Redactor,
): (place: MatchPlace, wanted: JsonValue) => JsonValue {
  return ({ kind, name, isHidden }, wanted) => {
    // What was sent may be a secret where no name tells: a known credential, or one beside its name.
    if (isHidden && typeof wanted !== 'object') return mask;
    if (kind === 'body') return innermost(redactor.body(wrap(pointerSteps(name), wanted)), name);
    const text = textOf(wanted);
    if (kind === 'path') return redactor.parameters({ [name]: text })[name] ?? mask;
    if (kind === 'headers') return redactor.header(name, text);
    const query = new URLSearchParams([[name, text]]).toString();
    return redactor.query(query) === query ? text : mask;
  };
}

/** A body that has nothing but the value, at its place. */
function wrap([step, ...below]: readonly string[], value: JsonValue): JsonValue {
  if (step === undefined) return value;
  const inside = wrap(below, value);
  if (/^\d+$/.test(step)) return [inside];
  const body: Record<string, JsonValue> = {};
  defineMember(body, step, inside);
  return body;
}

/** Found by its depth, since names may be hidden, too. */
function innermost(body: JsonValue, pointer: string): JsonValue {
  let value = body;
  for (let left = pointerSteps(pointer).length; left > 0; left -= 1) {
    const [inside] = Object.values(value as JsonObject);
    value = inside === undefined ? mask : inside;
  }
  return value;
}
