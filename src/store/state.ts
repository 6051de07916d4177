import type { JsonValue } from '../json.ts';
import type { Marks } from './marks.ts';
import { clearMarks, readMarks, setMark } from './marks.ts';
import type { Change, Shape } from './record.ts';
import type { Fingerprints } from './ledger/ledger.ts';
import type { Tables } from './tables.ts';
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

/** What is taken away has to be remembered: it may not be made up again, nor its key be given to another. */
export function applyChanges(state: State, changes: readonly Change[]): State {
  const tables = editTables(state.tables);
  const gone = editTables(state.gone);
  const born = editTables(state.born);
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
  return { ...state, tables: tables.done(), gone: gone.done(), born: born.done() };
}

/** From now on what isn't in the collection doesn't exist. */
export function plantIn(state: State, collection: string): State {
  return { ...state, authoritative: new Set([...state.authoritative, collection]) };
}
