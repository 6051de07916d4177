import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { memberAt, stepDown } from '../../base/json.ts';
import { wholeName } from '../../base/resource-names.ts';
import { findKeyFault } from '../../base/texts.ts';
import type { Collection, TargetAddress, Stateful } from '../../contract/plan/plan.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { ExistingRecords } from './existing-records.ts';
import type { UnknownKeyRefusal } from './unknown-keys.ts';

/** Which record a request's path names. */
export interface RecordAddress {
  /** Empty where the path ends in a collection or a singleton. */
  readonly key: string;
  readonly parents: Parents;
}

export function addressOf(
  { operation, parameters, body, ownKey }: Validated,
  address: TargetAddress,
): RecordAddress {
  const valueAt = (index: number | undefined): string | undefined => {
    const name = index === undefined ? undefined : (operation.pathNames[index] ?? '');
    const value = name === undefined ? undefined : parameters.path[name];
    const fault = value === undefined ? undefined : findKeyFault(value);
    if (fault !== undefined) throw refuseKey('path', [name ?? ''], fault);
    return value;
  };
  const { keyInBody, keyInQuery, collection, alias } = address;
  const inPath = valueAt(address.key) ?? ownKey ?? '';
  const key =
    keyInQuery !== undefined
      ? keyIn('query', parameters.query, [keyInQuery])
      : keyInBody
        ? keyIn('body', body, keyInBody)
        : inPath;
  const above = address.parents.map(valueAt);
  const whole = wholeAddress(collection, key, above);
  return alias ? { ...whole, key } : whole;
}

/** Key and parents by their whole names, where those are the keys. */
export function wholeAddress(
  { nameForm, parents: kinds }: Collection,
  key: string,
  parents: Parents,
): RecordAddress {
  const above = kinds.map((kind, at) => {
    const value = parents[at];
    return value === undefined ? undefined : wholeName(kind.nameForm, value, parents);
  });
  return { key: wholeName(nameForm, key, above), parents: above };
}

function keyIn(
  place: 'body' | 'query',
  sent: JsonValue | undefined,
  steps: readonly string[],
): string {
  const value = sent === undefined ? undefined : memberAt(sent, steps);
  const key = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const fault = key === '' ? 'must say which record is meant' : findKeyFault(key);
  if (fault !== undefined) throw refuseKey(place, steps, fault);
  return key;
}

/** Whether a call says which record it means. */
export function hasKey(
  { parameters, body }: Validated,
  { keyInBody, keyInQuery }: TargetAddress,
): boolean {
  if (keyInQuery !== undefined) return memberAt(parameters.query, [keyInQuery]) !== undefined;
  const value = keyInBody && body !== undefined ? memberAt(body, keyInBody) : undefined;
  return value !== undefined && value !== null;
}

/** The server refuses a key that no record can have before it looks anything up. */
export function refuseKey(
  place: 'path' | 'body' | 'query',
  steps: readonly string[],
  message: string,
): ApiError {
  const pointer = steps.reduce(stepDown, '');
  const violation = { in: place, pointer, message, keyword: 'key' } as const;
  const detail = `${describeViolation(violation)}.`;
  return new ApiError('invalid-request', detail, { violations: [violation] });
}

/** The record that the path ends in; undefined where there is none, though its parents exist. */
export function findRecord(
  existing: ExistingRecords,
  target: Stateful,
  request: Validated,
): Item | undefined {
  requireAncestors(existing, target, request);
  return findAt(existing, target, addressOf(request, target));
}

/** The record that the path ends in; a refusal names the outermost record that is missing. */
export function requireRecord(
  existing: ExistingRecords,
  target: Stateful,
  request: Validated,
): Item {
  const item = findRecord(existing, target, request);
  if (item) return item;
  throw refuseMissing(existing, target, request);
}

/** The record with this key, or with this value of the member that the path means instead. */
function findAt(
  existing: ExistingRecords,
  { collection, alias }: TargetAddress,
  { key, parents }: RecordAddress,
): Item | undefined {
  if (!alias) return existing.find(collection, key, parents);
  return existing.list(collection, parents).find(({ body }) => {
    const value = memberAt(body, alias);
    return (typeof value === 'string' || typeof value === 'number') && String(value) === key;
  });
}

export function refuseMissing(
  existing: ExistingRecords,
  target: Stateful,
  request: Validated,
): ApiError {
  return missing(existing, { address: target, above: target.ancestors }, request);
}

/** A record can only stand under parents that exist. */
export function requireAncestors(
  existing: ExistingRecords,
  target: Stateful,
  request: Validated,
): void {
  for (const [index, ancestor] of target.ancestors.entries()) {
    const { key, parents } = addressOf(request, ancestor);
    if (existing.find(ancestor.collection, key, parents)) continue;
    const above = target.ancestors.slice(0, index);
    throw missing(existing, { address: ancestor, above }, request);
  }
}

interface MissingPlace {
  readonly address: TargetAddress;
  readonly above: readonly TargetAddress[];
}

function missing(
  existing: ExistingRecords,
  { address, above }: MissingPlace,
  request: Validated,
): ApiError {
  const { key, parents } = addressOf(request, address);
  const { collection } = address;
  const under = above.map(
    (ancestor) => `${ancestor.collection.name} "${addressOf(request, ancestor).key}"`,
  );
  const place = under.length === 0 ? '' : ` of ${under.join(', ')}`;
  const what = key === '' ? 'no' : `no "${key}" in`;
  const detail = `There is ${what} ${collection.name}${place}.`;
  const why = existing.isGone(collection, key, parents)
    ? ' It was deleted.'
    : explainUnknown(existing.refusalOf(collection), collection.name);
  return new ApiError('record-not-found', `${detail}${why}`);
}

/** Why the server did not make up a record for the key, and how it would. */
export function explainUnknown(refusal: UnknownKeyRefusal | undefined, name: string): string {
  if (refusal === undefined) return '';
  const reason =
    refusal === 'always'
      ? 'Unknown keys have no record'
      : `Since the server made the first key of ${name} (${refusal.since}), unknown keys have no record`;
  return ` ${reason}: --unknown-keys improvise makes them up.`;
}
