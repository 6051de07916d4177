import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName, singulars } from '../../base/names.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Generate } from '../values/generate.ts';
import { tryGenerate } from './supply.ts';

/**
 * Gives keys to the objects in the lists of a new record that were sent without: the lines of an
 * order, the contacts of a client.
 */
export function withInnerKeys(
  record: JsonObject,
  facts: SchemaFacts,
  generate: Generate,
  label: string,
): JsonObject {
  const keyed = Object.entries(record).flatMap(([name, value]): [string, JsonValue][] => {
    const item = Array.isArray(value) ? facts.member(name)?.items() : undefined;
    const key = item && keyOf(name, item);
    const member = key === undefined ? undefined : item?.member(key);
    const part = member?.part;
    // All records would have the one UUID that is an example.
    const examples = member?.formats.has('uuid') === true ? 'never' : 'first';
    if (!Array.isArray(value) || key === undefined || !part) return [];
    const next = value.map((one: JsonValue, index) => {
      if (!isJsonObject(one) || (one[key] ?? null) !== null) return one;
      const made = tryGenerate(generate, part, `${label}/${name}/${index}/${key}`, { examples });
      return made === undefined || made === null ? one : { ...one, [key]: made };
    });
    return next.every((one, index) => one === value[index]) ? [] : [[name, next]];
  });
  return keyed.length === 0 ? record : { ...record, ...Object.fromEntries(keyed) };
}

/** The member that is the object's own key: `id`, or a read-only `line_id`. */
function keyOf(list: string, item: SchemaFacts): string | undefined {
  const ones = singulars(list).map(plainName);
  return [...item.names].find((name) => {
    const member = item.member(name);
    const plain = plainName(name);
    const isText = member?.types.has('string') === true || member?.types.has('integer') === true;
    if (!isText || member?.listed.length !== 0) return false;
    if (/^(?:id|uuid|guid)$/.test(plain)) return true;
    return member.isReadOnly && ones.some((one) => plain.startsWith(one) && plain.endsWith('id'));
  });
}
