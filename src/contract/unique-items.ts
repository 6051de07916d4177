import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';

/**
 * The positions of two items that say the same, or undefined. Each item is looked at once, however
 * many there are: comparing each with each takes minutes for what fits in one request.
 */
export function findTwins(
  items: readonly JsonValue[],
): readonly [first: number, second: number] | undefined {
  const plain = new Map<JsonValue, number>();
  const nested = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const isNested = typeof item === 'object' && item !== null;
    const key = isNested ? canonicalText(item) : '';
    const before = isNested ? nested.get(key) : plain.get(item);
    if (before !== undefined) return [before, index];
    if (isNested) nested.set(key, index);
    else plain.set(item, index);
  }
  return undefined;
}

/** The same text for values that say the same, whatever the order of their members. */
function canonicalText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] ?? null)}`);
  return `{${members.join()}}`;
}
