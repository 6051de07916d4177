import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson, memberAt } from '../../base/json.ts';
import { once } from '../../base/once.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item } from '../../store/record.ts';
import type { EmbeddedMember } from '../records/embedded-members.ts';
import { findEmbedded } from '../records/embedded-members.ts';
import type { ExistingRecords } from '../records/existing-records.ts';
import { identifierOf } from '../records/identifiers.ts';
import type { SeedTools } from '../seed-tools.ts';

/** Shows the records that a request names by a part of them: `{"region": {"slug": "north"}}`. */
export type ShowNamed = (client: JsonObject, existing: ExistingRecords) => JsonObject;

/**
 * For requests that can't send the key of a record that records embed: what they send instead are
 * members of that record. Where they fit exactly one record, the whole of it is meant.
 */
export function createNaming(collection: Collection, tools: SeedTools): ShowNamed {
  const { contractIndex, represent } = tools;
  const { schema } = collection;
  const members = once(() => {
    const all = schema ? findEmbedded(contractIndex, contractIndex.study(schema), collection) : [];
    return all.filter(({ namedBy }) => namedBy.length > 0);
  });
  return (client, existing) => {
    const showOne = (value: JsonValue, { target, spot }: EmbeddedMember): JsonValue => {
      const found = findNamed(value, target, existing);
      if (!found) return value;
      const whole = { ...found, body: target.readable(found.body) };
      return represent(whole, target, spot, existing.isKnown(target));
    };
    const shown = members().flatMap((member): readonly (readonly [string, JsonValue])[] => {
      const { name, isList } = member;
      const value = Object.hasOwn(client, name) ? client[name] : undefined;
      if (value === undefined) return [];
      if (!isList) return [[name, showOne(value, member)]];
      return Array.isArray(value)
        ? [[name, value.map((one: JsonValue) => showOne(one, member))]]
        : [];
    });
    return shown.length === 0 ? client : { ...client, ...Object.fromEntries(shown) };
  };
}

/** The only record that has what was sent; by its key, the record with that key. */
function findNamed(
  value: JsonValue,
  target: Collection,
  existing: ExistingRecords,
): Item | undefined {
  const anywhere = target.parents.map(() => undefined);
  if (!isJsonObject(value)) {
    const key = identifierOf(value);
    return key === undefined ? undefined : existing.find(target, key, anywhere);
  }
  if (memberAt(value, target.key ?? []) !== undefined || !tellsName(value)) return undefined;
  const found = existing.list(target, anywhere).filter(({ body }) => has(body, value));
  return found.length === 1 ? found[0] : undefined;
}

/** Flags and empty texts fit too many records. */
function tellsName(sent: JsonObject): boolean {
  return Object.values(sent).some(
    (one) => typeof one === 'number' || (typeof one === 'string' && one !== ''),
  );
}

function has(body: JsonObject, sent: JsonObject): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const own = (Object.hasOwn(body, name) ? body[name] : undefined) ?? null;
    return isJsonObject(value) && isJsonObject(own) ? has(own, value) : isSameJson(own, value);
  });
}
