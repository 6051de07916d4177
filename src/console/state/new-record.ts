import type { Api } from '../api/client.ts';
import type { Clock, Json, JsonObject } from '../api/documents.ts';
import type { CollectionShape, Field } from '../api/record-documents.ts';
import { isNumeric, ownFields } from './columns.ts';
import { listRecords } from './records.ts';
import { firstValue } from './record-form/values.ts';
import { memberOf } from '../parts/member-of.ts';

/** What a new record begins with: what the contract says, and what the table is filtered by. */
export async function beginRecord(
  api: Api,
  shape: CollectionShape,
  given: JsonObject,
): Promise<JsonObject> {
  const known = ownFields(shape).filter((field) => field.is_required && hasFirstValue(field));
  const record = {
    ...Object.fromEntries(known.map((field) => [field.name, firstValue(field)])),
    ...(await stampsOf(api, shape)),
    ...given,
  };
  return withKey(shape, record, await suggestKey(api, shape, undefined));
}

/** Moments that no client may write are those of the world's clock, as where an operation makes a record. */
async function stampsOf(api: Api, shape: CollectionShape): Promise<JsonObject> {
  const fields = ownFields(shape).filter(
    (field) => field.is_required && field.is_read_only && (field.format ?? '').startsWith('date'),
  );
  if (fields.length === 0) return {};
  const { now } = await api.get<Clock>('clock');
  return Object.fromEntries(
    fields.map(({ name, format }) => [name, format === 'date' ? now.slice(0, 10) : now]),
  );
}

/** Texts, numbers and references are the user's to write. */
function hasFirstValue({ types, enum: choices, ...field }: Field): boolean {
  if (field.default !== undefined || field.const !== undefined || choices !== undefined)
    return true;
  return ['boolean', 'array', 'object'].includes(types.find((one) => one !== 'null') ?? '');
}

/** The same record with a key of its own. */
export async function duplicateRecord(
  api: Api,
  shape: CollectionShape,
  record: JsonObject,
): Promise<JsonObject> {
  const key = shape.key === null ? undefined : memberOf(record, shape.key);
  return withKey(shape, record, await suggestKey(api, shape, key));
}

function withKey(shape: CollectionShape, record: JsonObject, key: Json | undefined): JsonObject {
  if (shape.key === null || key === undefined) return record;
  return { [shape.key]: key, ...Object.fromEntries(without(record, shape.key)), [shape.key]: key };
}

function without(record: JsonObject, name: string): readonly (readonly [string, Json])[] {
  return Object.entries(record).filter(([own]) => own !== name);
}

/** A key as the contract has them; the user may write another one. */
async function suggestKey(
  api: Api,
  shape: CollectionShape,
  former: Json | undefined,
): Promise<Json | undefined> {
  const field = shape.fields.find(({ name }) => name === shape.key);
  if (shape.key === null) return undefined;
  if (isNumberKey(field, former)) return nextNumber(api, shape.name, shape.key);
  if (field?.format === 'uuid' || (typeof former === 'string' && uuid.test(former)))
    return makeUuid(crypto.getRandomValues(new Uint8Array(16)));
  return typeof former === 'string' ? `${former}-copy` : '';
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function isNumberKey(field: Field | undefined, former: Json | undefined): boolean {
  return typeof former === 'number' || (field !== undefined && isNumeric(field));
}

async function nextNumber(api: Api, collection: string, key: string): Promise<number> {
  const query = { sort: `-${key}`, limit: 1 };
  const { records } = await listRecords(api, collection, query);
  const greatest = memberOf(records[0]?.record ?? {}, key);
  return typeof greatest === 'number' ? Math.floor(greatest) + 1 : 1;
}

/** `crypto.randomUUID` is missing where the page is no secure context, as on another machine's address. */
export function makeUuid(bytes: Uint8Array): string {
  const hex = [...bytes]
    .map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
