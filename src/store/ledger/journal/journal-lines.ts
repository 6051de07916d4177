import { crc32 } from 'node:zlib';

import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { SavedFiling, Fingerprints } from '../saved-state.ts';

/** What one request changed: all of it is kept, or nothing. */
export interface JournalEntry {
  readonly changes: readonly WrittenChange[];
}

/** A change as it is written down: by what it was filed as, whatever a later contract would file it as. */
export interface WrittenChange {
  readonly collection: string;
  readonly key: string;
  readonly parents: WrittenParents;
  /** The flat record; absent: it was taken away. */
  readonly record?: JsonObject;
  /** Where it was before, if elsewhere. */
  readonly was?: { readonly key: string; readonly parents: WrittenParents };
  readonly isNew?: true;
}

/** Null where nobody has said which it is. */
export type WrittenParents = readonly (string | null)[];

/** The first line of a journal: what the others are to be read by. */
export interface JournalHead {
  readonly journal: number;
  /** The number of the first entry. Entries are numbered through all journals that follow one db.json. */
  readonly first: number;
  /** The same as in the db.json that it goes on from. */
  readonly id?: string | undefined;
  readonly fingerprints: Fingerprints;
  readonly planted: readonly string[];
  readonly filing: SavedFiling;
}

export interface NumberedEntry extends JournalEntry {
  readonly number: number;
}

/** As `nameJournal` writes them: what is called otherwise was put there by a user. */
const namePattern = /^db\.journal-(0|[1-9]\d{0,14})$/;

export function nameJournal(number: number): string {
  return `db.journal-${number}`;
}

/** The numbers of the journals among these files, in their order. */
export function findJournals(names: readonly string[]): readonly number[] {
  return names
    .flatMap((name) => namePattern.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((left, right) => left - right);
}

/** A checksum, and one line of JSON. */
export function writeLine(value: JournalHead | NumberedEntry): string {
  const text = JSON.stringify(value);
  return `${toHex(crc32(text))} ${text}\n`;
}

/** What a line says, without its end; or what is wrong with it. */
export function readLine(
  line: Buffer,
): { readonly value: JsonObject } | { readonly fault: string } {
  const text = line.subarray(checksumLength + 1);
  const isWhole = line.length > checksumLength && line[checksumLength] === space;
  if (!isWhole || line.toString('latin1', 0, checksumLength) !== toHex(crc32(text)))
    return { fault: 'its checksum does not match' };
  try {
    // A trust edge: JSON.parse returns any.
    const value = JSON.parse(text.toString('utf8')) as unknown;
    return isJsonObject(value) ? { value } : { fault: 'it is no object' };
  } catch {
    return { fault: 'it is no JSON' };
  }
}

const checksumLength = 8;
const space = 0x20;

/** Half by half: for a number of 32 bits the engine divides fractions, which takes longer than the checksum. */
function toHex(checksum: number): string {
  return halfToHex(checksum >>> 16) + halfToHex(checksum & 0xffff);
}

function halfToHex(half: number): string {
  return half.toString(16).padStart(checksumLength / 2, '0');
}
