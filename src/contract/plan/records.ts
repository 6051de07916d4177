import { isJsonObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import type { Documents, Part } from '../documents.ts';
import { branchesOf, wholeOf } from '../schema-parts.ts';

/** What schemas tell of records. What was found out once is kept, as large contracts ask often. */
export interface Records {
  /** The schema that says what the value is: behind references, and what only lets null be, too. */
  settle(schema: Part): Part | undefined;
  /** The members that a value may have, and the schema of each. */
  members(schema: Part): ReadonlyMap<string, Part>;
  /** Whether values are objects with members of their own: neither lists nor maps nor texts. */
  isRecord(schema: Part): boolean;
  isList(schema: Part): boolean;
  /** The component that a schema is, by name; what stands in an operation is nothing else's. */
  identity(schema: Part): string | undefined;
  types(schema: Part): ReadonlySet<string>;
}

export function createRecords(documents: Documents): Records {
  const settled = new WeakMap<JsonObject, Part>();
  const known = new WeakMap<JsonObject, ReadonlyMap<string, Part>>();
  const typed = new WeakMap<JsonObject, ReadonlySet<string>>();
  const records: Records = {
    settle(schema) {
      if (!isJsonObject(schema.value)) return undefined;
      const before = settled.get(schema.value);
      if (before) return before;
      const found = settle(documents, schema, 0);
      if (found) settled.set(schema.value, found);
      return found;
    },
    members(schema) {
      const base = records.settle(schema);
      if (!base || !isJsonObject(base.value)) return new Map();
      const before = known.get(base.value);
      if (before) return before;
      // Within itself a schema adds nothing.
      known.set(base.value, new Map());
      const found = membersOf(documents, records, base);
      known.set(base.value, found);
      return found;
    },
    isRecord(schema) {
      const types = records.types(schema);
      if (types.size > 0 && !types.has('object')) return false;
      return !records.isList(schema) && (records.members(schema).size > 0 || isFree(schema));
    },
    isList: (schema) => records.types(schema).has('array'),
    identity(schema) {
      const base = records.settle(schema);
      return base && isComponent(documents, base) ? `${base.uri}#${base.pointer}` : undefined;
    },
    types(schema) {
      const base = records.settle(schema);
      if (!base || !isJsonObject(base.value)) return new Set();
      const before = typed.get(base.value);
      if (before) return before;
      typed.set(base.value, new Set());
      const found = typesOf(documents, records, base);
      typed.set(base.value, found);
      return found;
    },
  };
  const isFree = (schema: Part): boolean => {
    const base = records.settle(schema);
    if (!base) return false;
    return !wholeOf(documents, base).some(
      ({ value }) => isJsonObject(value['additionalProperties']) || 'patternProperties' in value,
    );
  };
  return records;
}

/** No contract wraps a schema more often than this. */
const mostWrappers = 8;

function settle(documents: Documents, schema: Part, depth: number): Part | undefined {
  const base = documents.follow(schema);
  if (!base || !isJsonObject(base.value) || depth > mostWrappers) return base;
  if ('properties' in base.value) return base;
  const whole = branchesOf(documents, base, 'allOf');
  const [only] = whole;
  if (whole.length === 1 && only) return settle(documents, only, depth + 1);
  const branches = ['oneOf', 'anyOf']
    .flatMap((keyword) => branchesOf(documents, base, keyword))
    .filter((branch) => !isNull(documents, branch));
  const [first] = branches;
  if (whole.length > 0 || !first) return base;
  // Of alternatives without a name of their own the first is what is meant, the others are exceptions.
  const isMeant = branches.length === 1 || !isComponent(documents, base);
  const isPlain = isMeant && branches.every((branch) => !isArray(documents, branch));
  return isPlain ? settle(documents, first, depth + 1) : base;
}

function isNull(documents: Documents, schema: Part): boolean {
  const value = documents.follow(schema)?.value;
  return isJsonObject(value) && (value['type'] === 'null' || value['const'] === null);
}

function isArray(documents: Documents, schema: Part): boolean {
  const value = documents.follow(schema)?.value;
  return isJsonObject(value) && (value['type'] === 'array' || 'items' in value);
}

/** What has a place of its own, in a contract's components or a file of schemas. */
function isComponent({ roots }: Documents, { uri, pointer }: Part): boolean {
  if (/^(\/(components\/schemas|definitions|\$defs)\/[^/]+)$/.test(pointer)) return true;
  return pointer === '' && !roots.some((root) => root.uri === uri);
}

function membersOf(documents: Documents, records: Records, base: Part): ReadonlyMap<string, Part> {
  const members = new Map<string, Part>();
  const whole = wholeOf(documents, base);
  for (const part of whole) {
    const properties = documents.own(part, 'properties');
    if (!properties || !isJsonObject(properties.value)) continue;
    for (const name of Object.keys(properties.value)) {
      const member = members.has(name) ? undefined : documents.own(properties, name);
      if (member) members.set(name, member);
    }
  }
  if (members.size > 0) return members;
  const branches = whole.flatMap((part) =>
    ['oneOf', 'anyOf'].flatMap((keyword) => branchesOf(documents, part, keyword)),
  );
  for (const branch of branches) {
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
    const { type } = value;
    for (const name of [type].flat()) if (typeof name === 'string') types.add(name);
    if ('properties' in value) types.add('object');
    if ('items' in value) types.add('array');
  }
  if (types.size > 0) return types;
  for (const part of whole) {
    for (const keyword of ['oneOf', 'anyOf']) {
      for (const branch of branchesOf(documents, part, keyword)) {
        for (const name of records.types(branch)) types.add(name);
      }
    }
  }
  return types;
}
