/** JSON values, and the few functions for them that every room needs. Imports nothing. */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if the text is not JSON. */
export function tryParseJson(text: string): JsonValue | undefined {
  try {
    // A trust edge: JSON.parse returns any.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether two JSON values are equal, whatever the order of their members. */
export function isSameJson(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item: JsonValue, index) => isSameJson(item, right[index] ?? null))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => {
      const other = Object.hasOwn(right, name) ? right[name] : undefined;
      return other !== undefined && isSameJson(left[name] ?? null, other);
    })
  );
}

/** A value as a text: strings as they are, anything else as JSON. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

export function freezeJson<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freezeJson(member);
  }
  return value;
}

/** Applies a JSON Merge Patch (RFC 7396). `__proto__` is an ordinary name here. */
export function mergeJson(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const before = isJsonObject(target) ? target : {};
  const names = Object.keys(patch);
  const isRemoved = (name: string): boolean => Object.hasOwn(patch, name) && patch[name] === null;
  const isKept = !names.some(isRemoved);
  const merged: Record<string, JsonValue> = isKept
    ? { ...before }
    : Object.fromEntries(Object.entries(before).filter(([name]) => !isRemoved(name)));
  for (const name of names) {
    const value = patch[name] ?? null;
    if (value === null) continue;
    const own = Object.hasOwn(before, name) ? before[name] : undefined;
    defineMember(merged, name, mergeJson(own ?? null, value));
  }
  return merged;
}

/** Sets a member. To assign `__proto__` would set the prototype instead. */
export function defineMember<T>(members: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') members[name] = value;
  else {
    const flags = { enumerable: true, configurable: true, writable: true };
    Object.defineProperty(members, name, { value, ...flags });
  }
}

/** Appends one step to a JSON Pointer (RFC 6901). */
export function stepDown(pointer: string, member: string | number): string {
  const name = String(member);
  // Most names need no escapes, and large contracts take this step a million times.
  const isPlain = !name.includes('~') && !name.includes('/');
  return `${pointer}/${isPlain ? name : name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The steps of a JSON Pointer (RFC 6901), without escapes; only the first `most`. */
export function pointerSteps(pointer: string, most?: number): readonly string[] {
  if (pointer === '') return [];
  const steps = pointer.slice(1).split('/', most);
  if (!pointer.includes('~')) return steps;
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a JSON Pointer leads to (RFC 6901); undefined if there is none. */
export function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let value: JsonValue | undefined = root;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
    else if (isJsonObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** The value below an object, by the names that lead to it; undefined if there is none. */
export function memberAt(root: JsonValue, steps: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of steps) {
    if (!isJsonObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** Copies an object with another value below it, and makes the objects on the way to it. */
export function withMember(
  root: JsonObject,
  [step, ...rest]: readonly string[],
  value: JsonValue,
): JsonObject {
  if (step === undefined) return root;
  const below = Object.hasOwn(root, step) ? root[step] : undefined;
  const member =
    rest.length === 0 ? value : withMember(isJsonObject(below) ? below : {}, rest, value);
  const copy: Record<string, JsonValue> = { ...root };
  defineMember(copy, step, member);
  return copy;
}
