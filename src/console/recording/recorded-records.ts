import type { Query } from '../api/client.ts';
import type { Json } from '../api/documents.ts';
import type { FoundRecord, RecordPage, RecordRow } from '../api/record-documents.ts';
import { memberOf } from '../parts/member-of.ts';
import { isObject } from '../state/records.ts';
import type { RecordedCollection } from './recording.ts';

/** The records that a question finds, as `GET /collections/{collection}/records` does. */
export function selectRecords(
  { records, total }: RecordedCollection,
  version: number,
  query: Query,
): RecordPage {
  const {
    offset = 0,
    limit = 100,
    sort = '',
    search = '',
    filter = [],
    made_up: madeUp = true,
  } = query;
  const tests = [filter].flat().map((text) => compileFilter(String(text)));
  const found = records.filter(
    (row) =>
      (madeUp !== false || !row.is_made_up) &&
      mentions([row.key, row.record], String(search)) &&
      tests.every((test) => test(row)),
  );
  const rows = sort === '' ? found : order(found, String(sort));
  const shown = rows.slice(Number(offset), Number(offset) + Number(limit));
  return { count: rows.length, total, version, records: shown };
}

/** The records of all collections that have a text, as `GET /records` does; keys first. */
export function findRecorded(
  collections: readonly RecordedCollection[],
  { search = '', limit = 20 }: Query,
): readonly FoundRecord[] {
  const wanted = String(search).toLowerCase();
  const all = collections.flatMap(({ name, records }) =>
    records.map((row) => ({ ...row, collection: name })),
  );
  const ranked = [
    all.filter(({ key }) => key.toLowerCase() === wanted),
    all.filter(({ key }) => key.toLowerCase() !== wanted && key.toLowerCase().startsWith(wanted)),
    all.filter(
      ({ key, record }) => !key.toLowerCase().startsWith(wanted) && mentions(record, wanted),
    ),
  ];
  return ranked.flat().slice(0, Number(limit));
}

function mentions(value: Json, text: string): boolean {
  if (text === '') return true;
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((one: Json) => mentions(one, text));
  return value !== null && String(value).toLowerCase().includes(text.toLowerCase());
}

type Test = (row: RecordRow) => boolean;

function compileFilter(text: string): Test {
  const [, member = '', word = '', value = ''] =
    /^(.+?):(is|not|has|above|below):(.*)$/s.exec(text) ?? /^(.+):(empty|set)$/s.exec(text) ?? [];
  const test = memberOf(comparisons, word);
  return (row) => test?.(valueOf(row, member), value) ?? true;
}

const comparisons: Readonly<Record<string, (found: Json | undefined, value: string) => boolean>> = {
  is: isSame,
  not: (found, value) => !isSame(found, value),
  has: (found, value) => found !== undefined && mentions(found, value),
  above: (found, value) => isKnown(found) && compare(found, value) > 0,
  below: (found, value) => isKnown(found) && compare(found, value) < 0,
  empty: (found) => isEmpty(found),
  set: (found) => !isEmpty(found),
};

function isKnown(found: Json | undefined): found is Json {
  return found !== undefined && found !== null;
}

function isSame(found: Json | undefined, value: string): boolean {
  if (Array.isArray(found)) return found.some((one: Json) => isSame(one, value));
  if (typeof found === 'number') return value !== '' && found === Number(value);
  return found !== undefined && textOf(found) === value;
}

function isEmpty(found: Json | undefined): boolean {
  if (found === undefined || found === null || found === '') return true;
  return typeof found === 'object' && Object.keys(found).length === 0;
}

function valueOf({ record, parents, key }: RecordRow, member: string): Json | undefined {
  const whole = memberOf(record, member) ?? memberOf(parents, member);
  if (whole !== undefined) return whole;
  let found: Json | undefined = record;
  for (const step of member.split('.')) found = isObject(found) ? memberOf(found, step) : undefined;
  return found ?? (member === '' ? key : undefined);
}

/** Numbers by their size, all else as texts. */
function compare(left: Json, right: Json): number {
  if (typeof left === 'number' && right !== '' && !Number.isNaN(Number(right)))
    return left - Number(right);
  const [one, other] = [textOf(left), textOf(right)];
  return one < other ? -1 : Number(one > other);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What has no such member comes last. */
function order(rows: readonly RecordRow[], sort: string): readonly RecordRow[] {
  const [member, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  const known = rows.filter((row) => isKnown(valueOf(row, member)));
  const others = rows.filter((row) => !isKnown(valueOf(row, member)));
  const sorted = known.toSorted(
    (left, right) => sign * compare(valueOf(left, member) ?? '', valueOf(right, member) ?? ''),
  );
  return [...sorted, ...others];
}
