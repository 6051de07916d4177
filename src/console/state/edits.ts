import type { Api, Query } from '../api/client.ts';
import { Refusal } from '../api/client.ts';
import type { JsonObject } from '../api/documents.ts';
import type { CollectionShape, RecordRow, Removal } from '../api/record-documents.ts';
import type { CollectionPlace, RecordPlace } from './records.ts';
import { idOf, onlyKey, pathOf, titleOf } from './records.ts';
import type { UndoStep } from './undo.ts';
import { memberOf } from '../parts/member-of.ts';

/** Bytes: a body of the control API has at most 1 MiB, and its frame needs some. */
const mostBytes = 900_000;

type Collections = Readonly<Record<string, readonly JsonObject[]>>;

export interface StoredRecord {
  readonly collection: string;
  readonly record: JsonObject;
}

/** As few bodies as possible, in the order of the records: parents come before what stands below them. */
export function batchesOf(
  records: readonly StoredRecord[],
  most: number = mostBytes,
): readonly Collections[] {
  const batches: Map<string, JsonObject[]>[] = [];
  let size = Infinity;
  for (const { collection, record } of records) {
    const bytes = byteLength(record);
    if (size + bytes > most) {
      batches.push(new Map());
      size = 0;
    }
    size += bytes;
    const batch = batches.at(-1);
    const own = batch?.get(collection) ?? [];
    own.push(record);
    batch?.set(collection, own);
  }
  return batches.map((batch) => Object.fromEntries(batch));
}

function byteLength(record: JsonObject): number {
  // The name of the collection, and commas, are what is added.
  return new TextEncoder().encode(JSON.stringify(record)).length + 100;
}

/** Puts back records that were deleted, as they were. */
export async function restore(api: Api, records: readonly StoredRecord[]): Promise<void> {
  for (const batch of batchesOf(records)) await api.send('PATCH', 'state', batch, { check: false });
}

export async function deleteRecord(
  api: Api,
  { collection, ...place }: CollectionPlace,
): Promise<void> {
  try {
    await api.send('DELETE', pathOf(collection, place), undefined, place.parents);
  } catch (error) {
    // It went along with another one.
    if (!(error instanceof Refusal && error.problem.status === 404)) throw error;
  }
}

/** What a DELETE of these records removes, each once; `count` is more where the server cut the list. */
export async function showRemoval(
  api: Api,
  collection: string,
  rows: readonly RecordPlace[],
): Promise<Removal> {
  const found = new Map<string, Removal['records'][number]>();
  let cutOff = 0;
  for (const row of rows) {
    const removal = await api.get<Removal>(`${pathOf(collection, row)}/removal`, row.parents);
    for (const one of removal.records) found.set(`${one.collection} ${idOf(one)}`, one);
    cutOff += removal.count - removal.records.length;
  }
  return { count: found.size + cutOff, records: [...found.values()] };
}

export function countByCollection(
  records: readonly { readonly collection: string }[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { collection } of records) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  return [...counts];
}

/** Deletes records, and tells how to put them back with what stood below them. */
export async function removeRows(
  api: Api,
  collection: string,
  { rows, removal }: { readonly rows: readonly RecordPlace[]; readonly removal: Removal },
): Promise<UndoStep> {
  for (const row of rows) await deleteRecord(api, { ...row, collection });
  return {
    done: `Deleted ${countText(removal.count, 'record')}`,
    async revert() {
      await restore(api, removal.records);
      return `Put back ${countText(removal.records.length, 'record')}`;
    },
  };
}

/** The keys of the parents that a record names, as the query takes them. */
function parentsOf(shape: CollectionShape, record: JsonObject): Record<string, string> {
  return Object.fromEntries(
    shape.parents.flatMap(({ parameter }) => {
      const key = memberOf(record, parameter);
      return typeof key === 'string' || typeof key === 'number' ? [[parameter, String(key)]] : [];
    }),
  );
}

export function keyOf(shape: CollectionShape, record: JsonObject): string | undefined {
  const key = shape.key === null ? undefined : memberOf(record, shape.key);
  if (typeof key === 'string' && key !== '') return key;
  return typeof key === 'number' ? String(key) : undefined;
}

export function placeOf(
  shape: CollectionShape,
  record: JsonObject,
  fallback = onlyKey,
): CollectionPlace {
  return {
    collection: shape.name,
    key: keyOf(shape, record) ?? fallback,
    parents: parentsOf(shape, record),
  };
}

interface SaveSetting {
  readonly place: RecordPlace;
  readonly record: JsonObject;
  /** Undefined: it is new. */
  readonly before: RecordRow | undefined;
  readonly isUnchecked: boolean;
}

export async function saveRecord(
  api: Api,
  collection: string,
  { place, record, before, isUnchecked }: SaveSetting,
): Promise<{ readonly saved: JsonObject; readonly step: UndoStep }> {
  const query: Query = { ...place.parents, ...(isUnchecked ? { check: false } : {}) };
  const saved = await api.send<JsonObject>('PUT', pathOf(collection, place), record, query);
  const name = titleOf(collection, place);
  const revert = async (): Promise<string> => {
    if (before)
      await api.send('PUT', pathOf(collection, place), before.record, {
        ...place.parents,
        check: false,
      });
    else await deleteRecord(api, { ...place, collection });
    return before ? `${name} is as it was` : `${name} is gone again`;
  };
  return { saved, step: { done: `${before ? 'Saved' : 'Made'} ${name}`, revert } };
}

/** Makes records up; those that it made go again with the step back. */
/** Browsers open six connections to a host. */
const atOnce = 6;

export async function makeMore(api: Api, shape: CollectionShape, count: number): Promise<UndoStep> {
  const made = await api.send<Collections>('POST', 'seed', { count: { [shape.name]: count } });
  const places = Object.entries(made).flatMap(([collection, records]) =>
    records.map((record) => ({ ...placeOf(shape, record), collection })),
  );
  return {
    done: `Made ${countText(places.length, 'record')} of ${shape.name}`,
    async revert() {
      for (let at = 0; at < places.length; at += atOnce)
        await Promise.all(places.slice(at, at + atOnce).map((place) => deleteRecord(api, place)));
      return `${countText(places.length, 'record')} of ${shape.name} are gone again`;
    },
  };
}

export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
