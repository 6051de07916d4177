import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { weighText, weighValue } from '../../base/weighing.ts';
import type { Item, RecordChange } from '../record.ts';
import type { Tombstones } from '../tables/tombstones.ts';

/** How many records a world may have besides those of its beginning. */
export interface Room {
  /** About how many bytes are taken. */
  readonly bytes: number;
  /**
   * Counts what changes add and remove, beside what the tombstones of the world take. Throws, and
   * counts nothing, where that is too much.
   */
  take(
    this: void,
    changes: readonly RecordChange[],
    tombstones: Pick<Tombstones, 'size' | 'length'>,
  ): void;
  /** The world goes back to its beginning. */
  clear(this: void): void;
}

/** A record counts once for so many bytes, so that the count also limits the memory. */
const bytesOfOne = 4096;
const bytesOfTombstone = 64;
const fewestBytesOfTombs = 65_536;

/** The bytes that a record of a collection takes elsewhere, such as its files. */
export type WeighBesides = (collection: string, body: JsonObject) => number;

interface RoomOptions {
  readonly weighBesides?: WeighBesides | undefined;
  /** Is asked for bytes that this room takes besides; it throws where there are none. */
  readonly claim?: ((bytes: number) => void) | undefined;
}

export function createRoom(most: number, { weighBesides, claim }: RoomOptions = {}): Room {
  const mostBytes = most * bytesOfOne;
  const mostTombs = Math.max(fewestBytesOfTombs, mostBytes / 4);
  const weigh = (collection: string, { key, parents, body }: Item): number => {
    const place = parents.reduce((sum, parent = '') => sum + weighText(parent), weighText(key));
    const besides = weighBesides?.(collection, body) ?? 0;
    return Math.ceil((place + weighValue(body, mostBytes) + besides) / bytesOfOne) * bytesOfOne;
  };
  // By place. What the world has from its beginning is not its own, so it isn't counted.
  const held = new Map<string, number>();
  let records = 0;
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    take(changes, { size, length }) {
      const next = new Map<string, number>();
      let tombs = size * bytesOfTombstone + length;
      for (const { collection, before, after } of changes) {
        if (!before) continue;
        const place = placeOf(collection, before);
        next.set(place, 0);
        // What was there from the beginning, or is made up, leaves a tombstone.
        if (!after && !held.has(place)) tombs += bytesOfTombstone + place.length;
      }
      for (const { collection, after } of changes)
        if (after) next.set(placeOf(collection, after), weigh(collection, after));
      let recordsThen = records;
      for (const [place, weight] of next) recordsThen += weight - (held.get(place) ?? 0);
      const wanted = recordsThen + tombs;
      if (recordsThen > records && recordsThen > mostBytes) throw refuseMore(most);
      if (wanted > bytes) {
        if (tombs > mostTombs) throw refuseDeletions();
        claim?.(wanted - bytes);
      }
      for (const [place, weight] of next) {
        if (weight > 0) held.set(place, weight);
        else held.delete(place);
      }
      records = recordsThen;
      bytes = wanted;
    },
    clear() {
      held.clear();
      records = 0;
      bytes = 0;
    },
  };
}

function placeOf(collection: string, { key, parents }: Item): string {
  return JSON.stringify([collection, key, ...parents]);
}

function refuseMore(most: number): ApiError {
  const many = most === 1 ? 'one record' : `${most.toLocaleString('en-US')} records`;
  const detail = `A visitor may add ${many} of ${bytesOfOne / 1024} KB, as --visitor-records says, and this would be more. Nothing was changed: delete what you have added, or ${beginAnew}.`;
  return new ApiError('too-many-records', detail);
}

function refuseDeletions(): ApiError {
  const detail = `More was deleted here than is kept in mind for a visitor. Nothing was changed: ${beginAnew}.`;
  return new ApiError('too-many-records', detail);
}

const beginAnew = "begin anew by deleting this site's cookies";
