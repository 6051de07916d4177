import type { Item, RecordChange } from '../record.ts';

/**
 * What several changes do together, one change for each record: what it was before all of them, and
 * what it is after. Records that are as they were are left out. A record that only moves to other
 * parents is removed and put, and counts once.
 */
export function netChanges(changes: readonly RecordChange[]): readonly RecordChange[] {
  const [only, other] = changes;
  if (only && !other) return isChange(only) ? changes : [];
  const byPlace = new Map<string, RecordChange>();
  let last: string | undefined;
  for (const change of changes) {
    const before = last === undefined ? undefined : byPlace.get(last);
    if (last !== undefined && before && isMove(before, change)) {
      byPlace.delete(last);
      last = placeOf(change);
      byPlace.set(last, joinChanges(before, change));
      continue;
    }
    last = placeOf(change);
    const known = byPlace.get(last);
    byPlace.set(last, known ? joinChanges(known, change) : change);
  }
  return [...byPlace.values()].filter(isChange);
}

/** The record before a change, as clients saw it. */
function seenBefore({ before, madeUp }: RecordChange): Item | undefined {
  return before ?? madeUp;
}

function isChange(change: RecordChange): boolean {
  const before = seenBefore(change);
  const { after } = change;
  return before?.body !== after?.body || before?.parents !== after?.parents;
}

/** Whether a record left its place in one change, and stands elsewhere after the next. */
function isMove(left: RecordChange, put: RecordChange): boolean {
  const before = seenBefore(left);
  return (
    before !== undefined &&
    !left.after &&
    !seenBefore(put) &&
    put.isNew !== true &&
    left.collection === put.collection &&
    before.key === put.after?.key
  );
}

function joinChanges(first: RecordChange, { after }: RecordChange): RecordChange {
  return { ...first, after };
}

function placeOf(change: RecordChange): string {
  const item = change.after ?? seenBefore(change);
  return JSON.stringify([change.collection, item?.key, ...(item?.parents ?? [])]);
}
