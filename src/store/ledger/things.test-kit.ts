import { createBook } from '../credentials/book.ts';
import type { Database } from '../database.ts';
import { createDatabase } from '../database.ts';
import type { CollectionShape, Item } from '../record.ts';
import { admitState } from '../state/admission.ts';
import type { State } from '../state/state.ts';
import { beginState } from '../state/state.ts';
import { createTables, editTables } from '../tables/tables.ts';
import { createClock } from '../worlds/clock.ts';
import { createWorld } from '../worlds/world.ts';
import type { Disk } from './disk.ts';
import type { FolderAdapter } from './folder-adapter.ts';
import { createFolderAdapter } from './folder-adapter.ts';

/** A small state: things by their ids, in the order in which they were made. */
export type Things = readonly Thing[];

export interface Thing {
  readonly id: string;
  readonly size: number;
}

const collection = 'things';
const shape: CollectionShape = {
  name: collection,
  key: ['id'],
  parents: [],
  check: undefined,
  hasMember: () => true,
};

function stateOf(things: Things): State {
  const madeFor = { shapes: [shape], fingerprints: { contract: 'c', fixtures: 'f' } };
  const draft = editTables(createTables([collection]));
  for (const thing of things) draft.at(collection)?.put(toItem(thing));
  return beginState(madeFor, draft.done(), new Set([collection]));
}

function toItem({ id, size }: Thing): Item {
  return { key: id, parents: [], body: { id, size } };
}

function thingsIn(items: readonly Item[]): Things {
  return items.map(({ key, body }) => ({ id: key, size: Number(body['size']) }));
}

/** A world of things in a data folder. */
export interface Store {
  readonly notices: readonly string[];
  /** What there was in memory after each failed write. */
  readonly losses: readonly Things[];
  /** All states there were, the first one first. */
  readonly states: readonly Things[];
  things(): Things;
  put(id: string, size: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** Replaces the whole state. */
  rebase(things: Things): Promise<void>;
  pending(): Promise<void> | undefined;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly disk: Disk;
  readonly durability?: 'sync' | 'flush';
  readonly leastLength?: number;
  readonly folder?: string;
}

export async function openStore(options: StoreOptions): Promise<Store> {
  const notices: string[] = [];
  const losses: Things[] = [];
  const adapter = openAdapter(options, (message) => notices.push(message));
  const watched = watch(
    createDatabase(stateOf([]), adapter, () => Promise.resolve()),
    () => losses.push(things()),
  );
  const { database } = watched;
  await database.read();
  const world = createWorld({
    name: 'default',
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base: stateOf([]),
    database,
  });
  const things = (): Things => thingsIn(world.items(collection));
  const states = [things()];
  const follow = (change: Promise<void> | undefined): Promise<void> => {
    change?.catch(() => undefined);
    states.push(things());
    return watched.latest();
  };
  return {
    notices,
    losses,
    states,
    things,
    put(id, size) {
      const before = world.find(collection, id);
      const after = toItem({ id, size });
      return follow(world.commit([{ collection, before, after }]));
    },
    remove(id) {
      const item = world.find(collection, id);
      return follow(world.commit(item ? world.removal(collection, item) : []));
    },
    rebase: (next) => follow(world.restore(stateOf(next))),
    pending: () => database.pending(),
    async close() {
      await database.close();
      await adapter.close();
    },
  };
}

function openAdapter(
  { disk, durability = 'sync', folder = '/data', ...rest }: StoreOptions,
  onNotice: (message: string) => void,
): FolderAdapter {
  const first = stateOf([]);
  return createFolderAdapter({
    ...rest,
    disk,
    durability,
    folder,
    first,
    admit: (saved) => admitState(first.madeFor, first.authoritative, saved).state,
    onNotice,
  });
}

/** The same database, which also tells its losses, and the promise of the latest write. */
function watch(
  database: Database,
  onLoss: () => void,
): { readonly database: Database; latest(): Promise<void> } {
  let latest: Promise<void> | undefined;
  return {
    latest: () => latest ?? Promise.resolve(),
    database: {
      ...database,
      save: (state) => (latest = database.save(state)),
      takeOver: ({ goBack, letGo }) =>
        database.takeOver({
          letGo,
          goBack(stored) {
            goBack(stored);
            onLoss();
          },
        }),
    },
  };
}

/** Things as the next process finds them. It reads them, and is gone before it writes anything. */
export async function reopen(disk: Disk): Promise<Things | undefined> {
  const unwritten: Disk = {
    ...disk,
    open: (path, purpose) =>
      purpose === 'write'
        ? Promise.reject(new Error('the process is gone'))
        : disk.open(path, purpose),
  };
  const state = await openAdapter({ disk: unwritten }, () => undefined).read();
  // A start beside journals begins to write db.json anew: that has failed by then.
  await new Promise((resolve) => void setImmediate(resolve));
  return state ? thingsIn(state.tables.get(collection)?.items() ?? []) : undefined;
}
