import type { Violation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { defineMember, isJsonObject, isSameJson, memberAt } from '../../base/json.ts';
import { mergeJson, withMember } from '../../base/json.ts';
import type { Imagine, Rewriting } from '../../store/edits/rewriting.ts';
import { areSame, nameParents } from '../../store/parents.ts';
import type { CollectionShape, Item } from '../../store/record.ts';
import { flattenItem } from '../../store/record.ts';
import type { State } from '../../store/state/state.ts';
import type { Tombstone } from '../../store/tables/tombstones.ts';
import { listTombstones } from '../../store/tables/tombstones.ts';
import type { World } from '../../store/worlds/world.ts';
import { applyRecords, openTrial } from './apply-records.ts';
import type { RemovedRecord, ScenarioDocument } from './scenario-document.ts';

/** What a scenario says of records. */
export type RecordParts = Pick<ScenarioDocument, 'remove' | 'add' | 'change' | 'replace'>;

export interface Telling {
  /** The state of the fixtures. */
  readonly base: State;
  readonly seed: string;
  readonly rewriting: Rewriting;
  readonly imagine: Imagine;
}

/**
 * Tells how the records of a state differ from the fixtures, or what keeps a scenario from saying
 * so. Each part is played on the fixtures while it is told, so it leads to these records.
 */
export function tellRecords(
  state: State,
  telling: Telling,
): { readonly parts: RecordParts; readonly faults: readonly Violation[] } {
  // Collections whose records have another order are told as a whole. Children follow.
  const reordered = new Set<string>();
  const deleted = [...listTombstones(state.tombstones)];
  for (;;) {
    const told = tellOnce({ state, deleted, ...telling }, reordered);
    const { world, faults } = told;
    const found = state.madeFor.shapes.filter(
      ({ name }) => !reordered.has(name) && !hasOrder(world, state, name),
    );
    if (faults.length > 0 || found.length === 0) return told;
    for (const { name } of found) reordered.add(name);
  }
}

interface Told {
  readonly parts: RecordParts;
  readonly faults: readonly Violation[];
  readonly world: World;
}

function tellOnce(
  task: Telling & Pick<Places, 'state' | 'deleted'>,
  reordered: ReadonlySet<string>,
): Told {
  const { state, base, seed, rewriting, imagine } = task;
  const world = openTrial(base, seed);
  const play = (parts: RecordParts): readonly Violation[] => applyRecords(parts, world, rewriting);
  const { shapes } = state.madeFor;
  const places: Places = { ...task, world };
  const faults: Violation[] = [];
  const removed = createLists<RemovedRecord>();
  const remove: Record<string, '*' | readonly RemovedRecord[]> = {};
  // What is under a removed record goes with it, and need not be named.
  for (const shape of shapes.toSorted((one, other) => one.parents.length - other.parents.length)) {
    const { name } = shape;
    const isWhole = reordered.has(name) || !base.authoritative.has(name);
    if (isWhole && state.authoritative.has(name)) {
      remove[name] = '*';
      faults.push(...play({ remove: { [name]: '*' } }));
      continue;
    }
    for (const lost of listLost(shape, places)) {
      if (!findStored(world, shape, lost) && !imagine(world, { shape, ...lost })) continue;
      const entry = nameRemoved(lost, shape, world);
      faults.push(...play({ remove: { [name]: [entry] } }));
      removed.push(name, entry);
    }
  }
  Object.assign(remove, removed.lists);
  const added = createLists<JsonObject>();
  const rest = shapes.flatMap((shape) =>
    itemsOf(state, shape).flatMap((item) => {
      if (findStored(world, shape, item) || isMadeUp(item, shape, places)) return [{ shape, item }];
      added.push(shape.name, flattenItem(item, shape));
      return [];
    }),
  );
  for (const fault of play({ add: added.lists })) faults.push(fault);
  if (faults.length > 0) return { parts: {}, faults, world };
  const { change, replace, faults: others } = tellChanges(rest, places, play);
  const parts = { remove, add: added.lists, change, replace };
  return { parts, faults: others, world };
}

interface Places {
  readonly state: State;
  readonly deleted: readonly Tombstone[];
  readonly base: State;
  /** As far as the fixtures have become the state. */
  readonly world: World;
  readonly imagine: Imagine;
}

/** Records that exist in both, of which a scenario says members, or all where it has to. */
function tellChanges(
  rest: readonly { readonly shape: CollectionShape; readonly item: Item }[],
  { world, imagine }: Places,
  play: (parts: RecordParts) => readonly Violation[],
): Required<Pick<RecordParts, 'change' | 'replace'>> & { readonly faults: readonly Violation[] } {
  const [changed, replaced] = [createLists<JsonObject>(), createLists<JsonObject>()];
  const faults: Violation[] = [];
  for (const { shape, item } of rest) {
    const { name } = shape;
    const stored = findStored(world, shape, item);
    if (stored && isSameJson(stored.body, item.body)) continue;
    const before = stored ?? imagine(world, { shape, ...item });
    const patch = before && tellPatch(before.body, item.body);
    const entry = patch && addIdentity(patch, item, shape);
    if (entry && play({ change: { [name]: [entry] } }).length === 0) {
      changed.push(name, entry);
      continue;
    }
    const whole = flattenItem(item, shape);
    replaced.push(name, whole);
    for (const fault of play({ replace: { [name]: [whole] } })) faults.push(fault);
  }
  return { change: changed.lists, replace: replaced.lists, faults };
}

/** The patch (RFC 7396) from one value to another; undefined where there is none: it has no null. */
function tellPatch(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const patch = comparing(before, after);
  return isSameJson(mergeJson(before, patch), after) ? patch : undefined;
}

function comparing(before: JsonObject, after: JsonObject): JsonObject {
  const patch: Record<string, JsonValue> = {};
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) defineMember<JsonValue>(patch, name, null);
  }
  for (const [name, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (old !== undefined && isSameJson(old, value)) continue;
    const isBelow = isJsonObject(old) && isJsonObject(value);
    defineMember<JsonValue>(patch, name, isBelow ? comparing(old, value) : value);
  }
  return patch;
}

/** A stored record that changed one which is made up, and did not make another. */
function isMadeUp(item: Item, shape: CollectionShape, { state, world, imagine }: Places): boolean {
  if (state.authoritative.has(shape.name)) return false;
  const isBorn = state.born.get(shape.name)?.find(item.key, item.parents) !== undefined;
  return !isBorn && imagine(world, { shape, ...item }) !== undefined;
}

/** Records of the fixtures and made-up ones that do not exist in the state. */
function listLost(
  shape: CollectionShape,
  { state, deleted, base }: Places,
): readonly Pick<Item, 'key' | 'parents'>[] {
  const table = state.tables.get(shape.name);
  const lost = itemsOf(base, shape).filter((item) => table?.has(item) !== true);
  return [...lost, ...deleted.filter(({ collection }) => collection === shape.name)];
}

/** The key alone where that is enough. */
function nameRemoved(
  { key, parents }: Pick<Item, 'key' | 'parents'>,
  shape: CollectionShape,
  world: World,
): RemovedRecord {
  const isOnly = shape.parents.length === 0 || world.namesakes(shape.name, key).length === 1;
  if (shape.key && isOnly) return key;
  const names = shape.parents.map(({ parameter }) => parameter);
  return { ...(shape.key ? { [shape.key.join('.')]: key } : {}), ...nameParents(names, parents) };
}

/** A patch with the members that tell which record it is for, in front. */
function addIdentity(patch: JsonObject, item: Item, shape: CollectionShape): JsonObject {
  const paths = [shape.key ?? [], ...shape.parents.map(({ parameter }) => [parameter])];
  const fill = (start: JsonObject): JsonObject =>
    paths.reduce((members, path) => {
      const value = path.length === 0 ? undefined : memberAt(item.body, path);
      return value === undefined ? members : withMember(members, path, value);
    }, start);
  return flattenItem({ ...item, body: { ...fill({}), ...fill(patch) } }, shape);
}

function findStored(
  world: World,
  { name }: CollectionShape,
  { key, parents }: Pick<Item, 'key' | 'parents'>,
): Item | undefined {
  return world.namesakes(name, key).find((other) => areSame(other.parents, parents));
}

function hasOrder(world: World, state: State, name: string): boolean {
  if (!state.authoritative.has(name)) return true;
  const [reached, wanted] = [world.items(name), state.tables.get(name)?.items() ?? []];
  return reached.every(({ key, parents }, at) => {
    const other = wanted[at];
    return other?.key === key && areSame(other.parents, parents);
  });
}

function itemsOf({ tables }: State, { name }: CollectionShape): readonly Item[] {
  return tables.get(name)?.items() ?? [];
}

/** Lists by collection; a collection without entries has none. */
function createLists<T>(): {
  readonly lists: Readonly<Record<string, readonly T[]>>;
  push(collection: string, one: T): void;
} {
  const lists: Record<string, T[]> = {};
  return {
    lists,
    push(collection, one) {
      const list = Object.hasOwn(lists, collection) ? lists[collection] : undefined;
      if (list) list.push(one);
      else defineMember(lists, collection, [one]);
    },
  };
}
