import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';

/** Members that hold the members of a record, apart from its key and its links (JSON:API). */
const holders = ['attributes', 'fields', 'properties'];

/**
 * Puts what was sent where the record has it: requests and replies may differ in whether a record's
 * members stand in it, or in one member that holds them.
 */
export function reshape(client: JsonObject, facts: SchemaFacts | undefined): JsonObject {
  if (!facts || facts.names.size === 0) return client;
  const names = Object.keys(client);
  const isOwn = names.every((name) => facts.names.has(name) && !isHeldOnly(name, facts));
  if (isOwn) return client;
  return lift(sink(client, facts), facts);
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

/** The members of a holder that the record doesn't have become its own. */
function lift(client: JsonObject, facts: SchemaFacts): JsonObject {
  const isForeign = ([name, value]: readonly [string, JsonValue]): boolean =>
    holders.includes(name) && !facts.names.has(name) && isJsonObject(value);
  const entries = Object.entries(client);
  const held = entries.filter(isForeign).flatMap(([, value]) => Object.entries(value ?? {}));
  if (!held.some(([name]) => facts.names.has(name))) return client;
  return Object.fromEntries([...entries.filter((entry) => !isForeign(entry)), ...held]);
}
