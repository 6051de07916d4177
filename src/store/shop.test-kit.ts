import type { JsonObject, JsonValue } from '../base/json.ts';
import { createBook } from './credentials/book.ts';
import type { StateAdapter } from './database.ts';
import { createDatabase } from './database.ts';
import type { SavedState } from './ledger/saved-state.ts';
import { collectState } from './ledger/saved-state.ts';
import type { Item, RecordFault, CollectionShape } from './record.ts';
import { admitState } from './state/admission.ts';
import { beginState } from './state/state.ts';
import type { Tables } from './tables/tables.ts';
import { createTables, editTables } from './tables/tables.ts';
import { createClock } from './worlds/clock.ts';
import type { World } from './worlds/world.ts';
import { createWorld } from './worlds/world.ts';

/** Shops with members `slug` and `name`; nothing above them. */
export const shops: CollectionShape = {
  name: 'shops',
  key: ['slug'],
  parents: [],
  check: (body) => checkMembers(body, ['slug', 'name']),
  hasMember: (name) => ['slug', 'name'].includes(name),
};

/** Orders with members `id` and `total`, filed under a shop that they do not show. */
export const orders: CollectionShape = {
  name: 'orders',
  key: ['id'],
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: false }],
  check: (body) => checkMembers(body, ['id', 'total']),
  hasMember: (name) => ['id', 'total'].includes(name),
};

/** Lines of an order, which show the order and not the shop. */
export const lines: CollectionShape = {
  name: 'lines',
  key: ['number'],
  parents: [
    { parameter: 'shop_slug', collection: 'shops', isOptional: false },
    { parameter: 'order_id', collection: 'orders', isOptional: false },
  ],
  check: undefined,
  hasMember: (name) => ['number', 'order_id', 'text'].includes(name),
};

export function shopItem(slug: string, name: string = slug): Item {
  return { key: slug, parents: [], body: { slug, name } };
}

export function orderItem(id: string, shop: string, total: number): Item {
  return { key: id, parents: [shop], body: { id, total } };
}

/** A table for each collection, whether it has records or not. */
export function tablesOf(
  shapes: readonly Pick<CollectionShape, 'name'>[],
  contents: Readonly<Record<string, readonly Item[]>>,
): Tables {
  const draft = editTables(createTables(shapes.map(({ name }) => name)));
  for (const [name, items] of Object.entries(contents)) {
    for (const item of items) draft.at(name)?.put(item);
  }
  return draft.done();
}

/** Sets the total of an order that the world has. */
export function changeTotal(
  world: World,
  id: string,
  shop: string,
  total: JsonValue,
): Promise<void> | undefined {
  const before = world.find('orders', id, [shop]);
  if (!before) throw new Error(`there is no order ${id} in ${shop}`);
  const after = { ...before, body: { ...before.body, total } };
  return world.commit([{ collection: 'orders', before, after }]);
}

export function totalOf(world: World, id: string, shop: string): JsonValue | undefined {
  return world.find('orders', id, [shop])?.body['total'];
}

export interface WorldSetup {
  readonly shapes: readonly CollectionShape[];
  readonly fixtures?: Tables;
  readonly authoritative?: readonly string[];
  readonly saved?: SavedState | undefined;
  /** Default: in memory. */
  readonly adapter?: StateAdapter;
  readonly onNotice?: (message: string) => void;
}

/** A world of its own, and what would be told of the state that was found. */
export function openWorld({
  shapes,
  fixtures = tablesOf(shapes, {}),
  authoritative = [],
  saved,
  adapter,
  onNotice,
}: WorldSetup): { readonly world: World; readonly notices: readonly string[] } {
  const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
  const base = beginState(madeFor, fixtures, new Set(authoritative));
  const { state, notices } = saved
    ? admitState(madeFor, new Set(authoritative), saved)
    : { state: base, notices: [] };
  const world = createWorld({
    name: 'test',
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base,
    database: createDatabase(state, adapter),
    onNotice,
  });
  return { world, notices };
}

/** All that would be written down of a world, as it is read again. */
export function saveWorld(world: World): SavedState {
  return structuredClone(collectState(world.save()));
}

function checkMembers(body: JsonObject, known: readonly string[]): readonly RecordFault[] {
  return Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((name) => ({ pointer: `/${name}`, message: 'is not known' }));
}
