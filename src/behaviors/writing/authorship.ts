import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
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
  /** The record of the client; undefined where the contract has none. */
  readonly person: Item | undefined;
  /** The key of a client of whom the contract has no record. */
  readonly generate: (member: SchemaFacts) => JsonValue | undefined;
  /** What the client sent. */
  readonly client: JsonObject;
  /** Whether a client may say it itself. */
  readonly isSendable: (name: string) => boolean;
  readonly allows: (member: SchemaFacts, value: JsonValue) => boolean;
}

/** Says of a new record that it is the client's, in all members that say so. */
export function withAuthor(
  record: JsonObject,
  { facts, person, generate, client, isSendable, allows }: Authored,
): JsonObject {
  const told: [string, JsonValue][] = [];
  for (const name of facts.names) {
    const plain = plainName(name);
    const isOwn = isSendable(name) ? makers.test(plain) : authors.test(plain);
    const member = isOwn && !Object.hasOwn(client, name) ? facts.member(name) : undefined;
    if (!member) continue;
    const key = person && keyOf(person);
    const isObject = member.names.size > 0;
    if (isObject ? !person : key === undefined && isSendable(name)) continue;
    const value =
      isObject && person
        ? describe(person, member, record[name])
        : key === undefined
          ? generate(member)
          : inFormOf(member, key);
    if (value !== undefined && allows(member, value)) told.push([name, value]);
  }
  return told.length === 0 ? record : { ...record, ...Object.fromEntries(told) };
}

/** Where there is only one person, no path has its key. */
function keyOf({ key, body }: Item): string | undefined {
  return key === '' ? [body['id'] ?? []].flat().map(textOf)[0] : key;
}

/** The members of a person that are shown, and generated ones for what the person doesn't have. */
function describe(person: Item, member: SchemaFacts, made: JsonValue | undefined): JsonObject {
  const key = keyOf(person);
  const known = new Map(
    Object.entries(person.body).map(([name, value]) => [plainName(name), value]),
  );
  if (!known.has('id') && key !== undefined) known.set('id', inFormOf(member.member('id'), key));
  const own = [...member.names].flatMap((name): [string, JsonValue][] => {
    const value = known.get(plainName(name));
    return value === undefined ? [] : [[name, value]];
  });
  return { ...(isJsonObject(made) ? made : {}), ...Object.fromEntries(own) };
}
