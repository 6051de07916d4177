import type { JsonValue } from '../json.ts';
import type { Marks } from './marks.ts';
import { clearMarks, readMarks, setMark } from './marks.ts';
import type { Change, Shape } from './record.ts';
import type { Fingerprints } from './ledger/ledger.ts';
import type { Step } from './table.ts';
import type { Tables, TablesDraft } from './tables.ts';
import { editTables } from './tables.ts';

/**
 * All that there is in a world at one time. It never changes: what is done to a world makes another,
 * which shares all that is the same. So to keep one, or to go back to it, takes no time.
 */
export interface State {
  readonly madeFor: Making;
  readonly tables: Tables;
  readonly misfits: Misfits;
  /** Where they would stand, so that nothing is made up in their places. */
  readonly hidden: Marks;
  /** The collections of which it has the last word: what isn't in them doesn't exist. */
  readonly authoritative: ReadonlySet<string>;
  /** What was taken away: it isn't made up again, nor is its key given to another. */
  readonly gone: Marks;
  /** What was made by a request, so that there is nothing under it but what was made, too. */
  readonly born: Marks;
}

/** Saved records that the contract has no place for, by collection: kept, and not served. */
export type Misfits = ReadonlyMap<string, readonly JsonValue[]>;

/** What records are by the contract that a state was made for. */
export interface Making {
  readonly shapes: readonly Shape[];
  readonly fingerprints: Fingerprints;
}

/** The state that nobody has changed yet. */
export function beginState(
  madeFor: Making,
  tables: Tables,
  authoritative: ReadonlySet<string>,
): State {
  const none = readMarks(madeFor.shapes);
  return {
    madeFor,
    tables,
    misfits: new Map(),
    hidden: none,
    authoritative,
    gone: none,
    born: none,
  };
}

/** What makes other states of one. */
export interface StateDraft extends Readonly<Record<Bank, TablesDraft>>, Omit<State, Bank> {
  /** What came of it so far. What comes after that changes copies. */
  done(): State;
}

/** Where a state has tables. */
export type Bank = 'tables' | 'gone' | 'born';

/** A step that was taken in one of them. */
export interface StateStep {
  readonly bank: Bank;
  readonly collection: string;
  readonly step: Step;
}

/** Only what is touched is copied. Whoever listens hears of every step, so that it can be taken back. */
export function editState(from: State, onStep?: (step: StateStep) => void): StateDraft {
  const edit = (bank: Bank): TablesDraft => {
    if (!onStep) return editTables(from[bank]);
    return editTables(from[bank], (collection, step) => onStep({ bank, collection, step }));
  };
  const { madeFor, misfits, hidden, authoritative } = from;
  const facts = { madeFor, misfits, hidden, authoritative };
  const [tables, gone, born] = [edit('tables'), edit('gone'), edit('born')];
  return {
    ...facts,
    tables,
    gone,
    born,
    done: () => ({ ...facts, tables: tables.done(), gone: gone.done(), born: born.done() }),
  };
}

/** What is taken away has to be remembered: it may not be made up again, nor its key be given to another. */
export function changeDraft(draft: StateDraft, changes: readonly Change[]): void {
  const { tables, gone, born } = draft;
  for (const { collection, before, after, isNew = false } of changes) {
    const table = tables.at(collection);
    if (!table) continue;
    if (after) {
      table.put(after, before);
      clearMarks(gone, collection, after);
      if (isNew) setMark(born, collection, after);
    } else if (before) {
      table.remove(before);
      clearMarks(born, collection, before);
      setMark(gone, collection, before);
    }
  }
}

/** Takes back what was done last, the last step first. */
export function undoSteps(draft: StateDraft, steps: readonly StateStep[]): void {
  for (const { bank, collection, step } of steps.toReversed())
    draft[bank].at(collection)?.undo(step);
}

export function applyChanges(state: State, changes: readonly Change[]): State {
  const draft = editState(state);
  changeDraft(draft, changes);
  return draft.done();
}

/** From now on what isn't in the collection doesn't exist. */
export function plantIn(state: State, collection: string): State {
  const { madeFor, tables, misfits, hidden, gone, born } = state;
  const authoritative = new Set([...state.authoritative, collection]);
  return { madeFor, tables, misfits, hidden, authoritative, gone, born };
}
