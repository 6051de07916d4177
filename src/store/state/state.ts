import type { JsonValue } from '../../base/json.ts';
import type { RecordChange, Item, CollectionShape } from '../record.ts';
import type { CreatedRecords } from '../tables/created-records.ts';
import { removeCreated, isCreated, readCreated, addCreated } from '../tables/created-records.ts';
import { isSamePlace } from '../tables/table-index.ts';
import type { TableStep } from '../tables/table.ts';
import type { Tables, TablesDraft } from '../tables/tables.ts';
import { editTables } from '../tables/tables.ts';
import type { Tombstone, Tombstones } from '../tables/tombstones.ts';
import {
  addTombstones,
  createTombstones,
  dropTombstones,
  removeTombstones,
} from '../tables/tombstones.ts';

/**
 * All records of a world at one moment, and what belongs to them. Immutable: each change makes
 * another state, which shares all unchanged parts. So it takes no time to keep a state, or to go
 * back to it.
 */
export interface State {
  readonly madeFor: StateMaking;
  readonly tables: Tables;
  readonly misfits: Misfits;
  /** The places of `misfits`, so that the server generates no records there. */
  readonly hidden: CreatedRecords;
  /** The complete collections: a record that is not in one of them does not exist. */
  readonly authoritative: ReadonlySet<string>;
  /** What was deleted: the server does not generate it again, nor give its key to a new record. */
  readonly tombstones: Tombstones;
  /** Marks of records that a request made: the server generates nothing under these. */
  readonly born: CreatedRecords;
  /** Since when the server makes the keys of a collection, in ISO 8601, by collection. */
  readonly known: KnownKeys;
}

/** Whichever keys nothing has shown don't exist in these collections. */
export type KnownKeys = ReadonlyMap<string, string>;

/** Saved records that do not fit the contract, by collection: they are kept, but not served. */
export type Misfits = ReadonlyMap<string, readonly JsonValue[]>;

/** The collections and the fingerprints of the contract and fixtures that a state was made for. */
export interface StateMaking {
  readonly shapes: readonly CollectionShape[];
  readonly fingerprints: Fingerprints;
}

const shapesByName = new WeakMap<StateMaking, ReadonlyMap<string, CollectionShape>>();

/** The collections by their names. */
export function shapesOf(madeFor: StateMaking): ReadonlyMap<string, CollectionShape> {
  const known = shapesByName.get(madeFor);
  if (known) return known;
  const shapes = new Map(madeFor.shapes.map((shape) => [shape.name, shape]));
  shapesByName.set(madeFor, shapes);
  return shapes;
}

/** A text for each version of the contract and the fixtures. */
export interface Fingerprints {
  readonly contract: string;
  readonly fixtures: string;
}

/** The state before the first change. */
export function beginState(
  madeFor: StateMaking,
  tables: Tables,
  authoritative: ReadonlySet<string>,
): State {
  const none = readCreated(madeFor.shapes);
  return {
    madeFor,
    tables,
    misfits: new Map(),
    hidden: none,
    authoritative,
    tombstones: createTombstones(),
    born: none,
    known: new Map(),
  };
}

/** A state that may be changed; `done` returns the result. */
export interface StateDraft
  extends Readonly<Record<Bank, TablesDraft>>, Omit<State, Bank | 'tombstones' | 'known'> {
  readonly tombstones: Tombstones;
  readonly known: KnownKeys;
  setKnown(this: void, next: KnownKeys): void;
  setTombstones(this: void, next: Tombstones): void;
  /** The result so far. Later changes go to copies. */
  done(): State;
}

/** The tables of a state that changes of records change. */
export type Bank = 'tables' | 'born';

/** A step in one of these tables, or what was there before: the tombstones, the known keys. */
export type StateStep =
  | { readonly bank: Bank; readonly collection: string; readonly step: TableStep }
  | { readonly tombstones: Tombstones }
  | { readonly known: KnownKeys };

/** Copies only the tables that it changes. `onStep` gets every step, so that it can be undone. */
export function editState(from: State, onStep?: (step: StateStep) => void): StateDraft {
  const edit = (bank: Bank): TablesDraft => {
    if (!onStep) return editTables(from[bank]);
    return editTables(from[bank], (collection, step) => onStep({ bank, collection, step }));
  };
  const { madeFor, misfits, hidden, authoritative } = from;
  const facts = { madeFor, misfits, hidden, authoritative };
  const [tables, born] = [edit('tables'), edit('born')];
  const draft = {
    ...facts,
    tables,
    born,
    tombstones: from.tombstones,
    setTombstones(next: Tombstones): void {
      if (next === draft.tombstones) return;
      onStep?.({ tombstones: draft.tombstones });
      draft.tombstones = next;
    },
    known: from.known,
    setKnown(next: KnownKeys): void {
      onStep?.({ known: draft.known });
      draft.known = next;
    },
    done: (): State => ({
      ...facts,
      tables: tables.done(),
      born: born.done(),
      tombstones: draft.tombstones,
      known: draft.known,
    }),
  };
  return draft;
}

export function changeDraft(draft: StateDraft, changes: readonly RecordChange[]): void {
  let lost: RecordChange[] = [];
  for (const change of changes) {
    if (!change.after) {
      lost.push(change);
      continue;
    }
    if (lost.length > 0) removeAll(draft, lost);
    lost = [];
    put(draft, change, change.after);
  }
  if (lost.length > 0) removeAll(draft, lost);
}

function put(
  draft: StateDraft,
  { collection, before, isNew = false, knownSince }: RecordChange,
  after: Item,
): void {
  const { tables, born, authoritative } = draft;
  const table = tables.at(collection);
  if (!table) return;
  table.put(after, before);
  if (!authoritative.has(collection))
    draft.setTombstones(removeTombstones(draft.tombstones, at(collection, after)));
  if (before) moveMark(born, collection, before, after);
  if (isNew) addCreated(born, collection, after);
  if (knownSince !== undefined && !draft.known.has(collection))
    draft.setKnown(new Map([...draft.known, [collection, knownSince]]));
}

/** The result is the same as with one removal after the other. */
function removeAll(draft: StateDraft, changes: readonly RecordChange[]): void {
  const { tables, born, authoritative } = draft;
  const lost = new Map<string, Item[]>();
  const places: Tombstone[] = [];
  for (const { collection, before } of changes) {
    if (!before || !tables.get(collection)) continue;
    const items = lost.get(collection);
    if (items) items.push(before);
    else lost.set(collection, [before]);
    places.push({ ...at(collection, before), isBorn: isCreated(born, collection, before) });
  }
  for (const [collection, items] of lost) {
    tables.at(collection)?.removeAll(items);
    removeCreated(born, collection, items);
  }
  draft.setTombstones(addTombstones(draft.tombstones, places, authoritative));
}

function at(collection: string, { key, parents }: Item): Tombstone {
  return { collection, key, parents };
}

/** The mark moves with its record; otherwise it would stay in the old place for ever. */
function moveMark(born: TablesDraft, collection: string, before: Item, after: Item): void {
  if (isSamePlace(before, after) || !isCreated(born, collection, before)) return;
  removeCreated(born, collection, [before]);
  addCreated(born, collection, after);
}

/** Undoes the latest steps, the last one first. */
export function undoSteps(draft: StateDraft, steps: readonly StateStep[]): void {
  for (const step of steps.toReversed()) {
    if ('tombstones' in step) draft.setTombstones(step.tombstones);
    else if ('known' in step) draft.setKnown(step.known);
    else draft[step.bank].at(step.collection)?.undo(step.step);
  }
}

export function applyChanges(state: State, changes: readonly RecordChange[]): State {
  const draft = editState(state);
  changeDraft(draft, changes);
  return draft.done();
}

/** Makes a collection complete: a record that is not in it does not exist. */
export function plantIn(state: State, collection: string): State {
  if (state.authoritative.has(collection)) return state;
  const { madeFor, tables, misfits, hidden, born, known } = state;
  const authoritative = new Set([...state.authoritative, collection]);
  const tombstones = dropTombstones(state.tombstones, collection);
  return { madeFor, tables, misfits, hidden, authoritative, tombstones, born, known };
}
