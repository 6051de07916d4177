import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import { listedIn, typeNamesIn, typeOf } from '../../schema/keywords.ts';
import { settleSchema } from '../../schema/settling.ts';
import { schemaIdentity } from '../../schema/schema-names.ts';
import { listsOf, membersOf, wholeOf } from '../../schema/schema-walk.ts';
import type { KeyName } from '../key-names.ts';
import type { BodySpot } from '../plan.ts';
import { plainName } from '../../../base/names.ts';
import type { RecordArray } from './record-arrays.ts';

/** A record in a body, with its schema and its component. */
export interface RecordSpot extends BodySpot {
  readonly schema: Part;
  readonly identity: string | undefined;
}

/** What schemas tell of records. The answers are cached, because large contracts ask often. */
export interface Records {
  /** The schema that describes the value: behind references, and behind a choice with null. */
  settle(schema: Part): Part | undefined;
  /** The members that a value may have, with the schema of each. */
  members(schema: Part): ReadonlyMap<string, Part>;
  /** For each plain name, the first member that has it. */
  plainMembers(schema: Part): ReadonlyMap<string, string>;
  /** Whether values are objects with members of their own: not lists, maps or texts. */
  isRecord(schema: Part): boolean;
  isList(schema: Part): boolean;
  /** The component that a schema is; undefined for a schema that an operation contains. */
  identity(schema: Part): string | undefined;
  types(schema: Part): ReadonlySet<string>;
  /** Calls `find` once for each schema and name, and caches the key; the next two do the same. */
  keys(
    schema: Part,
    name: KeyName,
    find: () => FoundRecord<readonly string[]>,
  ): FoundRecord<readonly string[]>;
  shown(
    operation: Operation,
    name: KeyName,
    find: () => FoundRecord<RecordSpot>,
  ): FoundRecord<RecordSpot>;
  array(schema: Part, find: () => FoundRecord<RecordArray>): FoundRecord<RecordArray>;
}

type FoundRecord<T> = T | undefined;

export function createRecords(documents: Documents): Records {
  const settled = remember((schema) => settleSchema(documents, schema));
  const members = remember<ReadonlyMap<string, Part>>(
    (schema) => namedIn(documents, records, schema),
    new Map(),
  );
  const types = remember<ReadonlySet<string>>(
    (schema) => typesOf(documents, records, schema),
    new Set<string>(),
  );
  const isRecord = remember((schema) => {
    const all = records.types(schema);
    if ((all.size > 0 && !all.has('object')) || records.isList(schema)) return false;
    return records.members(schema).size > 0 || isFree(documents, schema);
  });
  const plain = new Map<ReadonlyMap<string, Part>, ReadonlyMap<string, string>>();
  const keys = createMemory<FoundRecord<readonly string[]>>();
  const shown = createMemory<FoundRecord<RecordSpot>>();
  const arrays = createMemory<FoundRecord<RecordArray>>();
  const records: Records = {
    keys({ value }, name, find) {
      return isJsonObject(value) ? keys(value, name, find) : find();
    },
    shown,
    array({ value }, find) {
      return isJsonObject(value) ? arrays(value, value, find) : find();
    },
    settle: settled,
    members: (schema) => members(settled(schema)) ?? new Map<string, Part>(),
    types: (schema) => types(settled(schema)) ?? new Set<string>(),
    plainMembers(schema) {
      const named = records.members(schema);
      const before = plain.get(named);
      if (before) return before;
      const pairs = [...named.keys()].map((name): [string, string] => [plainName(name), name]);
      const found = new Map(pairs.toReversed());
      plain.set(named, found);
      return found;
    },
    isRecord: (schema) => isRecord(settled(schema)) === true,
    isList: (schema) => records.types(schema).has('array'),
    identity(schema) {
      const base = settled(schema);
      return base && schemaIdentity(base);
    },
  };
  return records;
}

/** Caches the answer for each schema; while a recursive schema is computed, it is `pending`. */
function remember<T>(
  ask: (schema: Part) => T | undefined,
  pending?: T,
): (schema: Part | undefined) => T | undefined {
  const known = new Map<JsonObject, T>();
  return (schema) => {
    if (!schema || !isJsonObject(schema.value)) return undefined;
    const before = known.get(schema.value);
    if (before !== undefined) return before;
    if (pending !== undefined) known.set(schema.value, pending);
    const found = ask(schema);
    if (found !== undefined) known.set(schema.value, found);
    return found;
  };
}

/** Caches one value for each pair of objects. */
function createMemory<T>(): (one: object, other: object, find: () => T) => T {
  const known = new Map<object, Map<object, { readonly value: T }>>();
  return (one, other, find) => {
    const row = known.get(one) ?? new Map<object, { readonly value: T }>();
    known.set(one, row);
    const before = row.get(other);
    if (before) return before.value;
    const value = find();
    row.set(other, { value });
    return value;
  };
}

/** Whether a schema describes no members: neither by pattern, nor all of them at once. */
function isFree(documents: Documents, base: Part | undefined): boolean {
  if (!base) return false;
  return !wholeOf(documents, base).some(
    ({ value }) => isJsonObject(value['additionalProperties']) || 'patternProperties' in value,
  );
}

function namedIn(documents: Documents, records: Records, base: Part): ReadonlyMap<string, Part> {
  const whole = wholeOf(documents, base);
  const named = [...membersOf(documents, whole)].map(([name, [first]]) => [name, first] as const);
  if (named.length > 0) return new Map(named);
  const members = new Map<string, Part>();
  for (const branch of whole.flatMap((part) => listsOf(documents, part).flat())) {
    for (const [name, member] of records.members(branch)) {
      if (!members.has(name)) members.set(name, member);
    }
  }
  return members;
}

function typesOf(documents: Documents, records: Records, base: Part): ReadonlySet<string> {
  const types = new Set<string>();
  const whole = wholeOf(documents, base);
  for (const { value } of whole) {
    for (const name of typeNamesIn(value)) types.add(name);
    if ('properties' in value) types.add('object');
    if ('items' in value) types.add('array');
    if (types.size === 0) for (const one of listedIn(value) ?? []) types.add(typeOf(one));
  }
  if (types.size > 0) return types;
  const branches = whole.flatMap((part) => listsOf(documents, part).flat());
  return new Set(branches.flatMap((branch) => [...records.types(branch)]));
}
