import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown, valueAt } from '../../../base/json.ts';
import type { Documents, Part } from '../../../contract/load/documents.ts';

const known = new WeakMap<JsonObject, readonly Part[]>();
const none: readonly Part[] = [];

/** The direct targets of `$ref` and `$dynamicRef`. The keywords beside them apply, too. */
export function referredBy(documents: Documents, { uri, value }: Part): readonly Part[] {
  if (!isJsonObject(value)) return none;
  const { $ref: ref, $dynamicRef: dynamicRef } = value;
  if (ref === undefined && dynamicRef === undefined) return none;
  const cached = known.get(value);
  if (cached) return cached;
  const parts = [ref, dynamicRef].flatMap((one) =>
    typeof one === 'string' ? (locate(documents, uri, one) ?? []) : [],
  );
  known.set(value, parts);
  return parts;
}

/** Whether the `$ref` of a schema leads nowhere. */
export function isLost(documents: Documents, part: Part): boolean {
  if (!isJsonObject(part.value) || typeof part.value['$ref'] !== 'string') return false;
  return referredBy(documents, part).length === 0;
}

/** The schemas in the list of a keyword. */
export function listBelow(documents: Documents, part: Part, keyword: string): readonly Part[] {
  const list = documents.own(part, keyword);
  const values: readonly JsonValue[] = Array.isArray(list?.value) ? list.value : [];
  return values.flatMap((value, index) =>
    list ? [{ uri: list.uri, pointer: stepDown(list.pointer, index), value }] : [],
  );
}

/** The schemas in the map of a keyword, with their names. */
export function mapBelow(
  documents: Documents,
  part: Part,
  keyword: string,
): readonly (readonly [string, Part])[] {
  const map = documents.own(part, keyword);
  if (!map || !isJsonObject(map.value)) return [];
  return Object.entries(map.value).map(([name, value]) => [
    name,
    { uri: map.uri, pointer: stepDown(map.pointer, name), value },
  ]);
}

function locate(documents: Documents, base: string, ref: string): Part | undefined {
  try {
    const url = new URL(ref, base);
    const uri = url.href.split('#', 1)[0] ?? '';
    const fragment = decodeURIComponent(url.hash.slice(1));
    const root = documents.sources.get(uri)?.root;
    if (root === undefined) return undefined;
    if (fragment !== '' && !fragment.startsWith('/')) return findAnchor(root, uri, fragment);
    const value = valueAt(root, fragment);
    return value === undefined ? undefined : { uri, pointer: fragment, value };
  } catch {
    // The reference cannot be parsed. The check of the contract reports it.
    return undefined;
  }
}

function findAnchor(root: JsonValue, uri: string, anchor: string): Part | undefined {
  const open: { pointer: string; value: JsonValue }[] = [{ pointer: '', value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { pointer, value } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (isJsonObject(value)) {
      const names = [value['$anchor'], value['$dynamicAnchor']];
      if (names.includes(anchor)) return { uri, pointer, value };
    }
    for (const [name, below] of Object.entries(value)) {
      open.push({ pointer: stepDown(pointer, name), value: below });
    }
  }
  return undefined;
}
