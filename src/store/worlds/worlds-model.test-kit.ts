import type { RecordChange, Item, Parents, CollectionShape } from '../record.ts';
import { lines, orderItem, orders, shopItem, shops } from '../shop.test-kit.ts';
import type { State } from '../state/state.ts';
import { writeDeletions } from '../tables/saved-tombstones.ts';
import type { Deletions } from '../tables/tombstones.ts';
import { listTombstones } from '../tables/tombstones.ts';

/** What a world promises, said as plainly as it can be: lists of records and of marks. */
export interface Picture {
  readonly records: Readonly<Record<string, readonly Item[]>>;
  /** The collections of which nothing is made up, so that nothing deleted has to be remembered. */
  readonly complete: readonly string[];
  /** The oldest first. */
  readonly gone: readonly Mark[];
  readonly deletions: Readonly<Record<string, Deletions>>;
  readonly born: readonly Mark[];
}

type Filed = Pick<Item, 'key' | 'parents'>;

export interface Mark extends Filed {
  readonly collection: string;
}

/** Notes may stand under a shop, or nowhere. */
const notes: CollectionShape = {
  name: 'notes',
  key: ['id'],
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: true }],
  check: undefined,
  hasMember: (name) => ['id', 'text'].includes(name),
};

/** Orders that somebody has starred: they live elsewhere. */
const stars: CollectionShape = {
  name: 'stars',
  kind: 'links',
  of: 'orders',
  key: ['order_id'],
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: false }],
  check: undefined,
  hasMember: () => false,
};

export const shapes: readonly CollectionShape[] = [shops, orders, lines, notes, stars];

/** Everywhere a record may stand; few places, so that steps meet. */
export const places: readonly Mark[] = [
  ...spread('shops', ['a', 'b'], [[]]),
  ...spread('orders', ['1', '2', '3'], [['a'], ['b']]),
  ...spread(
    'lines',
    ['1', '2'],
    [
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
    ],
  ),
  ...spread('notes', ['1', '2'], [[undefined], ['a'], ['b']]),
  ...spread('stars', ['1', '2'], [['a'], ['b']]),
];

function spread(collection: string, keys: readonly string[], chains: readonly Parents[]): Mark[] {
  return chains.flatMap((parents) => keys.map((key) => ({ collection, key, parents })));
}

/** `label`: the key that the body shows; a record that was moved may still show the one before. */
export function makeItem(
  { collection, key, parents }: Mark,
  size: number,
  label: string = key,
): Item {
  if (collection === 'shops') return { ...shopItem(label, `shop ${size}`), key, parents };
  if (collection === 'orders') return { ...orderItem(label, '', size), key, parents };
  if (collection === 'stars') return { key, parents, body: {} };
  const name = collection === 'lines' ? 'number' : 'id';
  return { key, parents, body: { [name]: label, text: `${size}` } };
}

export function listIn(picture: Picture, collection: string): readonly Item[] {
  return picture.records[collection] ?? [];
}

export function changePicture(picture: Picture, changes: readonly RecordChange[]): Picture {
  return changes.reduce(changeOnce, picture);
}

function changeOnce(picture: Picture, { collection, before, after, isNew }: RecordChange): Picture {
  const list = listIn(picture, collection);
  const place = after ?? before;
  if (!place) return picture;
  const records = { ...picture.records, [collection]: replaceIn(list, before, after) };
  const meant = ({ collection: other, key, parents }: Mark): boolean =>
    other === collection && key === place.key && mayBe(parents, place.parents);
  const mark = { collection, key: place.key, parents: place.parents };
  if (!after) {
    const born = picture.born.filter((other) => !meant(other));
    const others = picture.gone.filter(({ collection: name, ...one }) => {
      return name !== collection || !isAt(one, mark);
    });
    const gone = picture.complete.includes(collection) ? picture.gone : [...others, mark];
    return { ...picture, records, born, gone, deletions: countDeletion(picture, mark) };
  }
  const gone = picture.gone.filter((other) => !meant(other));
  const born = before ? moveBirth(picture.born, { ...mark, ...before }, mark) : picture.born;
  return { ...picture, records, gone, born: isNew ? addMark(born, mark) : born };
}

function countDeletion({ deletions }: Picture, { collection, key }: Mark): Picture['deletions'] {
  const { count, highest } = deletions[collection] ?? { count: 0, highest: 0 };
  const number = /^\d+$/.test(key) ? Number(key) : 0;
  return {
    ...deletions,
    [collection]: { count: count + 1, highest: Math.max(highest, number) },
  };
}

/** It goes with the record. */
function moveBirth(born: readonly Mark[], from: Mark, to: Mark): readonly Mark[] {
  const isMeant = ({ collection, key, parents }: Mark): boolean =>
    collection === from.collection && key === from.key && mayBe(parents, from.parents);
  if (isAt(from, to) || !born.some(isMeant)) return born;
  return addMark(
    born.filter((one) => !isMeant(one)),
    to,
  );
}

/** From now on the collection is complete. */
export function completePicture(picture: Picture, collection: string): Picture {
  if (picture.complete.includes(collection)) return picture;
  const gone = picture.gone.filter((one) => one.collection !== collection);
  return { ...picture, gone, complete: [...picture.complete, collection] };
}

function replaceIn(
  list: readonly Item[],
  before: Item | undefined,
  after: Item | undefined,
): readonly Item[] {
  if (!after) return list.filter((one) => !isAt(one, before));
  const own = list.some((one) => isAt(one, after)) ? after : before;
  if (!list.some((one) => isAt(one, own))) return [...list, after];
  return list
    .map((one) => (isAt(one, own) ? after : one))
    .filter((one) => one === after || !isAt(one, before));
}

/** Whether one stands where the other does. */
export function isAt(one: Filed, other: Filed | undefined): boolean {
  return one.key === other?.key && one.parents.every((parent, at) => parent === other.parents[at]);
}

function addMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const isThere = marks.some((one) => one.collection === mark.collection && isAt(one, mark));
  return isThere ? marks : [...marks, mark];
}

/** Whether two chains may be the same. */
export function mayBe(left: Parents, right: Parents): boolean {
  return left.every(
    (parent, at) => parent === undefined || right[at] === undefined || parent === right[at],
  );
}

/** A record, all that stands under it, and the links to what is lost. */
export function listDoomed(picture: Picture, collection: string, item: Item): readonly Item[] {
  const pick = (name: string, isMeant: (one: Item) => boolean): readonly Item[] =>
    listIn(picture, name).filter(isMeant);
  if (collection === 'shops') {
    const below = ['orders', 'lines', 'notes', 'stars'];
    return [item, ...below.flatMap((name) => pick(name, ({ parents }) => parents[0] === item.key))];
  }
  if (collection !== 'orders') return [item];
  const [shop] = item.parents;
  return [
    item,
    ...pick('lines', ({ parents }) => parents[0] === shop && parents[1] === item.key),
    ...pick('stars', ({ key, parents }) => parents[0] === shop && key === item.key),
  ];
}

/** All of it as one text; of marks only the tombstones have an order. */
export function textOf({ records, complete, gone, deletions, born }: Picture): string {
  const lists = shapes.map(({ name }) =>
    (records[name] ?? []).map(({ key, parents, body }) => [key, parents, body]),
  );
  const counts = shapes.map(({ name }) => deletions[name] ?? null);
  const texts = [complete, gone.map(textOfMark), born.map(textOfMark).toSorted()];
  return JSON.stringify([lists, counts, ...texts]);
}

function textOfMark({ collection, key, parents }: Mark): string {
  return JSON.stringify([collection, key, parents]);
}

/** What a state holds, gone through record by record. */
export function pictureOf({ tables, authoritative, tombstones, born }: State): Picture {
  const marksIn = (marks: State['born']): readonly Mark[] =>
    shapes.flatMap(({ name }) =>
      [...(marks.get(name)?.ranked.values() ?? [])].map(({ key, parents }) => ({
        collection: name,
        key,
        parents,
      })),
    );
  return {
    records: Object.fromEntries(
      shapes.map(({ name }) => [name, [...(tables.get(name)?.ranked.values() ?? [])]]),
    ),
    complete: [...authoritative],
    gone: [...listTombstones(tombstones)].map(({ collection, key, parents }) => ({
      collection,
      key,
      parents,
    })),
    deletions: writeDeletions(tombstones),
    born: marksIn(born),
  };
}
