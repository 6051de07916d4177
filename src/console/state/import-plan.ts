import type { Json, JsonObject } from '../api/documents.ts';
import type { CollectionShape, Field, RecordRow } from '../api/record-documents.ts';
import { CsvFault, readCsv, rowToRecord } from './csv.ts';
import { keyOf, placeOf } from './edits.ts';
import { fieldsOf } from './record-form/fields.ts';
import { idOf, isObject, isSame } from './records.ts';
import { memberOf } from '../parts/member-of.ts';

/** A record of a file. */
export interface ReadRecord {
  /** Where it begins in a file of CSV, or its number in a file of JSON. */
  readonly line: number;
  readonly record: JsonObject;
}

export interface ImportFault {
  readonly line: number;
  readonly message: string;
}

export interface ReadFile {
  readonly records: readonly ReadRecord[];
  readonly faults: readonly ImportFault[];
  /** What `line` counts. */
  readonly unit: 'line' | 'record';
}

/** What the import would do. */
export interface ImportPlan {
  readonly added: readonly ReadRecord[];
  /** Those that stand in the collection already, with what they were. */
  readonly changed: readonly (ReadRecord & { readonly before: RecordRow })[];
  readonly same: number;
  /** Those that the file doesn't have: they go where the file replaces the collection. */
  readonly missing: readonly RecordRow[];
  readonly faults: readonly ImportFault[];
}

export function readFile(name: string, text: string, shape: CollectionShape): ReadFile {
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(text);
  try {
    return isJson ? readJson(text, shape) : readTable(text, shape);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = error instanceof CsvFault ? error.line : 1;
    return { records: [], faults: [{ line, message }], unit: 'line' };
  }
}

/** A list of records, or an object of lists by collection, as fixtures and exports have them. */
function readJson(text: string, shape: CollectionShape): ReadFile {
  // A trust edge: what isn't a record is told as a fault.
  const value = JSON.parse(text) as Json;
  const list = isObject(value) ? memberOf(value, shape.name) : value;
  if (!Array.isArray(list))
    throw new Error(
      `the file has no list of records, nor an object with the member “${shape.name}”`,
    );
  // A trust edge: Array.isArray forgets that the items are JSON.
  const items = list as readonly Json[];
  return {
    unit: 'record',
    records: items.flatMap((record, at) => (isObject(record) ? [{ line: at + 1, record }] : [])),
    faults: items.flatMap((record, at) =>
      isObject(record) ? [] : [{ line: at + 1, message: 'is no object' }],
    ),
  };
}

function readTable(text: string, shape: CollectionShape): ReadFile {
  const [head, ...rows] = readCsv(text);
  if (!head) throw new CsvFault(1, 'the file is empty: its first line names the members');
  const fields = fieldsOf(shape, true);
  const twice = head.cells.find((name, at) => head.cells.indexOf(name) !== at);
  if (twice !== undefined) throw new CsvFault(head.line, `two columns are named “${twice}”`);
  return {
    unit: 'line',
    records: rows.map(({ line, cells }) => ({
      line,
      record: rowToRecord(head.cells, cells, fields),
    })),
    faults: rows.flatMap(({ line, cells }) =>
      cells.length > head.cells.length
        ? [{ line, message: `has ${cells.length} cells for ${head.cells.length} columns` }]
        : [],
    ),
  };
}

export function planImport(
  shape: CollectionShape,
  { records, faults }: ReadFile,
  stored: readonly RecordRow[],
): ImportPlan {
  const rows = new Map(stored.map((row) => [idOf(row), row]));
  const seen = new Map<string, number>();
  const found: ImportFault[] = [...faults];
  const [added, changed]: [ReadRecord[], (ReadRecord & { before: RecordRow })[]] = [[], []];
  let same = 0;
  for (const one of records) {
    const id = idOf(placeOf(shape, one.record));
    const before = rows.get(id);
    const first = seen.get(id);
    const messages = [
      ...(first === undefined ? [] : [`has the key of ${first} again`]),
      ...placeFaults(shape, one.record),
      ...memberFaults(shape.fields, one.record, ''),
    ];
    found.push(...messages.map((message) => ({ line: one.line, message })));
    seen.set(id, one.line);
    if (!before) added.push(one);
    else if (isSame(mergedWith(before, one), before.record)) same += 1;
    else changed.push({ ...one, before });
  }
  const missing = stored.filter((row) => !seen.has(idOf(row)));
  return { added, changed, same, missing, faults: found };
}

/** The record as the import leaves it; the keys of its parents stay as the server writes them. */
export function mergedWith(before: RecordRow, { record }: ReadRecord): JsonObject {
  const parents = Object.keys(before.parents).map((name) => [
    name,
    memberOf(before.record, name) ?? null,
  ]);
  return { ...before.record, ...record, ...Object.fromEntries(parents) };
}

function placeFaults(shape: CollectionShape, record: JsonObject): readonly string[] {
  const missing = shape.parents.filter(
    ({ parameter, is_optional: isOptional }) =>
      !isOptional && memberOf(record, parameter) === undefined,
  );
  return [
    ...(shape.key === null || keyOf(shape, record) !== undefined
      ? []
      : [`has no key: “${shape.key}” is missing`]),
    ...missing.map(({ parameter }) => `has no parent: “${parameter}” is missing`),
  ];
}

/** What can be told before the server checks all: values of the wrong type, or not in the enum. */
function memberFaults(
  fields: readonly Field[],
  record: JsonObject,
  prefix: string,
): readonly string[] {
  return fields.flatMap((field) => {
    const value = memberOf(record, field.name);
    const name = prefix + field.name;
    if (value === undefined) return [];
    if (value === null) return allowsNull(field) ? [] : [`${name} is null, which it may not be`];
    const { enum: choices } = field;
    if (choices !== undefined && !choices.some((one) => isSame(one, value)))
      return [`${name} is ${JSON.stringify(value)}, which is none of ${JSON.stringify(choices)}`];
    if (!isOfType(field, value))
      return [`${name} is ${JSON.stringify(value)}, not of the type ${field.types.join(' or ')}`];
    return isObject(value) ? memberFaults(field.fields ?? [], value, `${name}.`) : [];
  });
}

function allowsNull({ is_nullable: isNullable, types, enum: choices }: Field): boolean {
  return (
    isNullable || types.length === 0 || types.includes('null') || choices?.includes(null) === true
  );
}

function isOfType({ types, enum: choices }: Field, value: Json): boolean {
  if (types.length === 0 || choices !== undefined) return true;
  const own = Array.isArray(value) ? 'array' : typeof value;
  return types.includes(own) || (types.includes('integer') && Number.isInteger(value));
}
