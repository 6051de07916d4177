import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { mayBeSame, readNamedParents } from '../../parents.ts';
import type { Parents } from '../../record.ts';
import { filingIn } from '../../record.ts';
import { writeMark } from '../../tables/created-records.ts';
import { readTombstones, writeDeletions, writeTombstones } from '../../tables/saved-tombstones.ts';
import { addTombstones, removeTombstones } from '../../tables/tombstones.ts';
import type {
  FilingRule,
  JournalEntry,
  SavedState,
  WrittenChange,
  WrittenParents,
} from '../saved-state.ts';
import type { JournalHead } from './journal-lines.ts';
import { BadLine } from './journal-lines.ts';

/**
 * Applies journals to a saved state. It does not use the current contract: the first line of each
 * journal says how to identify records, and collections that no change names stay as they are.
 */
export interface Replay {
  /** Begins a journal: from now on its first line says how to identify records. */
  begin(head: JournalHead): void;
  apply(entry: JournalEntry): void;
  finish(): SavedState;
}

export function createReplay(saved: SavedState, most?: number): Replay {
  const collections = new Map(Object.entries(saved.collections));
  const births = new Map(Object.entries(saved.born));
  const planted = new Set(saved.planted);
  const known = new Map(Object.entries(saved.known));
  const touched = new Map<string, ReplayedCollection>();
  let head: JournalHead | undefined;
  let deleted: Deleted = saved;
  let deleting: Deleting | undefined;
  const putBack = (): void => {
    for (const [name, replayed] of touched) {
      collections.set(name, replayed.records());
      births.set(name, replayed.born.save());
    }
    touched.clear();
  };
  const open = (name: string): ReplayedCollection => {
    const rule = head && Object.hasOwn(head.filing, name) ? head.filing[name] : undefined;
    if (!rule)
      throw new BadLine(`it names the collection "${name}", which the first line does not`);
    const born = createMarkList(rule.parents, births.get(name) ?? []);
    const replayed = createReplayed(collections.get(name) ?? [], rule, born);
    touched.set(name, replayed);
    return replayed;
  };
  return {
    begin(next) {
      putBack();
      head = next;
      for (const name of next.planted) planted.add(name);
      deleted = deleting?.save() ?? deleted;
      deleting = openDeleted(next.filing, deleted, planted, most);
    },
    apply(entry) {
      for (const change of entry.changes) {
        const replayed = touched.get(change.collection) ?? open(change.collection);
        // Asked first: a removal clears the mark.
        const isBorn = replayed.born.has(change);
        applyChange(replayed, change);
        deleting?.apply(change, isBorn);
        const { collection, knownSince } = change;
        if (knownSince !== undefined && !known.has(collection)) known.set(collection, knownSince);
      }
    },
    finish() {
      putBack();
      const { tombstones, deletions } = deleting?.save() ?? deleted;
      return {
        fingerprints: head?.fingerprints ?? saved.fingerprints,
        collections: Object.fromEntries(collections),
        planted: [...planted],
        tombstones,
        deletions,
        born: withoutEmpty(births),
        known: Object.fromEntries(known),
      };
    },
  };
}

type Deleted = Pick<SavedState, 'tombstones' | 'deletions'>;

/** The tombstones, kept by the rules of the store. */
interface Deleting {
  apply(change: WrittenChange, isBorn: boolean): void;
  save(): Deleted;
}

function openDeleted(
  filing: JournalHead['filing'],
  before: Deleted,
  complete: ReadonlySet<string>,
  most: number | undefined,
): Deleting {
  const namings = Object.entries(filing).map(([name, { parents }]) => ({
    name,
    parents: parents.map((parameter) => ({ parameter })),
  }));
  let current = readTombstones(namings, before, complete, most);
  return {
    apply({ collection, key, parents, record }, isBorn) {
      const place = { collection, key, parents: toParents(parents), isBorn };
      current = record
        ? removeTombstones(current, place)
        : addTombstones(current, [place], complete);
    },
    save: () => ({
      tombstones: [...writeTombstones(current, namings)],
      deletions: writeDeletions(current),
    }),
  };
}

/** The records of one collection, and the marks of those that requests created. */
interface ReplayedCollection {
  readonly born: MarkList;
  put(change: WrittenChange, record: JsonValue): void;
  remove(place: RowPlace): void;
  records(): readonly JsonValue[];
}

type RowPlace = Pick<WrittenChange, 'key' | 'parents'>;

function applyChange(replayed: ReplayedCollection, change: WrittenChange): void {
  if (change.record === undefined) {
    replayed.remove(change);
    replayed.born.clear(change);
    return;
  }
  replayed.put(change, change.record);
  if (change.was && replayed.born.has(change.was)) {
    replayed.born.clear(change.was);
    replayed.born.set(change);
  }
  if (change.isNew) replayed.born.set(change);
}

function createReplayed(
  saved: readonly JsonValue[],
  rule: FilingRule,
  born: MarkList,
): ReplayedCollection {
  const rows: (JsonValue | undefined)[] = [...saved];
  const places = createPlaces();
  for (const [row, record] of saved.entries()) {
    const place = rowPlaceOf(record, rule);
    // Of several records in one place the server serves the first.
    if (place && places.find(place) === undefined) places.set(place, row);
  }
  const take = (place: RowPlace): number | undefined => {
    const row = places.take(place);
    if (row !== undefined) rows[row] = undefined;
    return row;
  };
  return {
    born,
    put(change, record) {
      // An older record in the place of a new one was not served: it stays in the file.
      const own = change.isNew ? undefined : places.take(change);
      const former = change.was && take(change.was);
      const row = own ?? former ?? rows.length;
      rows[row] = record;
      places.set(change, row);
    },
    remove: (place) => void take(place),
    records: () => rows.filter((record) => record !== undefined),
  };
}

/** Which row holds the record of a place: of a key and its parents. */
interface RowPlaces {
  find(place: RowPlace): number | undefined;
  /**
   * Removes the place, and returns its row. A change may not know a parent that the body of the
   * record names; then the start has read the record as one below that parent.
   */
  take(place: RowPlace): number | undefined;
  set(place: RowPlace, row: number): void;
}

function createPlaces(): RowPlaces {
  const rows = new Map<string, number>();
  let namesakes: Map<string, RowPlace[]> | undefined;
  const isMeant = (place: RowPlace, other: RowPlace): boolean =>
    rows.has(nameOf(other)) && mayBeSame(toParents(place.parents), toParents(other.parents));
  const resolve = (place: RowPlace): string => {
    const name = nameOf(place);
    if (rows.has(name) || !place.parents.includes(null)) return name;
    namesakes ??= groupByKey(rows.keys());
    const meant = namesakes.get(place.key)?.find((other) => isMeant(place, other));
    return meant ? nameOf(meant) : name;
  };
  return {
    find: (place) => rows.get(nameOf(place)),
    take(place) {
      const name = resolve(place);
      const row = rows.get(name);
      rows.delete(name);
      return row;
    },
    set({ key, parents }, row) {
      const name = nameOf({ key, parents });
      const others = namesakes?.get(key) ?? [];
      if (!others.some((other) => nameOf(other) === name))
        namesakes?.set(key, [...others, { key, parents }]);
      rows.set(name, row);
    },
  };
}

function groupByKey(names: Iterable<string>): Map<string, RowPlace[]> {
  const groups = new Map<string, RowPlace[]>();
  for (const name of names) {
    // A trust edge: `nameOf` wrote these names.
    const [key, ...parents] = JSON.parse(name) as [string, ...WrittenParents];
    groups.set(key, [...(groups.get(key) ?? []), { key, parents }]);
  }
  return groups;
}

function nameOf({ key, parents }: RowPlace): string {
  return JSON.stringify([key, ...parents]);
}

function rowPlaceOf(record: JsonValue, { key, parents }: FilingRule): RowPlace | undefined {
  if (!isJsonObject(record)) return undefined;
  const filing = filingIn(record, { key, parents: parents.map((parameter) => ({ parameter })) });
  return filing && { key: filing.key, parents: filing.parents.map((parent) => parent ?? null) };
}

function withoutEmpty(
  lists: ReadonlyMap<string, readonly JsonValue[]>,
): Readonly<Record<string, readonly JsonValue[]>> {
  return Object.fromEntries([...lists].filter(([, list]) => list.length > 0));
}

/** The marks of the records of one collection that requests created: their keys and parents. */
interface MarkList {
  set(place: MarkedPlace): void;
  /** Whether there is a mark that may mean this place: an unknown parent may be any. */
  has(place: MarkedPlace): boolean;
  /** Clears every mark that may mean this place. */
  clear(place: MarkedPlace): void;
  save(): readonly JsonValue[];
}

interface MarkedPlace {
  readonly key: string;
  readonly parents: WrittenParents;
}

function createMarkList(names: readonly string[], saved: readonly JsonValue[]): MarkList {
  const marks = new Map<string, readonly Parents[]>();
  const add = (key: string, parents: Parents): void => {
    const known = marks.get(key) ?? [];
    const isThere = known.some((other) => parents.every((parent, at) => parent === other[at]));
    if (!isThere) marks.set(key, [...known, parents]);
  };
  for (const mark of saved) {
    const { key, parents = {} } = isJsonObject(mark) ? mark : {};
    if (typeof key === 'string' && isJsonObject(parents))
      add(key, readNamedParents(names, parents));
  }
  return {
    set: ({ key, parents }) => add(key, toParents(parents)),
    has: ({ key, parents }) =>
      (marks.get(key) ?? []).some((other) => mayBeSame(other, toParents(parents))),
    clear({ key, parents }) {
      const wanted = toParents(parents);
      const left = (marks.get(key) ?? []).filter((other) => !mayBeSame(other, wanted));
      if (left.length > 0) marks.set(key, left);
      else marks.delete(key);
    },
    save: () =>
      [...marks].flatMap(([key, chains]) =>
        chains.map((parents) => writeMark(names, key, parents)),
      ),
  };
}

/** The form that the store uses: undefined for an unknown parent. */
function toParents(parents: WrittenParents): Parents {
  return parents.map((parent) => parent ?? undefined);
}
