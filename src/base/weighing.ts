import type { JsonObject, JsonValue } from './json.ts';

/** About how many bytes of memory a text takes: one for a character, two where one needs more. */
export function weighText(text: string): number {
  return 16 + (isWide.test(text) ? 2 : 1) * text.length;
}

const isWide = /[^\0-\xff]/;

/** About how many bytes of memory a value takes. The count stops above `limit`. */
export function weighValue(value: JsonValue, limit: number): number {
  if (typeof value === 'string') return weighText(value);
  if (typeof value !== 'object' || value === null) return 16;
  // Without recursion: readers differ in how deep a value may be.
  const open: JsonValue[] = [value];
  let weight = 0;
  for (let next = open.pop(); next !== undefined && weight <= limit; next = open.pop()) {
    if (typeof next === 'string') weight += weighText(next);
    else if (typeof next !== 'object' || next === null) weight += 16;
    else weight += 56 + weighMembers(next, open, limit - weight);
  }
  return weight;
}

/** Weighs an object's names or a list's slots, and adds the values that still count to `open`. */
function weighMembers(
  holder: JsonObject | readonly JsonValue[],
  open: JsonValue[],
  limit: number,
): number {
  if (isArray(holder)) {
    const own = 8 * holder.length;
    if (own <= limit) for (const item of holder) open.push(item);
    return own;
  }
  let weight = 0;
  let count = 0;
  for (const name in holder) {
    count += 1;
    weight += (count > mostShared ? bytesOfOwnName : 8) + name.length;
    open.push(holder[name] ?? null);
    if (weight > limit) break;
  }
  return weight;
}

/** Objects of few members share their names with others; those of many are tables of their own. */
const mostShared = 64;
const bytesOfOwnName = 96;

/** `Array.isArray` does not narrow to read-only arrays. */
function isArray(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}
