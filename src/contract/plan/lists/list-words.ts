import { isJsonObject, valueAt } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { keywordOf } from '../../schema/schema-walk.ts';

/** The words of a name in snake case: `pageSize`, `page-size` and `page[size]` give `page_size`. */
export function queryWordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** A name in lower case without separators: all spellings of one name give the same. */
export function plainOf(name: string): string {
  return name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
}

export function hasWord(words: string, ...wanted: readonly string[]): boolean {
  return words.split('_').some((word) => wanted.includes(word));
}

export function numberOf(documents: Documents, schema: Part, keyword: string): number | undefined {
  const value = keywordOf(documents, schema, keyword);
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
}

/** The descriptions of a schema, and of the object around it, such as its parameter. */
export function descriptionOf(documents: Documents, schema: Part): string {
  const { uri, pointer } = schema;
  const root = documents.sources.get(uri)?.root ?? null;
  const holder = valueAt(root, pointer.replace(/\/[^/]*$/, ''));
  const outer = isJsonObject(holder) ? holder['description'] : undefined;
  const own = keywordOf(documents, schema, 'description');
  return [outer, own].filter((text) => typeof text === 'string').join(' ');
}

/** Splits a text of names at white space. */
export function listNames(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
