import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';

/** A copy with another value at a place; undefined where there is no such place. */
export function withValueAt(
  root: JsonValue,
  steps: readonly string[],
  value: JsonValue,
  depth = 0,
): JsonValue | undefined {
  const step = steps[depth];
  if (step === undefined) return value;
  const below = memberOf(root, step);
  const isPlace = depth === steps.length - 1 || below !== undefined;
  const member = isPlace ? withValueAt(below ?? null, steps, value, depth + 1) : undefined;
  return member === undefined ? undefined : withMemberOf(root, step, member);
}

/** A copy without the value at a place; the same object where there is none. */
export function withoutValueAt(root: JsonValue, steps: readonly string[], depth = 0): JsonValue {
  const step = steps[depth];
  const below = step === undefined ? undefined : memberOf(root, step);
  if (step === undefined || below === undefined) return root;
  if (depth < steps.length - 1)
    return withMemberOf(root, step, withoutValueAt(below, steps, depth + 1)) ?? root;
  if (isJsonObject(root)) return without(root, step);
  return isList(root) ? root.toSpliced(Number(step), 1) : root;
}

function memberOf(holder: JsonValue, step: string): JsonValue | undefined {
  if (isList(holder)) return isIndex(step) ? holder[Number(step)] : undefined;
  return isJsonObject(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isIndex(step: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(step);
}

/** Never by assignment, so that `__proto__` is a name like any other. */
function withMemberOf(holder: JsonValue, step: string, value: JsonValue): JsonValue | undefined {
  if (isJsonObject(holder)) return { ...holder, [step]: value };
  if (!isList(holder) || !isIndex(step) || Number(step) > holder.length) return undefined;
  return holder.toSpliced(Number(step), 1, value);
}

function without(holder: JsonObject, step: string): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([name]) => name !== step));
}
