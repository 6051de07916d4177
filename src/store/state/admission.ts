import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import type { SavedState } from '../ledger/saved-state.ts';
import type { Item, CollectionShape } from '../record.ts';
import { filingIn, unflattenItem } from '../record.ts';
import { readCreated, addCreated } from '../tables/created-records.ts';
import { readTombstones } from '../tables/saved-tombstones.ts';
import type { Tables } from '../tables/tables.ts';
import { createTables, editTables } from '../tables/tables.ts';
import type { FixtureSetting } from './fixtures.ts';
import { findMissingParent } from './fixtures.ts';
import type { Fingerprints, Misfits, State, StateMaking } from './state.ts';

export interface AdmittedState {
  readonly state: State;
  /** What has changed since the save, and a line with the reason for each unserved record. */
  readonly notices: readonly string[];
}

/** Makes a state of the saved records that fit the contract; keeps the others, unserved. */
export function admitState(
  madeFor: StateMaking,
  fixtures: ReadonlySet<string>,
  saved: SavedState,
): AdmittedState {
  const { shapes, fingerprints } = madeFor;
  const authoritative = new Set([...fixtures, ...saved.planted]);
  const aside = createAside(shapes);
  const inOrder = shapes.toSorted((left, right) => left.parents.length - right.parents.length);
  const filled = fillTables(inOrder, saved, aside);
  const setting = { shapes: inOrder, authoritative };
  const placeOf = createFinder(saved);
  const tables = removeOrphans({ ...setting, tables: filled }, (shape, item, reason) => {
    const place = placeOf(shape, item);
    if (place) aside.put(place, reason);
  });
  const names = new Set(shapes.map(({ name }) => name));
  for (const [collection, records] of Object.entries(saved.collections)) {
    if (names.has(collection)) continue;
    for (const [index, record] of records.entries())
      aside.put({ collection, index, record }, 'the contract has no such collection');
  }
  const tombstones = readTombstones(shapes, saved, authoritative);
  const born = readCreated(shapes, saved.born);
  const known = new Map(Object.entries(saved.known).filter(([name]) => names.has(name)));
  const { misfits, notices } = aside;
  const hidden = aside.hide();
  // The records are still those of the fixtures that the state began with.
  const { fixtures: begun } = saved.fingerprints;
  const made = { shapes, fingerprints: { ...fingerprints, fixtures: begun } };
  return {
    state: { madeFor: made, tables, misfits, hidden, authoritative, tombstones, born, known },
    notices: [...describeDrift(fingerprints, saved.fingerprints), ...abridge(notices)],
  };
}

/** A record and where it stood in the file. */
interface SavedPlace {
  readonly collection: string;
  readonly index: number;
  readonly record: JsonValue;
}

/** Collects the records that do not fit the contract. */
interface Aside {
  readonly misfits: Misfits;
  readonly notices: readonly string[];
  put(place: SavedPlace, reason: string): void;
  /** Marks in the places of these records. */
  hide(): State['hidden'];
}

function createAside(shapes: readonly CollectionShape[]): Aside {
  const misfits = new Map<string, JsonValue[]>();
  const notices: string[] = [];
  const hidden = editTables(createTables(shapes.map(({ name }) => name)));
  return {
    misfits,
    notices,
    put({ collection, index, record }, reason) {
      const others = misfits.get(collection) ?? [];
      others.push(record);
      misfits.set(collection, others);
      const shape = shapes.find(({ name }) => name === collection);
      const filing = shape && isJsonObject(record) ? filingIn(record, shape) : undefined;
      if (filing) addCreated(hidden, collection, filing);
      notices.push(`not served: ${collection}[${index}] ${reason}`);
    },
    hide: () => hidden.done(),
  };
}

function fillTables(shapes: readonly CollectionShape[], saved: SavedState, aside: Aside): Tables {
  const found = new Map(Object.entries(saved.collections));
  const tables = editTables(createTables(shapes.map(({ name }) => name)));
  for (const shape of shapes) {
    const table = tables.at(shape.name);
    for (const [index, record] of (found.get(shape.name) ?? []).entries()) {
      const place = { collection: shape.name, index, record };
      const { item, faults } = isJsonObject(record)
        ? unflattenItem(record, shape)
        : { item: undefined, faults: [{ pointer: '', message: 'is no object' }] };
      if (!item) {
        const reasons = faults.map(({ pointer, message }) => `${pointer} ${message}`.trim());
        aside.put(place, reasons.join('; '));
      } else if (table?.has(item)) {
        const pointer = (shape.key ?? []).reduce(stepDown, '');
        aside.put(place, `${pointer} the key "${item.key}" is taken by an earlier record`.trim());
      } else {
        table?.put(item);
      }
    }
  }
  return tables.done();
}

/**
 * Returns a function that tells where in the file a record stood. It makes its index on the first
 * call for a collection: most starts call it for none.
 */
function createFinder(
  saved: SavedState,
): (shape: CollectionShape, item: Item) => SavedPlace | undefined {
  const known = new Map<string, ReadonlyMap<string, SavedPlace>>();
  const index = (shape: CollectionShape): ReadonlyMap<string, SavedPlace> => {
    const places = new Map<string, SavedPlace>();
    for (const [at, record] of (saved.collections[shape.name] ?? []).entries()) {
      const { item } = isJsonObject(record) ? unflattenItem(record, shape) : {};
      const text = item && toText(item);
      // Of several with the same place, the first is served.
      if (text !== undefined && !places.has(text))
        places.set(text, { collection: shape.name, index: at, record });
    }
    return places;
  };
  return (shape, item) => {
    const places = known.get(shape.name) ?? index(shape);
    known.set(shape.name, places);
    return places.get(toText(item));
  };
}

function toText({ key, parents }: Item): string {
  return JSON.stringify([key, ...parents]);
}

/** Removes records whose parents do not exist, and again those whose parents it removed. */
function removeOrphans(
  setting: FixtureSetting,
  onLoss: (shape: CollectionShape, item: Item, reason: string) => void,
): Tables {
  const draft = editTables(setting.tables);
  let isDone = true;
  for (const shape of setting.shapes) {
    for (const item of setting.tables.get(shape.name)?.items() ?? []) {
      const orphan = findMissingParent(item, shape, setting);
      if (!orphan) continue;
      isDone = false;
      draft.at(shape.name)?.remove(item);
      onLoss(shape, item, `${stepDown('', orphan.parameter)} ${orphan.message}`);
    }
  }
  return isDone ? setting.tables : removeOrphans({ ...setting, tables: draft.done() }, onLoss);
}

const mostNotices = 20;

function abridge(notices: readonly string[]): readonly string[] {
  const rest = notices.length - mostNotices;
  return rest > 0 ? [...notices.slice(0, mostNotices), `not served: ${rest} more`] : notices;
}

/** Tells the user at the start what has changed since the state was saved. */
function describeDrift(now: Fingerprints, saved: Fingerprints): readonly string[] {
  const changed = [
    ...(saved.contract === now.contract ? [] : ['contract']),
    ...(saved.fixtures === now.fixtures ? [] : ['fixtures']),
  ];
  if (changed.length === 0) return [];
  return [
    `changed since this state was written: ${changed.join(' and ')}; to begin with the fixtures again, reset the running server, or start with --reset (without --store)`,
  ];
}
