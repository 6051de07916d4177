import { ApiError, messageOf } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { Misfits } from './admission.ts';
import { admitRecords, describeDrift } from './admission.ts';
import type { Tables } from './fixtures.ts';
import type { Change, Item, Parents, Shape } from './record.ts';
import { flattenItem } from './record.ts';
import { createSaver } from './saver.ts';
import type { Fingerprints, SavedState, StateFile } from './state-file.ts';
import { createTable } from './table.ts';

/** The state that requests see. */
export interface World {
  /** A parent that is undefined, here or there, may be any. Without parents: whoever they are. */
  find(collection: string, key: string, parents?: Parents): Item | undefined;
  /** The records under these parents, in the order in which they were made; undefined: any. */
  list(collection: string, parents: Parents): readonly Item[];
  /** Whether a record was taken away that nobody has written before. */
  isGone(collection: string, key: string, parents: Parents): boolean;
  /** What has to change for a record to be gone: it goes, and all that stands under it. */
  removal(collection: string, item: Item): readonly Change[];
  items(collection: string): Iterable<Item>;
  /** Whether a record that isn't in the collection doesn't exist. */
  isAuthoritative(collection: string): boolean;
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
  if (!saved)
    return { world: createWorld(options, copyTables(options.fixtures), new Map()), notices: [] };
  const { tables, misfits, notices } = admitRecords(options.shapes, options.authoritative, saved);
  return {
    world: createWorld(options, tables, misfits),
    notices: [...describeDrift(options.fingerprints, saved.fingerprints), ...notices],
  };
}

function createWorld(options: WorldOptions, planted: Tables, found: Misfits): World {
  const { shapes, file } = options;
  const shapeOf = new Map(shapes.map((shape) => [shape.name, shape]));
  let tables = planted;
  let misfits = found;
  let isRetired = false;
  let resets = 0;
  const saver = createSaver(() => file.write(takeSnapshot(options, tables, misfits)));
  const apply = (changes: readonly Change[]): void => {
    for (const { collection, before, after } of changes) {
      const table = tables.get(collection);
      if (after) table?.put(after);
      else if (before) table?.remove(before);
    }
  };
  const save = async (undo: () => void): Promise<void> => {
    if (file.path === undefined) return;
    await saver.save(undo).catch(refuseStorage);
  };
  return {
    find: (collection, key, parents) => tables.get(collection)?.find(key, parents),
    list: (collection, parents) =>
      [...(tables.get(collection)?.items() ?? [])].filter((item) =>
        parents.every((parent, index) => parent === undefined || item.parents[index] === parent),
      ),
    isGone: () => false,
    removal: (collection, item) => [{ collection, before: item, after: undefined }],
    items: (collection) => tables.get(collection)?.items() ?? [],
    isAuthoritative: (collection) =>
      options.authoritative.has(collection) || (tables.get(collection)?.size ?? 0) > 0,
    show(collection) {
      const shape = shapeOf.get(collection);
      return (
        shape &&
        [...(tables.get(collection)?.items() ?? [])].map((item) => flattenItem(item, shape))
      );
    },
    showOne(collection, key) {
      const shape = shapeOf.get(collection);
      const item = tables.get(collection)?.find(key);
      return shape && item && flattenItem(item, shape);
    },
    collectionNames: [...shapeOf.keys()],
    commit(changes) {
      if (changes.length === 0) return undefined;
      if (isRetired) throw refuseRetired();
      apply(changes);
      if (file.path === undefined) return undefined;
      return save(() => apply(changes.toReversed().map(invert)));
    },
    get resets() {
      return resets;
    },
    async reset() {
      resets += 1;
      const before = { tables, misfits };
      tables = copyTables(options.fixtures);
      misfits = new Map();
      await save(() => {
        ({ tables, misfits } = before);
      });
    },
    retire() {
      isRetired = true;
    },
    snapshot: () => takeSnapshot(options, tables, misfits),
    settle: () => saver.settle(),
  };
}

function invert({ collection, before, after }: Change): Change {
  return { collection, before: after, after: before };
}

function refuseStorage(cause: unknown): never {
  const detail = `The change was taken back: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
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

function takeSnapshot(options: WorldOptions, tables: Tables, misfits: Misfits): SavedState {
  const collections: Record<string, readonly JsonValue[]> = {};
  for (const shape of options.shapes) {
    const items = [...(tables.get(shape.name)?.items() ?? [])];
    collections[shape.name] = items.map((item) => flattenItem(item, shape));
  }
  for (const [name, records] of misfits)
    collections[name] = [...(collections[name] ?? []), ...records];
  return { fingerprints: options.fingerprints, collections };
}
