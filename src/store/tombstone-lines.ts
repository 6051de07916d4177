import { randomInt } from 'node:crypto';

import type { Item, Parents } from './record.ts';
import { hashText } from './scatter.ts';

/** A deleted record, as far as it is remembered. */
export interface Tombstone extends Pick<Item, 'key' | 'parents'> {
  readonly collection: string;
}

/** A tombstone as a line of text, and where it stands among others. */
export interface Line extends Tombstone {
  readonly at: number;
  readonly end: number;
  /** Tells the order of the deletions. */
  readonly number: number;
}

// A line: an end of line, the collection, the key, the number, and the parents, with tabs between them.

/** What the lines of a key begin with, whatever their parents. */
export function startOfLine({ collection, key }: Tombstone): string {
  return `\n${escape(collection)}\t${escape(key)}\t`;
}

/** The lines of a key are all in the same bucket. */
export function bucketOf(start: string): number {
  return hashText(start, secret) & bucketMask;
}

export function writeLine(start: string, number: number, parents: Parents): string {
  const named = parents.map((parent) => (parent === undefined ? unnamed : escape(parent)));
  return start + [number.toString(radix), ...named].join('\t');
}

export function readLine(lines: string, at: number): Line {
  const next = lines.indexOf('\n', at + 1);
  const end = next < 0 ? lines.length : next;
  const [collection = '', key = '', number = '', ...parents] = lines.slice(at + 1, end).split('\t');
  return {
    at,
    end,
    collection: unescape(collection),
    key: unescape(key),
    number: Number.parseInt(number, radix),
    parents: parents.map((parent) => (parent === unnamed ? undefined : unescape(parent))),
  };
}

export function findLine(
  lines: string,
  start: string,
  isMeant: (parents: Parents) => boolean,
): Line | undefined {
  for (let at = lines.indexOf(start); at >= 0; at = lines.indexOf(start, at + 1)) {
    const line = readLine(lines, at);
    if (isMeant(line.parents)) return line;
  }
  return undefined;
}

/** 2,048 of them: with 100,000 tombstones each has about 50 lines. */
const bucketMask = 2047;
/** Another one in each process, so that no client can choose keys that all fall into one bucket. */
const secret = randomInt(2 ** 32);
const radix = 36;

/** A parent that is not known. No escaped text is the same. */
const unnamed = '\\-';
const special = /[\\\t\n]/g;

function escape(text: string): string {
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
