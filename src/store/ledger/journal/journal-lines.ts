import { crc32 } from 'node:zlib';

import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { SavedFiling, Fingerprints } from '../saved-state.ts';

/** The changes of one request. A start finds all of them, or none. */
export interface JournalEntry {
  readonly changes: readonly WrittenChange[];
}

/**
 * A change as a line stores it. It has the key and parents that the record had then, so that a
 * later contract does not change its meaning.
 */
export interface WrittenChange {
  readonly collection: string;
  readonly key: string;
  readonly parents: WrittenParents;
  /** The flat record; absent: it was deleted. */
  readonly record?: JsonObject;
  /** The place of the record before, if the change moved it. */
  readonly was?: { readonly key: string; readonly parents: WrittenParents };
  readonly isNew?: true;
}

/** The keys of the parents, outermost first; null: unknown. */
export type WrittenParents = readonly (string | null)[];

/** The first line of a journal, which says how to read the others. */
export interface JournalHead {
  readonly journal: number;
  /** The number of the first entry. Numbers go on through all journals of one db.json. */
  readonly first: number;
  /** The id of the db.json that the journal continues. */
  readonly id?: string | undefined;
  readonly fingerprints: Fingerprints;
  readonly planted: readonly string[];
  readonly filing: SavedFiling;
}

export interface NumberedEntry extends JournalEntry {
  readonly number: number;
}

/** Only names that `nameJournal` writes: a user put any other file there. */
const namePattern = /^db\.journal-(0|[1-9]\d{0,14})$/;

export function nameJournal(number: number): string {
  return `db.journal-${number}`;
}

/** The numbers of the journals among these file names, in ascending order. */
export function findJournals(names: readonly string[]): readonly number[] {
  return names
    .flatMap((name) => namePattern.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((left, right) => left - right);
}

/** Writes a checksum (CRC-32, hexadecimal) and one line of JSON. */
export function writeLine(value: JournalHead | NumberedEntry): string {
  const text = JSON.stringify(value);
  return `${toHex(crc32(text))} ${text}\n`;
}

/** Reads a line, given without its line end; or says what is wrong with it. */
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

/**
 * In two halves: for a number of 32 bits the engine divides fractions, which takes longer than the
 * checksum.
 */
function toHex(checksum: number): string {
  return halfToHex(checksum >>> 16) + halfToHex(checksum & 0xffff);
}

function halfToHex(half: number): string {
  return half.toString(16).padStart(checksumLength / 2, '0');
}
