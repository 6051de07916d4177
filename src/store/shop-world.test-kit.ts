import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Tables } from './fixtures.ts';
import type { Item, RecordFault, Shape } from './record.ts';
import type { SavedState, StateFile } from './state-file.ts';
import { createTable } from './table.ts';
import type { World } from './world.ts';

/** Shops with members `slug` and `name`; nothing above them. */
export const shops: Shape = {
  name: 'shops',
  key: ['slug'],
  parents: [],
  check: (body) => checkMembers(body, ['slug', 'name']),
  hasMember: (name) => ['slug', 'name'].includes(name),
};

/** Orders with members `id` and `total`, filed under a shop that they do not show. */
export const orders: Shape = {
  name: 'orders',
  key: ['id'],
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: false }],
  check: (body) => checkMembers(body, ['id', 'total']),
  hasMember: (name) => ['id', 'total'].includes(name),
};

/** Lines of an order, which show the order and not the shop. */
export const lines: Shape = {
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

export function tablesOf(contents: Readonly<Record<string, readonly Item[]>>): Tables {
  return new Map(
    Object.entries(contents).map(([name, items]) => {
      const table = createTable();
      for (const item of items) table.put(item);
      return [name, table];
    }),
  );
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

/** The total of an order as it was written down. */
export function savedTotal(state: SavedState | undefined, id: string): JsonValue | undefined {
  const records = state?.collections['orders']?.filter(isJsonObject) ?? [];
  return records.find((record) => record['id'] === id)?.['total'];
}

/** A file whose writes end when the test says so, well or badly. */
export interface HeldFile extends StateFile {
  readonly writes: readonly SavedState[];
  /** How many writes have begun and not ended. */
  readonly underWay: number;
  finish(): Promise<void>;
  fail(reason: string): Promise<void>;
}

export function createHeldFile(): HeldFile {
  const writes: SavedState[] = [];
  const open: { resolve: () => void; reject: (error: Error) => void }[] = [];
  return {
    path: 'held',
    writes,
    get underWay() {
      return open.length;
    },
    read: () => Promise.resolve(writes.at(-1)),
    write(state) {
      // A copy: what a file holds doesn't change with the world.
      writes.push(structuredClone(state));
      return new Promise((resolve, reject) => {
        open.push({ resolve, reject });
      });
    },
    async finish() {
      open.shift()?.resolve();
      await settleTicks();
    },
    async fail(reason) {
      open.shift()?.reject(new Error(reason));
      await settleTicks();
    },
  };
}

function settleTicks(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function checkMembers(body: JsonObject, known: readonly string[]): readonly RecordFault[] {
  return Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((name) => ({ pointer: `/${name}`, message: 'is not known' }));
}
