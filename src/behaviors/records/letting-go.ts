import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item, RecordChange } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { SeedTools } from '../seed-tools.ts';
import { mostSearched } from './links.ts';
import { placingMembers, referredBy } from './reference-members.ts';

/** A member that has the key of another record, or shows that record. */
interface Reference {
  readonly name: string;
  readonly target: Collection;
}

type Index = SeedTools['contractIndex'];

/**
 * What stored records lose with the records that these changes remove: their references to them become
 * null where they may, else they stay.
 */
export function letGo(
  { contractIndex }: { readonly contractIndex: Index },
  world: World,
  changes: readonly RecordChange[],
): readonly RecordChange[] {
  const gone = keysGone(changes);
  if (gone.size === 0) return [];
  const own = new Set(changes.map(({ before }) => before));
  return contractIndex.contract.collections.flatMap((collection): readonly RecordChange[] => {
    const { name, schema } = collection;
    const anywhere = collection.parents.map(() => undefined);
    if (!schema || world.count(name, anywhere) === 0) return [];
    const references = referencesIn(contractIndex, collection);
    const found = references.filter(({ target }) => gone.has(target.name));
    const items = found.length === 0 ? [] : world.list(name, anywhere);
    if (items.length > mostSearched) return [];
    return items.flatMap((before): readonly RecordChange[] => {
      const body = own.has(before) ? before.body : withoutGone(collection, before, found, gone);
      return body === before.body ? [] : [{ collection: name, before, after: { ...before, body } }];
    });
  });
}

type Gone = ReadonlyMap<string, ReadonlySet<string>>;

/** By collection, the keys of removed records. */
function keysGone(changes: readonly RecordChange[]): Gone {
  const gone = new Map<string, Set<string>>();
  for (const { collection, before, after } of changes) {
    if (!before || after) continue;
    const keys = gone.get(collection) ?? new Set();
    gone.set(collection, keys.add(before.key));
  }
  return gone;
}

const known = new WeakMap<Collection, readonly Reference[]>();

/** The members by which records of the collection refer to others; its parents are not among them. */
export function referencesIn(index: Index, collection: Collection): readonly Reference[] {
  const before = known.get(collection);
  if (before) return before;
  const { schema } = collection;
  const facts = schema && index.study(schema);
  if (!facts) return [];
  // What says where a record stands goes with its place.
  const placing = placingMembers(collection);
  const references = [...facts.names].flatMap((name): readonly Reference[] => {
    const target = placing.has(name) ? undefined : referredBy(index, collection, name);
    return target ? [{ name, target }] : [];
  });
  known.set(collection, references);
  return references;
}

function withoutGone(
  { check }: Collection,
  { body }: Item,
  references: readonly Reference[],
  gone: Gone,
): JsonObject {
  const isValid = (next: JsonObject): boolean => (check?.(next) ?? []).length === 0;
  return references.reduce((before, { name, target }) => {
    const value = Object.hasOwn(before, name) ? before[name] : undefined;
    const isGone = (one: JsonValue): boolean => {
      const own = isJsonObject(one) ? memberAt(one, target.key ?? []) : one;
      const isKey = typeof own === 'string' || typeof own === 'number';
      return isKey && gone.get(target.name)?.has(textOf(own)) === true;
    };
    if (Array.isArray(value)) {
      const left = value.filter((one: JsonValue) => !isGone(one));
      const next = withMember(before, [name], left);
      return left.length < value.length && isValid(next) ? freezeJson(next) : before;
    }
    if (value === undefined || !isGone(value)) return before;
    const next = withMember(before, [name], null);
    return isValid(next) ? freezeJson(next) : before;
  }, body);
}
