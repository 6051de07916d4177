import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { mayBeSame } from '../../parents.ts';
import type { Item, Parents, CollectionShape } from '../../record.ts';
import { flattenItem } from '../../record.ts';
import type { Deletions } from '../../tables/tombstones.ts';
import type { SavedState, WrittenChange, WrittenParents } from '../saved-state.ts';
import { createReplay } from './replay.ts';

/** Few, so that some are forgotten. */
const most = 4;

const fingerprints = { contract: 'c', fixtures: 'f' };

/** What a state promises, as plainly as it can be said. */
interface Model {
  items: readonly Item[];
  /** The oldest first. */
  gone: readonly Gone[];
  deletions: Deletions;
  born: readonly Place[];
}

type Place = Pick<Item, 'key' | 'parents'>;
/** Whether a request had made what is gone. */
type Gone = Place & { readonly wasBorn: boolean };

const isAt = (one: Place, other: Place | undefined): boolean =>
  one.key === other?.key && JSON.stringify(one.parents) === JSON.stringify(other.parents);
const mayBeAt = (one: Place, other: Place): boolean =>
  one.key === other.key && mayBeSame(one.parents, other.parents);
const withMark = (marks: readonly Place[], { key, parents }: Place): readonly Place[] =>
  marks.some((mark) => isAt(mark, { key, parents })) ? marks : [...marks, { key, parents }];
const withTombstone = (marks: readonly Gone[], gone: Gone): readonly Gone[] =>
  [...marks.filter((mark) => !isAt(mark, gone)), gone].slice(-most);
const withoutMark = <Mark extends Place>(marks: readonly Mark[], place: Place): readonly Mark[] =>
  marks.filter((mark) => !mayBeAt(mark, place));

interface Step {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  readonly isNew: boolean;
}

function change(model: Model, { before, after, isNew }: Step, isComplete: boolean): Model {
  const { items, gone, born, deletions } = model;
  if (!after) {
    if (!before) return model;
    const { key: own, parents } = before;
    const wasBorn = born.some((mark) => mayBeAt(mark, before));
    return {
      items: items.filter((item) => !isAt(item, before)),
      gone: isComplete ? gone : withTombstone(gone, { key: own, parents, wasBorn }),
      deletions: {
        count: deletions.count + 1,
        highest: Math.max(deletions.highest, Number(before.key)),
      },
      born: withoutMark(born, before),
    };
  }
  const isThere = items.some((item) => isAt(item, after));
  const isPlace = (item: Item): boolean => isAt(item, isThere ? after : before);
  const next = items.some(isPlace)
    ? items
        .map((item) => (isPlace(item) ? after : item))
        .filter((item) => item === after || !isAt(item, before))
    : [...items, after];
  const wasBorn = before && !isAt(before, after) && born.some((mark) => mayBeAt(mark, before));
  const moved = wasBorn ? withMark(withoutMark(born, before), after) : born;
  const made = isNew ? withMark(moved, after) : moved;
  return { items: next, gone: withoutMark(gone, after), deletions, born: made };
}

const shape: CollectionShape = {
  name: 'orders',
  key: ['id'],
  parents: [
    { parameter: 'shop', collection: 'shops', isOptional: true },
    { parameter: 'year', collection: undefined, isOptional: true },
  ],
  check: undefined,
  hasMember: (name) => name !== 'shop',
};

function save({ items, gone, deletions, born }: Model): SavedState {
  const toMarks = (marks: readonly Place[]): Readonly<Record<string, readonly JsonValue[]>> =>
    marks.length === 0 ? {} : { orders: marks.map(({ key, parents }) => writeMark(key, parents)) };
  const collections = { orders: items.map((item) => flattenItem(item, shape)) };
  return {
    fingerprints,
    planted: [],
    collections,
    tombstones: gone.map(({ key, parents, wasBorn }) => {
      const { parents: named } = writeMark(key, parents);
      return {
        collection: 'orders',
        ...(isJsonObject(named) ? { parents: named } : {}),
        keys: [key],
        ...(wasBorn ? { born: true } : {}),
      };
    }),
    deletions: deletions.count > 0 ? { orders: deletions } : {},
    born: toMarks(born),
    known: {},
  };
}

function writeMark(key: string, [shop, year]: Parents): JsonObject {
  const parents = {
    ...(shop === undefined ? {} : { shop }),
    ...(year === undefined ? {} : { year }),
  };
  return Object.keys(parents).length === 0 ? { key } : { key, parents };
}

function writeStep({ before, after, isNew }: Step): WrittenChange | undefined {
  const written = (parents: Parents): WrittenParents => parents.map((parent) => parent ?? null);
  const place = after ?? before;
  if (!place) return undefined;
  const named = { collection: 'orders', key: place.key, parents: written(place.parents) };
  if (!after) return named;
  const was = before &&
    !isAt(before, after) && { key: before.key, parents: written(before.parents) };
  return {
    ...named,
    record: flattenItem(after, shape),
    ...(was ? { was } : {}),
    ...(isNew ? { isNew: true } : {}),
  };
}

const parent = fc.constantFrom('a', 'b', undefined);
const key = fc.constantFrom('1', '2', '3');
const input = fc.record({
  kind: fc.constantFrom('put', 'make', 'move', 'remove'),
  place: fc.record({ key, parents: fc.tuple(parent, parent) }),
  to: key,
  body: fc.record(
    { id: fc.constantFrom('1', '2', 'x'), year: fc.constantFrom('a', 'z'), size: fc.nat(9) },
    { requiredKeys: ['size'] },
  ),
});
type Wish = typeof input extends fc.Arbitrary<infer T> ? T : never;

/** What comes of a wish: a record is looked for as the store does it, and nothing is put beside what may be it. */
function toStep({ items }: Model, { kind, place, to, body }: Wish): Step {
  const find = (wanted: Place): Item | undefined =>
    items.find((item) => isAt(item, wanted)) ?? items.find((item) => mayBeAt(item, wanted));
  const before = find(place);
  if (kind === 'remove')
    return { before: before ?? { ...place, body }, after: undefined, isNew: false };
  if (!before) return { before, after: { ...place, body }, isNew: kind === 'make' };
  const isMoved = kind === 'move' && !find({ ...before, key: to });
  return { before, after: { ...before, key: isMoved ? to : before.key, body }, isNew: false };
}

/** Tombstones one by one, in their order; births have none. */
function toComparable({ collections, tombstones, deletions, born }: SavedState): unknown {
  const births = (born['orders'] ?? []).map((mark) => JSON.stringify(mark)).toSorted();
  const deleted = tombstones.flatMap(({ keys, ...group }) => keys.map((one) => [group, one]));
  return [collections['orders'] ?? [], deleted, deletions, births];
}

describe('any replay', () => {
  it.each([
    ['of an improvised collection', false],
    ['of a complete one', true],
  ])('%s leads to what memory held, from whatever was written before', (_, isComplete) => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 20 }), fc.nat(20), (inputs, cut) => {
        let model: Model = { items: [], gone: [], deletions: { count: 0, highest: 0 }, born: [] };
        let base = save(model);
        const changes: WrittenChange[] = [];
        for (const [index, one] of inputs.entries()) {
          const step = toStep(model, one);
          model = change(model, step, isComplete);
          if (index < cut) base = save(model);
          else changes.push(...[writeStep(step) ?? []].flat());
        }
        const replay = createReplay(base, most);
        const planted = isComplete ? ['orders'] : [];
        const filing = { orders: { key: ['id'], parents: ['shop', 'year'] } };
        replay.begin({ journal: 1, first: 1, fingerprints, planted, filing });
        replay.apply({ changes });
        expect(toComparable(replay.finish())).toEqual(toComparable(save(model)));
      }),
      { numRuns: 1000 },
    );
  });
});
