import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { inFormOf } from '../../contract/schema/schema-facts.ts';
import type { Item } from '../../store/record.ts';

/** Members that say whose record it is. */
const authors =
  /^(?:author|owner|creator|created ?by|user|uploader|uploaded ?by|poster|posted ?by|added ?by|submitter|submitted ?by|reporter|sender)(?:id|user|userid)?$/;

/** Those of them that a client hardly ever says itself. */
const makers =
  /^(?:author|owner|creator|created ?by|user|uploader|uploaded ?by|posted ?by|added ?by|submitted ?by)(?:id|user|userid)?$/;

interface Authored {
  readonly facts: SchemaFacts;
  /** The record of the client. */
  readonly person: Item;
  /** What the client sent. */
  readonly client: JsonObject;
  /** Whether a client may say it itself. */
  readonly isSendable: (name: string) => boolean;
  readonly allows: (member: SchemaFacts, value: JsonValue) => boolean;
}

/** Says of a new record that it is the client's, in all members that say so. */
export function withAuthor(
  record: JsonObject,
  { facts, person, client, isSendable, allows }: Authored,
): JsonObject {
  const told: [string, JsonValue][] = [];
  for (const name of facts.names) {
    const plain = plainName(name);
    const isOwn = isSendable(name) ? makers.test(plain) : authors.test(plain);
    const member = isOwn && !Object.hasOwn(client, name) ? facts.member(name) : undefined;
    if (!member) continue;
    const value =
      member.names.size > 0 ? describe(person, member, record[name]) : inFormOf(member, person.key);
    if (allows(member, value)) told.push([name, value]);
  }
  return told.length === 0 ? record : { ...record, ...Object.fromEntries(told) };
}

/** The members of a person that are shown, and generated ones for what the person doesn't have. */
function describe(
  { key, body }: Item,
  member: SchemaFacts,
  made: JsonValue | undefined,
): JsonObject {
  const known = new Map(Object.entries(body).map(([name, value]) => [plainName(name), value]));
  if (!known.has('id')) known.set('id', inFormOf(member.member('id'), key));
  const own = [...member.names].flatMap((name): [string, JsonValue][] => {
    const value = known.get(plainName(name));
    return value === undefined ? [] : [[name, value]];
  });
  return { ...(isJsonObject(made) ? made : {}), ...Object.fromEntries(own) };
}
