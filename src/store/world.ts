import { ApiError, messageOf } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { Misfits } from './admission.ts';
import { admitRecords, describeDrift } from './admission.ts';
import { listFamilies } from './families.ts';
import type { Tables } from './fixtures.ts';
import type { Change, Item, Parents, Shape } from './record.ts';
import { flattenItem, isTooDeep } from './record.ts';
import type { Marks } from './marks.ts';
import { createMarks } from './marks.ts';
import { alignParents } from './parents.ts';
import { planRemoval } from './removal.ts';
import { createSaver } from './saver.ts';
import type { Fingerprints, SavedState, StateFile } from './state-file.ts';
import type { Undo } from './shelves.ts';
import type { Table } from './table.ts';
import { createTable } from './table.ts';

/** The state that requests see. */
export interface World {
  /** A parent that is undefined, here or there, may be any. Without parents: whoever they are. */
  find(collection: string, key: string, parents?: Parents): Item | undefined;
  /** The records under these parents, in the order in which they were made; undefined: any. */
  list(collection: string, parents: Parents): readonly Item[];
  /** Whether nothing may be made up there: a record was taken away, or is kept and not served. */
  isGone(collection: string, key: string, parents: Parents): boolean;
  /** Whether a request has made it: nobody but requests puts anything under it. */
  isBorn(collection: string, key: string, parents: Parents): boolean;
  /** What has to change for a record to be gone: it goes, and all that stands under it. */
  removal(collection: string, item: Item): readonly Change[];
  items(collection: string): readonly Item[];
  /** How many records there are under these parents; undefined: any. */
  count(collection: string, parents: Parents): number;
  /** The largest of their keys that are safe whole numbers; 0 where none is. */
  highest(collection: string, parents: Parents): number;
  /** The keys of the first of them in their order, so many at most. */
  firstKeys(collection: string, parents: Parents, most: number): readonly string[];
  /** The key of one of them, each in about equal parts; undefined where there is none. */
  pickKey(collection: string, parents: Parents, lot: number): string | undefined;
  /** Whether a record that isn't in the collection doesn't exist. */
  isAuthoritative(collection: string): boolean;
  /** From now on what isn't in the collection doesn't exist. */
  plant(collection: string): void;
  /** Every chain of parents that there are and that records of the collection may stand under. */
  families(collection: string): readonly Parents[];
  /** The parents of a record, as far as the records of another collection have them, too. */
  parentsIn(other: string, collection: string, parents: Parents): Parents;
  /** Another number after every change. */
  readonly version: number;
  /** A collection as people see it; undefined where the contract has none of that name. */
  show(collection: string): readonly JsonObject[] | undefined;
  showOne(collection: string, key: string): JsonObject | undefined;
  readonly collectionNames: readonly string[];
  /** In effect when it returns; durable when its promise resolves. */
  commit(changes: readonly Change[]): Promise<void> | undefined;
  /** Back to the fixtures. */
  reset(): Promise<void>;
  /** How often it went back to them. */
  readonly resets: number;
  /** Takes no more changes: another world has taken its place. */
  retire(): void;
  /** All that would be written down of it. */
  snapshot(): SavedState;
  /** Resolves when all that was committed is durable. */
  settle(): Promise<void>;
}

export interface WorldOptions {
  readonly shapes: readonly Shape[];
  readonly fixtures: Tables;
  readonly authoritative: ReadonlySet<string>;
  readonly file: StateFile;
  readonly fingerprints: Fingerprints;
}

export interface OpenedWorld {
  readonly world: World;
  /** What the person who starts this should know of the state that was found. */
  readonly notices: readonly string[];
}

/** The saved state where there is one, else the fixtures. Only records that fit are let in. */
export function openWorld(options: WorldOptions, saved: SavedState | undefined): OpenedWorld {
  if (!saved) return { world: createWorld(options, beginState(options)), notices: [] };
  const authoritative = new Set([...options.authoritative, ...saved.planted]);
  const { tables, misfits, hidden, notices } = admitRecords(options.shapes, authoritative, saved);
  const gone = createMarks(options.shapes, saved.gone);
  const born = createMarks(options.shapes, saved.born);
  return {
    world: createWorld(options, { tables, misfits, hidden, authoritative, gone, born }),
    notices: [...describeDrift(options.fingerprints, saved.fingerprints), ...notices],
  };
}

interface State {
  readonly tables: Tables;
  readonly misfits: Misfits;
  readonly hidden: Marks;
  readonly authoritative: ReadonlySet<string>;
  readonly gone: Marks;
  readonly born: Marks;
}

function createWorld(options: WorldOptions, first: State): World {
  const { shapes, file } = options;
  const shapeOf = new Map(shapes.map((shape) => [shape.name, shape]));
  let state = first;
  let version = 0;
  let isRetired = false;
  let resets = 0;
  const saver = createSaver(() => file.write(takeSnapshot(options, state)));
  const apply = (changes: readonly Change[]): Undo => {
    version += 1;
    const undos = changes.flatMap((change) => applyChange(state, change));
    return () => {
      version += 1;
      for (const undo of undos.toReversed()) undo();
    };
  };
  const save = async (undo: Undo): Promise<void> => {
    if (file.path === undefined) return;
    await saver.save(undo).catch(refuseStorage);
  };
  return {
    ...createViews(shapeOf, () => state),
    plant(collection) {
      state = { ...state, authoritative: new Set([...state.authoritative, collection]) };
      version += 1;
    },
    get version() {
      return version;
    },
    commit(changes) {
      if (changes.length === 0) return undefined;
      if (isRetired) throw refuseRetired();
      if (changes.some(({ after }) => after && isTooDeep(after.body))) throw refuseDepth();
      const undo = apply(changes);
      return file.path === undefined ? undefined : save(undo);
    },
    get resets() {
      return resets;
    },
    async reset() {
      resets += 1;
      const before = state;
      state = beginState(options);
      version += 1;
      await save(() => {
        state = before;
        version += 1;
      });
    },
    retire() {
      isRetired = true;
    },
    snapshot: () => takeSnapshot(options, state),
    settle: () => saver.settle(),
  };
}

type Views = Omit<
  World,
  'plant' | 'version' | 'resets' | 'commit' | 'reset' | 'retire' | 'snapshot' | 'settle'
>;

/** What is to be seen of a state, whichever it is at the time. */
function createViews(shapeOf: ReadonlyMap<string, Shape>, state: () => State): Views {
  const tableOf = (collection: string): Table | undefined => state().tables.get(collection);
  return {
    find: (collection, key, parents) => tableOf(collection)?.find(key, parents),
    list: (collection, parents) => tableOf(collection)?.list(parents) ?? [],
    isGone: (collection, key, parents) =>
      state().gone.has(collection, key, parents) || state().hidden.has(collection, key, parents),
    isBorn: (collection, key, parents) => state().born.has(collection, key, parents),
    removal: (collection, item) =>
      planRemoval([...shapeOf.values()], state().tables, collection, item),
    items: (collection) => tableOf(collection)?.items() ?? [],
    ...createSurvey((collection, parents) => tableOf(collection)?.list(parents) ?? []),
    isAuthoritative: (collection) => state().authoritative.has(collection),
    families(collection) {
      const shape = shapeOf.get(collection);
      return shape ? listFamilies(shape, [...shapeOf.values()], state().tables) : [];
    },
    parentsIn(other, collection, parents) {
      const [from, to] = [shapeOf.get(collection), shapeOf.get(other)];
      return from && to ? alignParents(from, parents, to) : [];
    },
    show(collection) {
      const shape = shapeOf.get(collection);
      return (
        shape &&
        tableOf(collection)
          ?.items()
          .map((item) => flattenItem(item, shape))
      );
    },
    showOne(collection, key) {
      const shape = shapeOf.get(collection);
      const item = tableOf(collection)?.find(key);
      return shape && item && flattenItem(item, shape);
    },
    collectionNames: [...shapeOf.keys()],
  };
}

/** What is told of many records at once. */
function createSurvey(
  list: World['list'],
): Pick<World, 'count' | 'highest' | 'firstKeys' | 'pickKey'> {
  return {
    count: (collection, parents) => list(collection, parents).length,
    highest: (collection, parents) =>
      list(collection, parents)
        .map(({ key }) => Number(key))
        .filter(Number.isSafeInteger)
        .reduce((highest, number) => Math.max(highest, number), 0),
    firstKeys: (collection, parents, most) =>
      list(collection, parents)
        .slice(0, most)
        .map(({ key }) => key),
    pickKey(collection, parents, lot) {
      const items = list(collection, parents);
      return items[lot % items.length]?.key;
    },
  };
}

function beginState({ shapes, fixtures, authoritative }: WorldOptions): State {
  return {
    tables: copyTables(fixtures),
    misfits: new Map(),
    hidden: createMarks(shapes),
    authoritative,
    gone: createMarks(shapes),
    born: createMarks(shapes),
  };
}

/** What is taken away has to be remembered: it may not be made up again, nor its key be given to another. */
function applyChange(state: State, change: Change): readonly Undo[] {
  const { collection, before, after, isNew = false } = change;
  const { tables, gone, born } = state;
  const table = tables.get(collection);
  if (!table) return [];
  if (after) {
    const put = [table.put(after, before), gone.clear(collection, after)];
    return isNew ? [...put, born.set(collection, after)] : put;
  }
  if (!before) return [];
  return [table.remove(before), born.clear(collection, before), gone.set(collection, before)];
}

function refuseStorage(cause: unknown): never {
  const detail = `The change was taken back: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}

function refuseDepth(): ApiError {
  return new ApiError('invalid-request', 'The record would be nested too deeply to be kept.');
}

function refuseRetired(): ApiError {
  const detail = 'The contract was loaded again while this request was under way: send it again.';
  return new ApiError('loaded-again', detail);
}

function copyTables(tables: Tables): Tables {
  return new Map(
    [...tables].map(([name, table]) => {
      const copy = createTable();
      for (const item of table.items()) copy.put(item);
      return [name, copy];
    }),
  );
}

function takeSnapshot(
  { shapes, fingerprints }: WorldOptions,
  { tables, misfits, authoritative, gone, born }: State,
): SavedState {
  const flat = shapes.map((shape): [string, readonly JsonValue[]] => {
    const items = tables.get(shape.name)?.items() ?? [];
    return [shape.name, items.map((item) => flattenItem(item, shape))];
  });
  const collections = new Map(flat);
  for (const [name, records] of misfits)
    collections.set(name, [...(collections.get(name) ?? []), ...records]);
  return {
    fingerprints,
    collections: Object.fromEntries(collections),
    planted: [...authoritative],
    gone: gone.save(),
    born: born.save(),
  };
}
