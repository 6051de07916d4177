import type { Documents, Part } from '../../load/documents.ts';
import type { KeyName } from '../key-names.ts';
import { createKeyName } from '../key-names.ts';
import { findKey, isOwnName, isWorldwide } from '../keys.ts';
import { plainName, singulars } from '../../../base/names.ts';
import type { RecordArray } from './record-arrays.ts';
import { findRecordArray, isUsualName } from './record-arrays.ts';
import { bodyOf, findGiven, findNamesake, findRecord, isLike, replyOf } from './record-spots.ts';
import type { Records } from './records.ts';
import type { RecordSpot } from './records.ts';
import type { OperationEntry, ItemSite, PathSite } from './sites.ts';

/** What the operations at a place tell of its records. */
export interface Evidence {
  readonly name: KeyName;
  /** The record that a GET of an item answers with. */
  readonly read: RecordSpot | undefined;
  /** The record that a POST to the place itself answers with; undefined where that is a list. */
  readonly made: RecordSpot | undefined;
  readonly madeFrom: RecordSpot | undefined;
  readonly changed: RecordSpot | undefined;
  readonly changedFrom: RecordSpot | undefined;
  readonly list: RecordArray | undefined;
  /** The record that a GET of the place itself answers with; undefined where that is a list. */
  readonly single: RecordSpot | undefined;
}

/** The tools for gathering evidence. */
export interface Lens {
  readonly documents: Documents;
  readonly records: Records;
}

export function gatherEvidence(lens: Lens, site: PathSite): Evidence {
  const { records } = lens;
  const { item, whole } = site;
  const bare = keyNameOf(lens, site.segment, item);
  const [listing, making] = [findEntry(whole, 'GET'), findMaking(lens, whole)];
  const shown = shownIfAny(records, listing, bare);
  const read = shownIfAny(records, findEntry(item?.entries, 'GET'), bare);
  // If the place and its items show the same component, it does not tell a record from a list.
  const identity = shown?.identity === read?.identity ? undefined : read?.identity;
  const name = { ...bare, identity };
  const changes = ['PUT', 'PATCH', 'POST'].flatMap(
    (method) => findEntry(item?.entries, method) ?? [],
  );
  const list = listing && !isOneThing(lens, site) ? findList(lens, listing, name) : undefined;
  const made = making && findList(lens, making, name) ? undefined : making;
  const others = [read?.schema, list?.items].filter((schema) => schema !== undefined);
  const telling = (entry: OperationEntry | undefined): RecordSpot | undefined => {
    const spot = shownIfAny(records, entry, name);
    return spot && isTelling(records, spot, others) ? spot : undefined;
  };
  return {
    name,
    read,
    made: telling(made),
    madeFrom: making && givenTo(records, making, name),
    changed: first(changes.map(telling)),
    changedFrom: first(changes.map((change) => givenTo(records, change, name))),
    list,
    single: list ? undefined : shownIfAny(records, listing, name),
  };
}

function shownIfAny(
  records: Records,
  entry: OperationEntry | undefined,
  name: KeyName,
): RecordSpot | undefined {
  return entry && shownBy(records, entry, name);
}

export function findEntry(
  entries: readonly OperationEntry[] | undefined,
  method: string,
): OperationEntry | undefined {
  return entries?.find(
    ({ operation, pathPattern }) => operation.method === method && !pathPattern.verb,
  );
}

/** The operation on a place that makes one of its records: POST, or a PUT that answers 201 with what it was sent. */
export function findMaking(
  lens: Lens,
  entries: readonly OperationEntry[] | undefined,
): OperationEntry | undefined {
  const put = findEntry(entries, 'PUT');
  return findEntry(entries, 'POST') ?? (put && isMaking(lens, put) ? put : undefined);
}

export function isMaking(lens: Lens, entry: OperationEntry): boolean {
  const { method, success } = entry.operation;
  if (method !== 'PUT') return method === 'POST';
  if (success?.status !== '201' || findList(lens, entry)) return false;
  const { records } = lens;
  const shown = shownBy(records, entry, recordKey);
  const given = givenTo(records, entry, recordKey, shown);
  return (
    shown !== undefined &&
    given !== undefined &&
    isLike(records, given.schema, shown.schema, 'half')
  );
}

export function shownBy(
  records: Records,
  { operation }: OperationEntry,
  name: KeyName,
): RecordSpot | undefined {
  return records.shown(operation, name, () => {
    const reply = replyOf(operation);
    return reply && findRecord(records, reply, name);
  });
}

export function givenTo(
  records: Records,
  entry: OperationEntry,
  name: KeyName,
  shown?: RecordSpot,
): RecordSpot | undefined {
  const body = bodyOf(entry.operation);
  return body && findGiven(records, body, name, shown ?? shownBy(records, entry, name));
}

/** Whether the place is one record that holds a list: it is read and written as a whole. */
function isOneThing({ documents, records }: Lens, { whole, item, segment }: PathSite): boolean {
  const listing = findEntry(whole, 'GET');
  const change = findEntry(whole, 'PATCH') ?? findEntry(whole, 'PUT');
  const [shown, changed] = [listing, change].map((entry) => entry && replyOf(entry.operation));
  const settled = shown && records.settle(shown);
  if (item || !settled || !changed) return false;
  const identity = records.identity(settled);
  if (identity === undefined || identity !== records.identity(changed)) return false;
  const array = records.array(settled, () => findRecordArray(documents, settled));
  const isMore = [...records.members(settled).values()].some((part) => !records.isList(part));
  const name = plainName(array?.steps.at(-1) ?? '');
  return isMore && array?.steps.length === 1 && !isUsualName(name) && name !== plainName(segment);
}

/** Some replies only confirm the operation, or only give a key. */
function isTelling(records: Records, { schema }: RecordSpot, others: readonly Part[]): boolean {
  const { size } = records.members(schema);
  return others.every((other) => size > 1 || records.members(other).size <= size);
}

const recordKey = createKeyName({ segment: '', parameter: 'id', types: new Set() });

/** Finds the array of records that an operation answers with. */
export function findList(
  { documents, records }: Lens,
  entry: OperationEntry,
  name: KeyName = recordKey,
): RecordArray | undefined {
  const reply = replyOf(entry.operation);
  const settled = reply && records.settle(reply);
  const usual = settled && records.array(settled, () => findRecordArray(documents, settled));
  if (!settled) return undefined;
  const plain = usual ?? namedArray({ documents, records }, settled, name);
  const array = betterNamed(documents, settled, entry, plain);
  if (!array || !records.isRecord(array.items)) return undefined;
  const isNamesake = plain !== undefined && findNamesake(records, settled, name) !== undefined;
  const isPart =
    array.steps.length > 0 && (isNamesake || isInRecord(records, settled, array, name));
  return isPart ? undefined : unwrapItems(records, array, name);
}

/** `{"films": {"data": [{…}]}}` at `/films`: the object around the array is called as the path is. */
function heldArray(
  documents: Documents,
  reply: Part,
  { pathPattern: { steps } }: OperationEntry,
): RecordArray | undefined {
  const last = steps.at(-1);
  if (last?.kind !== 'text') return undefined;
  const found = findRecordArray(documents, reply, last.text);
  const plain = found?.steps.length === 2 ? plainName(found.steps[1] ?? '') : '';
  return isUsualName(plain) || plain === plainName(last.text) ? found : undefined;
}

/** `{"data": {"films": [{…}], "actors": [{…}]}}` at `/films`: the array with the name of the path. */
function betterNamed(
  documents: Documents,
  reply: Part,
  entry: OperationEntry,
  found: RecordArray | undefined,
): RecordArray | undefined {
  const last = found?.steps.at(-1) ?? '';
  const isSure =
    found && (last === '' || isUsualName(plainName(last)) || isNamedAsPath(found, entry));
  if (isSure) return found;
  const held = heldArray(documents, reply, entry);
  return held && isNamedAsPath(held, entry) ? held : (found ?? held);
}

function isNamedAsPath({ steps }: RecordArray, { pathPattern }: OperationEntry): boolean {
  const last = pathPattern.steps.at(-1);
  return last?.kind === 'text' && plainName(last.text) === plainName(steps.at(-1) ?? '');
}

/** `messages` at `/message`: elsewhere, an array of this name only goes with the records. */
function namedArray(
  { documents, records }: Lens,
  reply: Part,
  name: KeyName,
): RecordArray | undefined {
  const found = [...records.members(reply)].flatMap(([member, part]) => {
    const isNamed = singulars(member).some((one) => name.singulars.has(plainName(one)));
    const items = isNamed && records.isList(part) ? documents.child(part, 'items') : undefined;
    const key = items && findKey(records, items, recordKey);
    return items && key && isWorldwide(key) ? [{ steps: [member], items }] : [];
  });
  return found[0];
}

/** Items such as `{"product": {…}}` and `{"node": {…}, "cursor": …}` only hold the records. */
function unwrapItems(records: Records, array: RecordArray, name: KeyName): RecordArray {
  const { items } = array;
  if (findKey(records, items, name)) return array;
  const members = [...records.members(items)];
  const own = records.identity(items);
  if (members.length > mostAround) return array;
  const held = members.filter(([member, part]) => {
    if (!records.isRecord(part) || records.members(part).size === 0) return false;
    const plain = plainName(member);
    const identity = records.identity(part);
    if (identity !== undefined && identity === own) return false;
    const isOwn = identity !== undefined && identity === name.identity;
    const isHolder = members.length <= 2 && itemHolders.has(plain);
    const isNamed = name.singulars.has(plain) || isHolder || members.length === 1;
    return isOwn || (isNamed && findKey(records, part, name) !== undefined);
  });
  const [only] = held;
  if (!only || held.length > 1) return array;
  return { ...array, items: only[1], wrapper: { steps: [only[0]], schema: items } };
}

/** An item with more members than these is a record itself. */
const mostAround = 4;

const itemHolders: ReadonlySet<string> = new Set([
  'node',
  'item',
  'resource',
  'record',
  'document',
  'entity',
]);

/** Whether the array is part of a record that is around it. */
function isInRecord(records: Records, reply: Part, { steps }: RecordArray, name: KeyName): boolean {
  let holder: Part | undefined = reply;
  for (const step of steps) {
    if (name.identity !== undefined && holder && records.identity(holder) === name.identity) {
      return true;
    }
    const usual = findKey(records, holder, recordKey);
    const own = findKey(records, holder, name);
    if (usual && isWorldwide(usual)) return true;
    if (own && (isWorldwide(own) || isOwnName(own, name))) return true;
    holder = holder && records.members(holder).get(step);
  }
  return false;
}

/** The schema of the parameter behind a place. */
export function parameterOf({ entries, parameter }: ItemSite): Part | undefined {
  return entries
    .flatMap(({ operation }) => operation.parameters)
    .find(({ name, in: place }) => place === 'path' && name === parameter)?.schema;
}

function keyNameOf({ records }: Lens, segment: string, item: ItemSite | undefined): KeyName {
  const parameter = item?.parameter ?? 'id';
  const schema = item && parameterOf(item);
  return createKeyName({
    segment,
    parameter,
    above: (item?.parents ?? []).map((parent) => parent.parameter),
    types: schema ? records.types(schema) : new Set(),
  });
}

function first<T>(all: readonly (T | undefined)[]): T | undefined {
  return all.find((each) => each !== undefined);
}

/** The schemas that describe the records of a place, the best evidence first. */
export function schemasIn({ read, made, changed, list }: Evidence): readonly Part[] {
  const schemas = [read?.schema, made?.schema, changed?.schema, list?.items];
  return schemas.filter((schema) => schema !== undefined);
}
