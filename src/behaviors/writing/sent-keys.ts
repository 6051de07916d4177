import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName, singulars } from '../../base/names.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { keyOf } from '../replies/embedded-records.ts';

/** `item_ids`, where a record only shows `items`: each of these has its key. */
function manyKeys(
  sent: string,
  value: JsonValue | undefined,
  { client, facts }: { readonly client: JsonObject; readonly facts: SchemaFacts },
): readonly [string, JsonValue] | undefined {
  const [, stem, end = ''] = /^(.+?)(id|uuid|pk|slug|code)s$/.exec(plainName(sent)) ?? [];
  if (stem === undefined || !Array.isArray(value)) return undefined;
  const name = [...facts.names].find((one) => singulars(one).map(plainName).includes(stem));
  const items = name === undefined ? undefined : facts.member(name)?.items();
  const key = [...(items?.names ?? [])].find((one) => plainName(one) === end);
  const isOpen = name !== undefined && key !== undefined && !Object.hasOwn(client, name);
  if (!isOpen || value.some((one: JsonValue) => keyOf(one) === undefined)) return undefined;
  return [name, value.map((one: JsonValue) => ({ [key]: one }))];
}

/**
 * What was sent as `owner_id`, where a record only shows `owner`, has the key in `owner`; also in each
 * object of a list.
 */
export function embedKeys(client: JsonObject, facts: SchemaFacts | undefined): JsonObject {
  const lists = Object.entries(client).flatMap(([name, value]) => {
    const items = facts?.member(name)?.items();
    if (!Array.isArray(value) || !items || items.names.size === 0) return [];
    const next = value.map((one: JsonValue) => (isJsonObject(one) ? embedOne(one, items) : one));
    return next.every((one, index) => one === value[index]) ? [] : [[name, next] as const];
  });
  return embedOwn(lists.length === 0 ? client : { ...client, ...Object.fromEntries(lists) }, facts);
}

/** Without the members whose keys are in others then. */
function embedOne(sent: JsonObject, facts: SchemaFacts): JsonObject {
  const embedded = embedOwn(sent, facts);
  if (embedded === sent) return sent;
  const kept = Object.entries(embedded).filter(([name]) => facts.names.has(name) || facts.isOpen);
  return Object.fromEntries(kept);
}

function embedOwn(client: JsonObject, facts: SchemaFacts | undefined): JsonObject {
  const others = facts ? Object.keys(client).filter((name) => !facts.names.has(name)) : [];
  if (!facts || others.length === 0) return client;
  const plain = new Map([...facts.names].map((name) => [plainName(name), name]));
  const added = others.flatMap((sent): readonly (readonly [string, JsonValue])[] => {
    const value = client[sent];
    const many = manyKeys(sent, value, { client, facts });
    if (many) return [many];
    const [, stem = '', end = ''] = /^(.+?)(id|uuid|pk|slug|code)$/.exec(plainName(sent)) ?? [];
    const name = plain.get(stem);
    const member = name === undefined ? undefined : facts.member(name);
    const key = [...(member?.names ?? [])].find((one) => plainName(one) === end);
    const isOpen = name !== undefined && !Object.hasOwn(client, name);
    return isOpen && key !== undefined && value !== undefined && keyOf(value) !== undefined
      ? [[name, { [key]: value }]]
      : [];
  });
  return added.length === 0 ? client : { ...client, ...Object.fromEntries(added) };
}
