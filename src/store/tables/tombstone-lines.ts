import { randomInt } from 'node:crypto';

import type { Item, Parents } from '../record.ts';
import { hashText } from './hash-trie.ts';

/** The place of a deleted record. */
export interface Tombstone extends Pick<Item, 'key' | 'parents'> {
  readonly collection: string;
  /** Whether a request had made the record. Default: the server had. */
  readonly isBorn?: boolean;
}

/** A tombstone as a line of text, and the positions of the line in the text of its bucket. */
export interface TombstoneLine extends Tombstone {
  readonly at: number;
  readonly end: number;
  /** Counts up with each deletion: tells their order. */
  readonly number: number;
}

// A line is "\n", the collection, the key, the parents and the number, separated by tabs. A mark ends
// the line of a record that a request had made.

/** A bucket, and the beginning of the lines in it that may match. */
export interface TombstoneSearch {
  readonly bucket: number;
  readonly start: string;
}

/** Where tombstones may match a place. An undefined parent, on either side, matches any. */
export function searchesFor(place: Tombstone): readonly TombstoneSearch[] {
  const start = startOf(place);
  const first = hashText(start, secret);
  const { parents } = place;
  if (parents.length === 0) return [{ bucket: first & mask, start }];
  if (parents.includes(undefined))
    return Array.from({ length: spread }, (_, at) => ({ bucket: (first + at) & mask, start }));
  return [ownSearch(first, start, parents), { bucket: first & mask, start }];
}

/** The bucket for the line of exactly this place, and the line without its number. */
export function ownSearchFor(place: Tombstone): TombstoneSearch {
  const start = startOf(place);
  const first = hashText(start, secret);
  const { parents } = place;
  if (parents.length > 0 && !parents.includes(undefined)) return ownSearch(first, start, parents);
  return { bucket: first & mask, start: start + textOf(parents) };
}

export function writeLine(start: string, number: number, isBorn: boolean): string {
  return start + number.toString(radix) + (isBorn ? bornMark : '');
}

/** The length of a line without its number: after a restart the line has another number. */
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
    isBorn: lines.endsWith(bornMark, end),
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

/** For 2,048 buckets: with 100,000 tombstones each has about 50 lines. */
const mask = 2047;
/**
 * Tombstones of one key under different parents are distributed over this many buckets. The first
 * of these has the ones with an undefined parent or without parents.
 */
const spread = 64;
/** Random in each process, so that no client can choose keys that all fall into one bucket. */
const secret = randomInt(2 ** 32);
const radix = 36;
/** No number has it. */
const bornMark = '!';

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

/** Stands for an undefined parent. No escaped text is the same. */
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
