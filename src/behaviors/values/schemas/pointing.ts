import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown } from '../../../base/json.ts';
import type { Documents, Part } from '../../../contract/load/documents.ts';

const known = new WeakMap<JsonObject, readonly Part[]>();
const none: readonly Part[] = [];

/** The direct targets of `$ref` and `$dynamicRef`. The keywords beside them apply, too. */
export function referredBy(documents: Documents, part: Part): readonly Part[] {
  const { value } = part;
  if (!isJsonObject(value)) return none;
  const { $ref: ref, $dynamicRef: dynamicRef } = value;
  if (ref === undefined && dynamicRef === undefined) return none;
  const cached = known.get(value);
  if (cached) return cached;
  const parts = [ref, dynamicRef].flatMap((one) =>
    typeof one === 'string' ? (documents.resolver.resolve(one, part) ?? []) : [],
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
