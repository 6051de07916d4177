import type { JsonValue } from '../../base/json.ts';
import type { Fingerprints } from '../ledger/ledger.ts';
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
 * All that there is in a world at one time. It never changes: what is done to a world makes another,
 * which shares all that is the same. So to keep one, or to go back to it, takes no time.
 */
export interface State {
  readonly madeFor: StateMaking;
  readonly tables: Tables;
  readonly misfits: Misfits;
  /** Where they would stand, so that nothing is made up in their places. */
  readonly hidden: CreatedRecords;
  /** The collections of which it has the last word: what isn't in them doesn't exist. */
  readonly authoritative: ReadonlySet<string>;
  /** What was deleted: it isn't made up again, nor is its key given to another. */
  readonly tombstones: Tombstones;
  /** What was made by a request, so that there is nothing under it but what was made, too. */
  readonly born: CreatedRecords;
}

/** Saved records that the contract has no place for, by collection: kept, and not served. */
export type Misfits = ReadonlyMap<string, readonly JsonValue[]>;

/** What records are by the contract that a state was made for. */
export interface StateMaking {
  readonly shapes: readonly CollectionShape[];
  readonly fingerprints: Fingerprints;
}

/** The state that nobody has changed yet. */
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
  };
}

/** What makes other states of one. */
export interface StateDraft
  extends Readonly<Record<Bank, TablesDraft>>, Omit<State, Bank | 'tombstones'> {
  readonly tombstones: Tombstones;
  setTombstones(this: void, next: Tombstones): void;
  /** What came of it so far. What comes after that changes copies. */
  done(): State;
}

/** Where a state has tables. */
export type Bank = 'tables' | 'born';

/** A step that was taken in one of them; or what the tombstones were before. */
export type StateStep =
  | { readonly bank: Bank; readonly collection: string; readonly step: TableStep }
  | { readonly tombstones: Tombstones };

/** Only what is touched is copied. Whoever listens hears of every step, so that it can be taken back. */
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
    done: (): State => ({
      ...facts,
      tables: tables.done(),
      born: born.done(),
      tombstones: draft.tombstones,
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
  { collection, before, isNew = false }: RecordChange,
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
}

/** As if they were taken away one by one. */
function removeAll(draft: StateDraft, changes: readonly RecordChange[]): void {
  const { tables, born, authoritative } = draft;
  const lost = new Map<string, Item[]>();
  const places: Tombstone[] = [];
  for (const { collection, before } of changes) {
    if (!before || !tables.get(collection)) continue;
    const items = lost.get(collection);
    if (items) items.push(before);
    else lost.set(collection, [before]);
    places.push(at(collection, before));
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

/** A mark goes with its record: left behind, it would stay for good. */
function moveMark(born: TablesDraft, collection: string, before: Item, after: Item): void {
  if (isSamePlace(before, after) || !isCreated(born, collection, before)) return;
  removeCreated(born, collection, [before]);
  addCreated(born, collection, after);
}

/** Takes back what was done last, the last step first. */
export function undoSteps(draft: StateDraft, steps: readonly StateStep[]): void {
  for (const step of steps.toReversed()) {
    if ('tombstones' in step) draft.setTombstones(step.tombstones);
    else draft[step.bank].at(step.collection)?.undo(step.step);
  }
}

export function applyChanges(state: State, changes: readonly RecordChange[]): State {
  const draft = editState(state);
  changeDraft(draft, changes);
  return draft.done();
}

/** From now on what isn't in the collection doesn't exist. */
export function plantIn(state: State, collection: string): State {
  if (state.authoritative.has(collection)) return state;
  const { madeFor, tables, misfits, hidden, born } = state;
  const authoritative = new Set([...state.authoritative, collection]);
  const tombstones = dropTombstones(state.tombstones, collection);
  return { madeFor, tables, misfits, hidden, authoritative, tombstones, born };
}
