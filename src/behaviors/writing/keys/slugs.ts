import type { JsonObject, JsonValue } from '../../../base/json.ts';

/** The slug of what a record is called; undefined where nothing tells. */
export function slugOf(record: JsonObject): string | undefined {
  const title = ['title', 'name', 'subject', 'label'].map((name) => record[name]).find(isText);
  const plain = title?.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain?.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return slug === '' ? undefined : slug;
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}
