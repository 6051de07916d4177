import type { Api, Query } from '../api/client.ts';
import { part } from '../api/client.ts';
import type { Json, JsonObject } from '../api/documents.ts';
import type { CollectionShape, RecordRow, RecordPage } from '../api/record-documents.ts';
import { writeParents } from './question.ts';
import { memberOf } from '../parts/member-of.ts';

/** What tells a record from all others of its collection. */
export interface RecordPlace {
  readonly key: string;
  readonly parents: Readonly<Record<string, string>>;
}

export type CollectionPlace = RecordPlace & { readonly collection: string };

export function idOf({ key, parents }: RecordPlace): string {
  return JSON.stringify([key, ...Object.entries(parents).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** How the console speaks of a record. */
export function titleOf(collection: string, { key, parents }: RecordPlace): string {
  if (key !== onlyKey) return `${collection} ${key}`;
  return [collection, ...Object.entries(parents).map((pair) => pair.join(' '))].join(', ');
}

export function pathOf(collection: string, { key }: RecordPlace): string {
  // Browsers take such a step out of an address, however it is escaped: it would name something else.
  if (/^\.\.?$/.test(key)) throw new Error(`A browser can't send the key “${key}” in an address.`);
  return `state/${part(collection)}/${part(key)}`;
}

/** The address of a record that is alone under its parents has a mark in the place of the key. */
export const onlyKey = '-';

export async function listRecords(api: Api, collection: string, query: Query): Promise<RecordPage> {
  const page = await api.get<RecordPage>(`collections/${part(collection)}/records`, query);
  const records = page.records.map((row) => (row.key === '' ? { ...row, key: onlyKey } : row));
  return { ...page, records };
}

export function routeOf(
  collection: string,
  { key, parents }: RecordPlace,
): [readonly string[], Readonly<Record<string, string>>] {
  return [['state', collection, key], writeParents(parents)];
}

/** Whether two values are the same, however their members are ordered. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && stable(a) === stable(b));
}

function stable(value: Json): string {
  return JSON.stringify(value, (_, one: Json) =>
    isObject(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A short name for a record: the first member that reads like one. */
export function nameOf(record: JsonObject): string | undefined {
  const named = ['name', 'title', 'label', 'display_name', 'full_name', 'email', 'slug', 'subject']
    .map((one) => memberOf(record, one))
    .find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof named === 'string' ? named : undefined;
}

/** The parents of a record's parent: those that stand before it in the address. */
export function parentPlace(shape: CollectionShape, row: RecordPlace, name: string): RecordPlace {
  const before = shape.parents
    .slice(
      0,
      shape.parents.findIndex(({ parameter }) => parameter === name),
    )
    .flatMap(({ parameter }) => {
      const key = memberOf(row.parents, parameter);
      return key === undefined ? [] : [[parameter, key] as const];
    });
  return { key: memberOf(row.parents, name) ?? '', parents: Object.fromEntries(before) };
}

/** The records that an address can mean, made-up ones among them; usually one. */
export async function findRows(
  api: Api,
  shape: CollectionShape,
  { key, parents }: RecordPlace,
): Promise<readonly RecordRow[]> {
  const filter = [
    ...(shape.key === null ? [] : [`${shape.key}:is:${key}`]),
    ...Object.entries(parents).map(([name, value]) => `${name}:is:${value}`),
  ];
  const query: Query = { limit: 1000, ...(filter.length === 0 ? {} : { filter }) };
  const { records } = await listRecords(api, shape.name, query);
  return records.filter(
    (row) =>
      row.key === key &&
      Object.entries(parents).every(([name, value]) => memberOf(row.parents, name) === value),
  );
}

const pageSize = 1000;

/** All records that a question finds, page by page. */
export async function readAll(
  api: Api,
  collection: string,
  query: Query,
): Promise<readonly RecordRow[]> {
  const rows: RecordRow[] = [];
  for (;;) {
    const page = await listRecords(api, collection, {
      ...query,
      offset: rows.length,
      limit: pageSize,
    });
    rows.push(...page.records);
    if (page.records.length === 0 || rows.length >= page.count) return rows;
  }
}
