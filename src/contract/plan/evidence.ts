import type { Documents, Part } from '../documents.ts';
import type { KeyName } from './keys.ts';
import { findKey, isWorldwide } from './keys.ts';
import type { RecordArray } from './list-plan.ts';
import { findRecordArray } from './list-plan.ts';
import type { Records } from './records.ts';
import type { Entry, ItemSite, Site } from './sites.ts';
import type { RecordSpot } from './spots.ts';
import { bodyOf, findGiven, findRecord, replyOf } from './spots.ts';

/** What the operations at a place show of its records. */
export interface Evidence {
  readonly name: KeyName;
  /** The record that reading an item shows. */
  readonly read: RecordSpot | undefined;
  /** What a POST to the place itself answers with, where that is no list. */
  readonly made: RecordSpot | undefined;
  readonly madeFrom: RecordSpot | undefined;
  readonly changed: RecordSpot | undefined;
  readonly changedFrom: RecordSpot | undefined;
  readonly list: RecordArray | undefined;
  /** What a GET of the place itself answers with, where that is no list. */
  readonly single: RecordSpot | undefined;
}

/** What evidence is gathered with. */
export interface Lens {
  readonly documents: Documents;
  readonly records: Records;
}

export function gatherEvidence(lens: Lens, site: Site): Evidence {
  const { records } = lens;
  const { item, whole } = site;
  const name = keyNameOf(lens, site.segment, item);
  const read = find(item?.entries, 'GET');
  const changes = ['PUT', 'PATCH', 'POST'].flatMap((method) => find(item?.entries, method) ?? []);
  const listing = find(whole, 'GET');
  const making = find(whole, 'POST');
  const list = listing && findList(lens, listing);
  return {
    name,
    read: read && shownBy(records, read, name),
    made: making && !findList(lens, making) ? shownBy(records, making, name) : undefined,
    madeFrom: making && givenTo(records, making, name),
    changed: first(changes.map((change) => shownBy(records, change, name))),
    changedFrom: first(changes.map((change) => givenTo(records, change, name))),
    list,
    single: listing && !list ? shownBy(records, listing, name) : undefined,
  };
}

export function find(entries: readonly Entry[] | undefined, method: string): Entry | undefined {
  return entries?.find(({ operation, way }) => operation.method === method && !way.verb);
}

export function shownBy(
  records: Records,
  { operation }: Entry,
  name: KeyName,
): RecordSpot | undefined {
  const reply = replyOf(operation);
  return reply && findRecord(records, reply, name);
}

export function givenTo(
  records: Records,
  entry: Entry,
  name: KeyName,
  shown?: RecordSpot,
): RecordSpot | undefined {
  const body = bodyOf(entry.operation);
  return body && findGiven(records, body, name, shown ?? shownBy(records, entry, name));
}

const recordKey: KeyName = { segment: '', parameter: 'id', types: new Set() };

/** The array of records that an operation answers with. */
export function findList({ documents, records }: Lens, entry: Entry): RecordArray | undefined {
  const reply = replyOf(entry.operation);
  const settled = reply && records.settle(reply);
  const array = settled && findRecordArray(documents, settled);
  if (!array || !records.isRecord(array.items)) return undefined;
  // What has an id is a record of its own, and the array a part of it.
  const own = array.steps.length > 0 ? findKey(records, settled, recordKey) : undefined;
  return own && isWorldwide(own) ? undefined : array;
}

function keyNameOf({ records }: Lens, segment: string, item: ItemSite | undefined): KeyName {
  const parameter = item?.parameter ?? 'id';
  const schema = item?.entries
    .flatMap(({ operation }) => operation.parameters)
    .find(({ name, in: place }) => place === 'path' && name === parameter)?.schema;
  return { segment, parameter, types: schema ? records.types(schema) : new Set() };
}

function first<T>(all: readonly (T | undefined)[]): T | undefined {
  return all.find((each) => each !== undefined);
}

/** The schemas that say what the records of a place are, the best evidence first. */
export function schemasIn({ read, made, changed, list }: Evidence): readonly Part[] {
  const schemas = [read?.schema, made?.schema, changed?.schema, list?.items];
  return schemas.filter((schema) => schema !== undefined);
}
