import { randomInt } from 'node:crypto';

import type { Item, Parents } from '../record.ts';
import { hashText } from './hash-trie.ts';

/** A deleted record, as far as it is remembered. */
export interface Tombstone extends Pick<Item, 'key' | 'parents'> {
  readonly collection: string;
}

/** A tombstone as a line of text, and where it stands among others. */
export interface TombstoneLine extends Tombstone {
  readonly at: number;
  readonly end: number;
  /** Tells the order of the deletions. */
  readonly number: number;
}

// A line: an end of line, the collection, the key, the parents and the number, with tabs between them.

/** A bucket, and what the lines in it begin with that may be meant. */
export interface TombstoneSearch {
  readonly bucket: number;
  readonly start: string;
}

/** Where the tombstones are that may be meant. A parent that is undefined, here or there, may be any. */
export function searchesFor(place: Tombstone): readonly TombstoneSearch[] {
  const start = startOf(place);
  const first = hashText(start, secret);
  const { parents } = place;
  if (parents.length === 0) return [{ bucket: first & mask, start }];
  if (parents.includes(undefined))
    return Array.from({ length: spread }, (_, at) => ({ bucket: (first + at) & mask, start }));
  return [ownSearch(first, start, parents), { bucket: first & mask, start }];
}

/** Where its own line is, or has to stand, and all of it but its number. */
export function ownSearchFor(place: Tombstone): TombstoneSearch {
  const start = startOf(place);
  const first = hashText(start, secret);
  const { parents } = place;
  if (parents.length > 0 && !parents.includes(undefined)) return ownSearch(first, start, parents);
  return { bucket: first & mask, start: start + textOf(parents) };
}

export function writeLine(start: string, number: number): string {
  return start + number.toString(radix);
}

/** All of a line but its number, which is another one after a restart. */
export function lengthOfStart(
  lines: string,
  { at, end }: Pick<TombstoneLine, 'at' | 'end'>,
): number {
  return lines.lastIndexOf('\t', end - 1) + 1 - at;
}

export function readLine(lines: string, at: number): TombstoneLine {
  const next = lines.indexOf('\n', at + 1);
  const end = next < 0 ? lines.length : next;
  const [collection = '', key = '', ...rest] = lines.slice(at + 1, end).split('\t');
  return {
    at,
    end,
    collection: unescape(collection),
    key: unescape(key),
    parents: rest.slice(0, -1).map((parent) => (parent === unnamed ? undefined : unescape(parent))),
    number: Number.parseInt(rest.at(-1) ?? '', radix),
  };
}

export function findLine(
  lines: string,
  start: string,
  isMeant: (parents: Parents) => boolean,
): TombstoneLine | undefined {
  for (let at = lines.indexOf(start); at >= 0; at = lines.indexOf(start, at + 1)) {
    const line = readLine(lines, at);
    if (isMeant(line.parents)) return line;
  }
  return undefined;
}

/** 2,048 buckets: with 100,000 tombstones each has about 50 lines. */
const mask = 2047;
/** Records of the same key under different parents are spread over so many buckets; the first has those of unknown parents. */
const spread = 64;
/** Another one in each process, so that no client can choose keys that all fall into one bucket. */
const secret = randomInt(2 ** 32);
const radix = 36;

function startOf({ collection, key }: Tombstone): string {
  return `\n${escape(collection)}\t${escape(key)}\t`;
}

function ownSearch(first: number, start: string, parents: Parents): TombstoneSearch {
  const text = textOf(parents);
  const at = 1 + (hashText(text, secret) % (spread - 1));
  return { bucket: (first + at) & mask, start: start + text };
}

function textOf(parents: Parents): string {
  let text = '';
  for (const parent of parents) text += `${parent === undefined ? unnamed : escape(parent)}\t`;
  return text;
}

/** A parent that is not known. No escaped text is the same. */
const unnamed = '\\-';
const special = /[\\\t\n]/g;
const anySpecial = /[\\\t\n]/;

function escape(text: string): string {
  if (!anySpecial.test(text)) return text;
  return text.replaceAll(special, (letter) => escapes.get(letter) ?? letter);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\\', '\\\\'],
]);
const meanings: ReadonlyMap<string, string> = new Map(
  [...escapes].map(([one, text]) => [text, one]),
);

function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\./g, (written) => meanings.get(written) ?? written);
}
