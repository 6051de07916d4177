import type { JsonObject, JsonValue } from './json.ts';
import { isJsonObject } from './json.ts';
import { plainName } from './names.ts';

/** How the name of a record is made of the values in its path: `plots/{plot}/beds/{bed}`. */
export interface NameForm {
  /** The fixed text in front of each value: `plots/` and `/beds/`. */
  readonly texts: readonly string[];
  /** Which parents give the values before the last one, as indexes. */
  readonly parents: readonly number[];
}

/** Where the keys of a collection are the names of its records. */
export interface NamedKeys {
  readonly nameForm?: NameForm | undefined;
  /** The member that has the last value of such a name: `username`. */
  readonly namedBy?: string | undefined;
}

/** The whole name of a record by the last value of its path; a name that is whole stays as it is. */
export function wholeName(
  form: NameForm | undefined,
  value: string,
  parents: readonly (string | undefined)[],
): string {
  if (!form || value === '') return value;
  const above = form.parents.map((at) => parents[at]);
  if (above.includes(undefined)) return value;
  const front = form.texts
    .map((text, at) => text + (at < above.length ? lastInName(above[at] ?? '') : ''))
    .join('');
  return value.startsWith(front) ? value : front + value;
}

/** The value of a key in the path: the last one of a name. */
export function valueInPath(form: NameForm | undefined, key: string): string {
  return form ? lastInName(key) : key;
}

/** The value that a name has for one of the parents; undefined where it has none. */
export function parentInName(
  form: NameForm | undefined,
  name: string,
  parent: number,
): string | undefined {
  const at = form?.parents.indexOf(parent) ?? -1;
  return at === -1 ? undefined : name.split('/')[2 * at + 1];
}

function lastInName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/**
 * The fixed words of the names that a schema tells of: by its description (`Format: plots/{plot}`),
 * its pattern (`^plots/[^/]+$`) or an example (`plots/7`).
 */
export function nameWordsIn({
  description,
  pattern,
  example,
  examples,
}: JsonObject): readonly (readonly string[])[] {
  const shown = [example, ...(Array.isArray(examples) ? examples : [])];
  return [...told(description), ...matched(pattern), ...shown.flatMap(exemplified)];
}

const value = String.raw`(?:\{[^{}/\s]+\}|\[[A-Z_]+\]|\*)`;
const pair = String.raw`[A-Za-z][\w.-]*/${value}`;
/** No part of an address, of a path or of a longer name. */
const form = new RegExp(String.raw`(?<![\w./{}:-])${pair}(?:/${pair})*(?![\w/{:*])`, 'g');

function told(description: JsonValue | undefined): readonly (readonly string[])[] {
  if (typeof description !== 'string' || !description.includes('/')) return [];
  return [...description.matchAll(form)].map(([found]) => everyOther(found.split('/')));
}

/** A longer pattern says more than how a name is made. */
const longestPattern = 300;

/** A class of characters or a group stands for a value. */
function matched(pattern: JsonValue | undefined): readonly (readonly string[])[] {
  if (typeof pattern !== 'string' || pattern.length > longestPattern) return [];
  if (!/^\^[a-z]/i.test(pattern) || !pattern.endsWith('$')) return [];
  const plain = pattern
    .slice(1, -1)
    .replaceAll(String.raw`\/`, '/')
    .replaceAll(/\[(?:\\.|[^\]\\])*\]|\((?:\\.|[^()\\])*\)|\\[wdS]|\./g, '{}');
  const parts = plain.split('/');
  const isForm =
    parts.length % 2 === 0 &&
    parts.every((part, at) => (at % 2 === 0 ? isWord(part) : part.startsWith('{}')));
  return isForm ? [everyOther(parts)] : [];
}

function exemplified(example: JsonValue | undefined): readonly (readonly string[])[] {
  if (typeof example !== 'string') return [];
  const parts = example.split('/');
  const isForm =
    parts.length % 2 === 0 &&
    parts.every((part, at) => (at % 2 === 0 ? isWord(part) : /^[^\s{}]+$/.test(part)));
  return isForm ? [everyOther(parts)] : [];
}

function isWord(text: string): boolean {
  return /^[a-z][\w-]*$/i.test(text);
}

function everyOther(parts: readonly string[]): readonly string[] {
  return parts.filter((_, at) => at % 2 === 0);
}

/** Whether two names have the same fixed words. */
export function isSameForm(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length &&
    one.every((word, at) => plainName(word) === plainName(other[at] ?? ''))
  );
}

/** The fixed words of a form. */
export function wordsOfForm({ texts }: NameForm): readonly string[] {
  return texts.map((text) => text.replaceAll('/', ''));
}

/** The words of the names that any of these schemas tells of. */
export function nameWordsOf(schemas: readonly JsonValue[]): readonly (readonly string[])[] {
  return schemas.flatMap((one) => (isJsonObject(one) ? nameWordsIn(one) : []));
}
