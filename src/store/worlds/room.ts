import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { weighValue } from '../../base/weighing.ts';
import type { RecordChange } from '../record.ts';

/** How many records may be added to a world. */
export interface Room {
  /** Counts what changes add and remove. Throws, and counts nothing, where that is too much. */
  take(this: void, changes: readonly RecordChange[]): void;
  /** The world goes back to its beginning. */
  clear(this: void): void;
}

/** A record counts once for so many bytes, so that the count also limits the memory. */
const bytesOfOne = 4096;

export function createRoom(most: number): Room {
  let added = 0;
  const longest = (most + 1) * bytesOfOne;
  const count = (body: JsonObject | undefined): number =>
    body === undefined ? 0 : Math.ceil(weighValue(body, longest) / bytesOfOne);
  return {
    take(changes) {
      let next = added;
      for (const { before, after } of changes) next += count(after?.body) - count(before?.body);
      if (next > most && next > added) throw refuseMore(most);
      added = next;
    },
    clear() {
      added = 0;
    },
  };
}

function refuseMore(most: number): ApiError {
  const many = most === 1 ? 'one record' : `${most.toLocaleString('en-US')} records`;
  const detail = `A visitor may add ${many} of ${bytesOfOne / 1024} KB, as --visitor-records says, and this would be more. Nothing was changed: delete records, or begin anew without the cookie of this site.`;
  return new ApiError('too-many-records', detail);
}
