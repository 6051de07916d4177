import { isSameJson } from '../../base/json.ts';
import type { Item, RecordChange } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';

/** One change for each record: what it was before all of them, and what it is after them. */
export function compressWrites(writes: readonly RecordChange[]): readonly RecordChange[] {
  const places = new Map<string, RecordChange>();
  for (const change of writes) {
    const place = placeOf(change);
    const first = places.get(place);
    places.set(place, first ? { ...first, after: change.after } : change);
  }
  return [...places.values()].filter(({ before, after }) => before ?? after);
}

/** A record that is another in the world than the one that the writes began with. */
export function findConflict(
  world: World,
  writes: readonly RecordChange[],
): { readonly key: string; readonly collection: string } | undefined {
  const found = writes.find((change) => {
    const { before } = change;
    const own = before && stored(world, change);
    return before && own && !isSameJson(own.body, before.body);
  });
  const lost = writes.find(
    (change) => change.before && !stored(world, change) && !isMadeUp(change),
  );
  const conflict = found ?? lost;
  const key = (conflict?.before ?? conflict?.after)?.key;
  return conflict && { key: key ?? '', collection: conflict.collection };
}

/** The same changes in the world itself, which has its own objects for the same records. */
export function toReplay(world: World, writes: readonly RecordChange[]): readonly RecordChange[] {
  return writes.map((change) => ({ ...change, before: stored(world, change) ?? change.before }));
}

function stored(world: World, { collection, before, after }: RecordChange): Item | undefined {
  const item = before ?? after;
  return item && world.find(collection, item.key, item.parents);
}

/** A record that was never stored is removed as what it was made up to be. */
function isMadeUp({ after }: RecordChange): boolean {
  return after === undefined;
}

function placeOf({ collection, before, after }: RecordChange): string {
  const item = after ?? before;
  return JSON.stringify([collection, item?.key, item?.parents.map((one) => one ?? null)]);
}
