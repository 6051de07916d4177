/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined where the text is no JSON. */
export function readJson(text: string): Json | undefined {
  try {
    // A trust edge: JSON.parse returns any.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A value for a message: strings as they are. */
export function textOf(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function valueAt(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const step of pointer.split('/').slice(1)) {
    if (!isObject(value)) return undefined;
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

export function stepDown(pointer: string, member: string): string {
  return `${pointer}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
