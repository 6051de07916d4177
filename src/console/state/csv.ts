import type { Json, JsonObject } from '../api/documents.ts';
import type { Field } from '../api/record-documents.ts';
import { isObject, isSame } from './records.ts';

// A file of records, so that what is written is read as it was:
// - A column for each member; nested objects by dotted names, lists as JSON. A dot in a name has a backslash before it.
// - An empty cell is a missing member. What would be read as another value has a mark before it and is JSON: the empty
//   text is json:"", and the text “5” of a member that may be a number json:"5".
// - A text that a spreadsheet would run as a formula (it begins with = + - @) gets an apostrophe before it, which is
//   taken away when the file is read.

/** Rows of cells (RFC 4180), and the line that each began at. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export class CsvFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

function quote(cell: string): string {
  return /[",\r\n;\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Reads what spreadsheets write, too: semicolons or tabs between cells, and a mark before the first one. */
export function readCsv(file: string): readonly CsvRow[] {
  const text = file.replace(/^\uFEFF/, '');
  const separator = findSeparator(text);
  const token = new RegExp(`"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)|`, 'y');
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const begin = line;
    for (;;) {
      token.lastIndex = at;
      const [whole = '', quoted, plain = ''] = token.exec(text) ?? [];
      cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      line += whole.split('\n').length - 1;
      at += whole.length;
      if (text[at] !== separator) break;
      at += 1;
    }
    const [end] = /^\r\n|^[\r\n]/.exec(text.slice(at, at + 2)) ?? [''];
    if (end === '' && at < text.length)
      throw new CsvFault(line, 'a quote stands where none may be');
    at += end.length;
    line += 1;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begin, cells });
  }
  return rows;
}

/** That which is most often in the first line, outside of quotes. */
function findSeparator(text: string): string {
  const [head = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((one) => [one, head.split(one).length] as const);
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ',';
}

/** A table of records: the names of columns, then the cells. */
export function recordsToRows(
  records: readonly JsonObject[],
  fields: readonly Field[],
): readonly (readonly string[])[] {
  const flat = records.map((record) => new Map(flatten(record, fields, '')));
  const known = fields.map(({ name }) => escapeName(name));
  const names = new Set([
    ...known.flatMap((name) => namesBelow(name, flat)),
    ...flat.flatMap((row) => [...row.keys()]),
  ]);
  return [[...names], ...flat.map((row) => [...names].map((name) => row.get(name) ?? ''))];
}

/** The columns of a member stand together, where the contract names it. */
function namesBelow(name: string, rows: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const found = new Set<string>();
  for (const row of rows)
    for (const own of row.keys()) if (own === name || own.startsWith(`${name}.`)) found.add(own);
  return [...found];
}

function flatten(
  record: JsonObject,
  fields: readonly Field[],
  prefix: string,
): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    const path = prefix + escapeName(name);
    const field = fields.find((one) => one.name === name);
    return isObject(value) && Object.keys(value).length > 0
      ? flatten(value, field?.fields ?? [], `${path}.`)
      : [[path, writeCell(value, field)]];
  });
}

export function rowToRecord(
  names: readonly string[],
  cells: readonly string[],
  fields: readonly Field[],
): JsonObject {
  const record: MutableObject = new Map();
  for (const [at, name] of names.entries()) {
    const path = splitName(name);
    const value = readCell(cells[at] ?? '', fieldAt(fields, path));
    if (value !== undefined && name !== '') setAt(record, path, value);
  }
  return toObject(record);
}

type MutableObject = Map<string, Json | MutableObject>;

function setAt(object: MutableObject, [name = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    if (!(object.get(name) instanceof Map)) object.set(name, value);
    return;
  }
  const before = object.get(name);
  const inner: MutableObject = before instanceof Map ? before : new Map();
  object.set(name, inner);
  setAt(inner, rest, value);
}

function toObject(map: MutableObject): JsonObject {
  return Object.fromEntries(
    [...map].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}

function fieldAt(fields: readonly Field[], path: readonly string[]): Field | undefined {
  const [name, ...rest] = path;
  const field = fields.find((one) => one.name === name);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], rest);
}

const escapeName = (name: string): string => name.replaceAll(/[.\\]/g, String.raw`\$&`);

function splitName(name: string): readonly string[] {
  const parts = name.match(/(?:\\.|[^.\\])+/g) ?? [name];
  return parts.map((one) => one.replaceAll(/\\(.)/g, '$1'));
}

/** As a reader would write it, as long as it is read as the same value. */
export function writeCell(value: Json, field: Field | undefined): string {
  const plain = typeof value === 'string' ? guard(value) : JSON.stringify(value);
  const read = readCell(plain, field);
  return read !== undefined && isSame(read, value) ? plain : mark + JSON.stringify(value);
}

const mark = 'json:';

const formula = /^[=+\-@\t\r]/;

function guard(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Undefined: the member is missing. */
export function readCell(text: string, field: Field | undefined): Json | undefined {
  if (text === '') return undefined;
  if (text.startsWith(mark)) return parse(text.slice(mark.length), text);
  if (text.startsWith("'") && formula.test(text.slice(1))) return text.slice(1);
  if (field !== undefined && field.types.length > 0) {
    if (field.types.every((type) => type === 'string'))
      return text === 'null' && field.is_nullable ? null : text;
    if (field.types.includes('boolean') && /^(?:true|false)$/i.test(text))
      return text.toLowerCase() === 'true';
  }
  return looksLikeJson.test(text) ? parse(text, text) : text;
}

const looksLikeJson = /^(?:[[{]|-?\d|true$|false$|null$)/;

function parse(text: string, otherwise: string): Json {
  try {
    // A trust edge: any JSON is a value.
    const value = JSON.parse(text) as Json;
    // A number that JavaScript would change stays the text that it is.
    return typeof value === 'number' && String(value) !== text ? otherwise : value;
  } catch {
    return otherwise;
  }
}
