import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { CollectionShape } from '../record.ts';
import type { WorldSetup } from '../shop.test-kit.ts';
import {
  lines,
  openWorld,
  orderItem,
  orders,
  shopItem,
  shops,
  tablesOf,
} from '../shop.test-kit.ts';
import type { World } from '../worlds/world.ts';
import type { GivenRecords, Imagine, PlaceInput, Rewrite, Rewriting } from './rewriting.ts';
import { createRewriting } from './rewriting.ts';

/** What a shop says of itself: one for each. */
const settings: CollectionShape = {
  name: 'settings',
  kind: 'singleton',
  key: undefined,
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: false }],
  check: (body) =>
    typeof body['theme'] === 'string' ? [] : [{ pointer: '/theme', message: 'must be a string' }],
  hasMember: (name) => name === 'theme',
};

/** The orders that a shop has marked. */
const marked: CollectionShape = {
  name: 'marked',
  kind: 'links',
  of: 'orders',
  key: ['id'],
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: false }],
  check: undefined,
  hasMember: () => false,
};

/** Things with numbers for keys, which nobody has said anything of. */
const numbered: CollectionShape = {
  name: 'numbered',
  key: ['id'],
  parents: [],
  check: ({ id }) =>
    typeof id === 'number' ? [] : [{ pointer: '/id', message: 'must be a number' }],
  hasMember: (name) => name === 'id',
};

const shapes = [shops, orders, lines, settings, marked, numbered];
const authoritative = ['shops', 'orders', 'lines', 'settings', 'marked'];
const lineItem = { key: '1', parents: ['a', '1'], body: { number: 1, order_id: '1' } };

export function open(setup: Partial<WorldSetup> = {}): World {
  const fixtures = tablesOf(shapes, {
    shops: [shopItem('a'), shopItem('b')],
    orders: [orderItem('1', 'a', 10), orderItem('1', 'b', 20), orderItem('2', 'a', 30)],
    lines: [lineItem],
    marked: [{ key: '2', parents: ['a'], body: {} }],
  });
  return openWorld({ shapes, fixtures, authoritative, ...setup }).world;
}

const imagine: Imagine = (world, { shape, key }) =>
  shape.name === 'numbered' && !world.isGone('numbered', key, [])
    ? { key, parents: [], body: { id: Number(key), note: 'made up' } }
    : undefined;

/** Every key has a number, and lists show those below 5. */
export const rewriting: Rewriting = createRewriting({
  imagine,
  findShown: (world, place) => (Number(place.key) < 5 ? imagine(world, place) : undefined),
  isOfBeginning: (_, { shape, key }) => shape.name === 'numbered' && Number(key) < 5,
  listShown: () => [],
  findOrphans: () => [],
});

export function at(text: string): PlaceInput {
  const [path = '', query = ''] = text.split('?');
  const [collection = '', key = ''] = path.split('/');
  return { collection, key, parents: Object.fromEntries(new URLSearchParams(query)) };
}

export function list(
  collection: string,
  records: readonly JsonObject[],
  parents: JsonObject = {},
): GivenRecords {
  return { collection, parents, records, pointer: '' };
}

export async function done<Shown>(rewrite: Rewrite<Shown>): Promise<Shown> {
  await rewrite.commit();
  return rewrite.shown;
}

export function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}
