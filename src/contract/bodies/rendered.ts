import type { JsonObject } from '../../base/json.ts';
import type { Documents } from '../load/documents.ts';

/** What records look like in one form, each as long as there is the record, if it isn't forgotten before. */
export interface Rendered<T> {
  get(record: JsonObject): T | undefined;
  set(record: JsonObject, rendering: T, length: number): void;
}

/** Each form of a large record is as large again: together, those of a contract take so many characters. */
const mostCharacters = 33_554_432;
/** The forms of smaller records don't count: there is more to a record itself. */
const leastLength = 4096;

export function createRendered<T>(documents: Documents): Rendered<T> {
  const known = new WeakMap<JsonObject, T>();
  const makeRoom = rooms.get(documents) ?? createRoom();
  rooms.set(documents, makeRoom);
  return {
    get: (record) => known.get(record),
    set(record, rendering, length) {
      known.set(record, rendering);
      if (length >= leastLength) makeRoom({ record: new WeakRef(record), known, length });
    },
  };
}

interface Large {
  readonly record: WeakRef<JsonObject>;
  readonly known: WeakMap<JsonObject, unknown>;
  readonly length: number;
}

/** Makes room for one more: the oldest are forgotten. */
type MakeRoom = (large: Large) => void;

const rooms = new WeakMap<Documents, MakeRoom>();

function createRoom(): MakeRoom {
  const kept = new Set<Large>();
  let total = 0;
  return (large) => {
    kept.add(large);
    total += large.length;
    for (const oldest of kept) {
      if (total <= mostCharacters) return;
      kept.delete(oldest);
      total -= oldest.length;
      const record = oldest.record.deref();
      if (record) oldest.known.delete(record);
    }
  };
}
