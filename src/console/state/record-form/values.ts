import type { Json, JsonObject } from '../../api/documents.ts';
import type { Field } from '../../api/record-documents.ts';
import { isObject } from '../records.ts';

export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'date'
  | 'date-time'
  | 'object'
  | 'list'
  | 'json';

/** Characters: a text that may be longer gets several lines. */
const longText = 200;

/** How a field is edited: by its schema, as long as its value fits; else as JSON, so that nothing is lost. */
export function kindOf(field: Field, value: Json | undefined): FieldKind {
  const known = value ?? undefined;
  if (field.enum !== undefined && field.enum.length > 0) return 'enum';
  const [type, ...others] = field.types.filter((one) => one !== 'null');
  if (type === undefined || others.some((one) => one !== 'integer' && one !== 'number'))
    return 'json';
  if (type === 'object') return isGroup(field, known) ? 'object' : 'json';
  if (type === 'array') return isList(field, known) ? 'list' : 'json';
  return scalarKind(type, field, known);
}

function scalarKind(type: string, field: Field, value: Json | undefined): FieldKind {
  if (type === 'boolean' && fits(value, 'boolean')) return 'boolean';
  if (type === 'string' && fits(value, 'string')) return textKind(field, value);
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && fits(value, 'number', 'string') ? 'number' : 'json';
}

function isGroup({ fields = [] }: Field, value: Json | undefined): boolean {
  return fields.length > 0 && (value === undefined || isObject(value));
}

function fits(value: Json | undefined, ...types: readonly string[]): boolean {
  return value === undefined || types.includes(typeof value);
}

function textKind({ format, max_length: most = 0 }: Field, value: Json | undefined): FieldKind {
  if (format === 'date' || format === 'date-time') return format;
  const isLong = typeof value === 'string' && (value.length > 80 || value.includes('\n'));
  return isLong || most > longText ? 'long' : 'text';
}

const scalarKinds: ReadonlySet<FieldKind> = new Set([
  'text',
  'number',
  'boolean',
  'enum',
  'date',
  'date-time',
]);

function isList({ items, types }: Field, value: Json | undefined): boolean {
  if (items === undefined || !types.includes('array')) return false;
  if (value !== undefined && !Array.isArray(value)) return false;
  // A long text in a list keeps its lines only as JSON.
  return [undefined, ...listOf(value)].every((one) =>
    one === null ? false : scalarKinds.has(kindOf(items, one)),
  );
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The object with a member set, in its place, or without it. */
export function withMember(
  value: Json | undefined,
  name: string,
  member: Json | undefined,
): JsonObject {
  const before = isObject(value) ? Object.entries(value) : [];
  const after = before.flatMap(([own, old]) =>
    own !== name ? [[own, old] as const] : member === undefined ? [] : [[own, member] as const],
  );
  if (member !== undefined && !before.some(([own]) => own === name)) after.push([name, member]);
  return Object.fromEntries(after);
}

/** What a member has when a user adds it. */
export function firstValue(field: Field): Json {
  if (field.default !== undefined) return field.default;
  if (field.const !== undefined) return field.const;
  const [first] = field.enum ?? [];
  if (first !== undefined) return first;
  const type = field.types.find((one) => one !== 'null');
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type === 'number' || type === 'integer') return field.minimum ?? 0;
  if (type !== 'object') return '';
  return Object.fromEntries(
    (field.fields ?? []).flatMap((one) =>
      one.is_required ? [[one.name, firstValue(one)] as const] : [],
    ),
  );
}

/** A number that is written unlike JSON stays a text, and the server says what is wrong. */
export function readNumber(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) &&
    Number.isFinite(Number(trimmed))
    ? Number(trimmed)
    : text;
}

const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** What a date-and-time input shows: the value's own clock, whatever its offset. */
export function wallTimeOf(value: string): string {
  const [, date, time, second] = parts.exec(value) ?? [];
  return date === undefined ? '' : `${date}T${time}:${second ?? '00'}`;
}

/** The value at another time, with the offset that it had; its fraction stays where the time does. */
export function withWallTime(value: string, wall: string): string {
  const [, , , , fraction = '', offset = 'Z'] = parts.exec(value) ?? [];
  const [, date, time, second = '00'] = parts.exec(wall) ?? [];
  if (date === undefined) return value;
  const isSame = wallTimeOf(value) === `${date}T${time}:${second}`;
  return `${date}T${time}:${second}${isSame ? fraction : ''}${offset}`;
}

export function childPointer(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Whether a pointer leads to a place, or below it. */
export function isAtOrBelow(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}
