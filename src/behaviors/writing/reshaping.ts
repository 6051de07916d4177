import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';

/** Members that hold the members of a record, apart from its key and its links (JSON:API). */
const holders = ['attributes', 'fields', 'properties'];

/**
 * Puts what was sent where the record has it: requests and replies may differ in whether a record's
 * members stand in it, or in one member that holds them.
 */
export function reshape(
  client: JsonObject,
  facts: SchemaFacts | undefined,
  given: SchemaFacts | undefined,
): JsonObject {
  if (!facts || facts.names.size === 0) return client;
  const names = Object.keys(client);
  const split = splitLists(client, facts);
  const isOwn = names.every((name) => facts.names.has(name) && !isHeldOnly(name, facts));
  if (isOwn) return split;
  return lift(sinkEach(sink(split, facts), facts, given), facts);
}

/** Words with commas between them, where the record has a list of words. */
function splitLists(client: JsonObject, facts: SchemaFacts): JsonObject {
  const lists = Object.entries(client).flatMap(([name, value]): [string, JsonValue][] => {
    const member = typeof value === 'string' ? facts.member(name) : undefined;
    const isList = member?.types.has('array') === true && !member.types.has('string');
    if (typeof value !== 'string' || !isList || member.items()?.types.has('string') !== true)
      return [];
    const words = value.split(',').map((word) => word.trim());
    return [[name, words.filter((word) => word !== '')]];
  });
  return lists.length === 0 ? client : { ...client, ...Object.fromEntries(lists) };
}

/** Beside attributes that have a `type`, too, another one is the kind of the resource. */
function isHeldOnly(name: string, facts: SchemaFacts): boolean {
  return name !== 'id' && facts.member('attributes')?.names.has(name) === true;
}

/** Flat members go into the record's holder, if it alone has them. */
function sink(client: JsonObject, facts: SchemaFacts): JsonObject {
  const holder = holders.find((name) => facts.member(name)?.names.size);
  const held = holder === undefined ? undefined : facts.member(holder);
  if (holder === undefined || !held || Object.hasOwn(client, holder)) return client;
  const isHeld = (name: string): boolean =>
    held.names.has(name) && (!facts.names.has(name) || isHeldOnly(name, facts));
  const moved = Object.entries(client).filter(([name]) => isHeld(name));
  if (moved.length === 0) return client;
  const rest = Object.entries(client).filter(([name]) => !isHeld(name));
  return Object.fromEntries([...rest, [holder, Object.fromEntries(moved)]]);
}

/** `max_visits` goes into the `limits` that only replies have, if nothing else in the record has such a member. */
function sinkEach(
  client: JsonObject,
  facts: SchemaFacts,
  given: SchemaFacts | undefined,
): JsonObject {
  const homeless = Object.keys(client).filter((name) => !facts.names.has(name));
  if (!given || homeless.length === 0) return client;
  const shown = [...facts.names].filter((name) => !given.names.has(name));
  const moved = homeless.flatMap((name): readonly (readonly [string, string])[] => {
    const able = shown.filter((holder) => facts.member(holder)?.names.has(name));
    const [holder, another] = able;
    return holder === undefined || another !== undefined ? [] : [[name, holder]];
  });
  if (moved.length === 0) return client;
  const next: Record<string, JsonValue> = { ...client };
  for (const [name, holder] of moved) {
    const held = next[holder];
    const value = next[name] ?? null;
    delete next[name];
    next[holder] = { ...(isJsonObject(held) ? held : {}), [name]: value };
  }
  return next;
}

/** The members of a holder, or of another object that the record doesn't have, become its own. */
function lift(client: JsonObject, facts: SchemaFacts): JsonObject {
  const isForeign = ([name, value]: readonly [string, JsonValue]): boolean =>
    !facts.names.has(name) && isJsonObject(value);
  const entries = Object.entries(client);
  const held = entries.filter(isForeign).flatMap(([holder, value]) => {
    const inside = Object.entries(value ?? {});
    return holders.includes(holder)
      ? inside
      : inside.filter(([name]) => facts.names.has(name) && !Object.hasOwn(client, name));
  });
  if (!held.some(([name]) => facts.names.has(name))) return client;
  const isKept = (entry: (typeof entries)[number]): boolean =>
    !isForeign(entry) || !holders.includes(entry[0]);
  return Object.fromEntries([...entries.filter(isKept), ...held]);
}
