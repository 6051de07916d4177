import type { JsonValue } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { filingIn } from '../record.ts';
import type { Entry, JournalHead, WrittenChange, WrittenParents } from './journal-lines.ts';
import { BadLine } from './journal-reading.ts';
import type { MarkList } from './mark-list.ts';
import { createMarkList } from './mark-list.ts';
import type { FilingRule, SavedState } from './saved-state.ts';

/**
 * Takes a saved state on from where it was written. It knows nothing of today's contract: what a
 * record is called is told by the journals, and collections that they don't name stay as they are.
 */
export interface Replay {
  /** From now on records are told apart like this. */
  begin(head: JournalHead): void;
  apply(entry: Entry): void;
  finish(): SavedState;
}

export function createReplay(saved: SavedState): Replay {
  const collections = new Map(Object.entries(saved.collections));
  const marks = {
    gone: new Map(Object.entries(saved.gone)),
    born: new Map(Object.entries(saved.born)),
  };
  const planted = new Set(saved.planted);
  const touched = new Map<string, Shelf>();
  let head: JournalHead | undefined;
  const putBack = (): void => {
    for (const [name, shelf] of touched) {
      collections.set(name, shelf.records());
      marks.gone.set(name, shelf.gone.save());
      marks.born.set(name, shelf.born.save());
    }
    touched.clear();
  };
  const open = (name: string): Shelf => {
    const rule = head && Object.hasOwn(head.filing, name) ? head.filing[name] : undefined;
    if (!rule)
      throw new BadLine(`it names the collection "${name}", which the first line does not`);
    const shelf = createShelf(collections.get(name) ?? [], rule, {
      gone: createMarkList(rule.parents, marks.gone.get(name) ?? []),
      born: createMarkList(rule.parents, marks.born.get(name) ?? []),
    });
    touched.set(name, shelf);
    return shelf;
  };
  return {
    begin(next) {
      putBack();
      head = next;
      for (const name of next.planted) planted.add(name);
    },
    apply(entry) {
      for (const change of entry.changes)
        applyChange(touched.get(change.collection) ?? open(change.collection), change);
      for (const name of entry.planted ?? []) planted.add(name);
    },
    finish() {
      putBack();
      return {
        fingerprints: head?.fingerprints ?? saved.fingerprints,
        collections: Object.fromEntries(collections),
        planted: [...planted],
        gone: withoutEmpty(marks.gone),
        born: withoutEmpty(marks.born),
      };
    },
  };
}

/** The records of one collection, and what is remembered of others. */
interface Shelf {
  readonly gone: MarkList;
  readonly born: MarkList;
  put(change: WrittenChange, record: JsonValue): void;
  remove(place: Place): void;
  records(): readonly JsonValue[];
}

type Place = Pick<WrittenChange, 'key' | 'parents'>;

function applyChange(shelf: Shelf, change: WrittenChange): void {
  if (change.record === undefined) {
    shelf.remove(change);
    shelf.born.clear(change);
    shelf.gone.set(change);
    return;
  }
  shelf.put(change, change.record);
  shelf.gone.clear(change);
  if (change.isNew) shelf.born.set(change);
}

function createShelf(
  saved: readonly JsonValue[],
  rule: FilingRule,
  marks: Pick<Shelf, 'gone' | 'born'>,
): Shelf {
  const rows: (JsonValue | undefined)[] = [...saved];
  const places = new Map<string, number>();
  for (const [row, record] of saved.entries()) {
    const name = nameRecord(record, rule);
    // Of several of one name the first is the one that is served.
    if (name !== undefined && !places.has(name)) places.set(name, row);
  }
  const take = (name: string): number | undefined => {
    const row = places.get(name);
    places.delete(name);
    if (row !== undefined) rows[row] = undefined;
    return row;
  };
  return {
    ...marks,
    put({ key, parents, was, isNew }, record) {
      const name = namePlace(key, parents);
      // What has the name of something that is new was there before, and not served: it is kept.
      const own = isNew ? undefined : places.get(name);
      const former = was && take(namePlace(was.key, was.parents));
      const row = own ?? former ?? rows.length;
      rows[row] = record;
      places.set(name, row);
    },
    remove: ({ key, parents }) => void take(namePlace(key, parents)),
    records: () => rows.filter((record) => record !== undefined),
  };
}

function nameRecord(record: JsonValue, { key, parents }: FilingRule): string | undefined {
  if (!isJsonObject(record)) return undefined;
  const filing = filingIn(record, { key, parents: parents.map((parameter) => ({ parameter })) });
  return (
    filing &&
    namePlace(
      filing.key,
      filing.parents.map((parent) => parent ?? null),
    )
  );
}

function namePlace(key: string, parents: WrittenParents): string {
  return JSON.stringify([key, ...parents]);
}

function withoutEmpty(
  lists: ReadonlyMap<string, readonly JsonValue[]>,
): Readonly<Record<string, readonly JsonValue[]>> {
  return Object.fromEntries([...lists].filter(([, list]) => list.length > 0));
}
