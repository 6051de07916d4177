import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { messageOf, StartError } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Fingerprints } from '../../state/state.ts';
import type { Disk, DiskFolder } from '../disk.ts';
import type { FileScan, Pane } from '../file-scan.ts';
import { scanFile } from '../file-scan.ts';
import type { JournalEntry, SavedFiling } from '../saved-state.ts';

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

/** Receives the lines of a journal. It throws a `BadLine` for a line that does not fit. */
export interface JournalReader {
  takeHead(head: JournalHead): void;
  takeEntry(entry: NumberedEntry): void;
}

/** A line of a journal that is not valid; the message says why. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

export interface JournalFacts {
  readonly size: number;
  /** How many bytes at the end belong to a line that was never finished. */
  readonly torn: number;
}

/**
 * Reads a journal to its end. It skips a last line without a line end, which was never
 * acknowledged, and zeros at the end, which a power cut leaves where bytes did not reach the disk.
 * Any other line that is not as it was written stops the start.
 */
export async function readJournal(
  { disk, folder }: DiskFolder,
  number: number,
  reader: JournalReader,
): Promise<JournalFacts> {
  const path = join(folder, nameJournal(number));
  try {
    return await scanJournal(disk, path, (pane) => readLines(pane, { path, number, reader }));
  } catch (error) {
    if (error instanceof StartError) throw error;
    const message =
      `can not be read: ${messageOf(error)}. Put the file back as it was; or take it and the journals ` +
      'after it away, to go on without the changes in them';
    throw new StartError([{ file: path, message }]);
  }
}

/** Reads the first line; undefined where it can not be read, for any reason. */
export async function readHead(
  { disk, folder }: DiskFolder,
  number: number,
): Promise<JournalHead | undefined> {
  try {
    return await scanJournal(disk, join(folder, nameJournal(number)), readFirstLine);
  } catch {
    // If the journal is needed, `readJournal` reports the reason.
    return undefined;
  }
}

async function scanJournal<T>(
  disk: Disk,
  path: string,
  scan: (pane: Pane) => FileScan<T>,
): Promise<T> {
  const file = await disk.open(path, 'read');
  try {
    return await scanFile(file, scan);
  } finally {
    await file.close();
  }
}

function* readFirstLine(pane: Pane): FileScan<JournalHead | undefined> {
  const end = yield* findEnd(pane);
  const read = readLine(pane.bytes.subarray(pane.at, end ?? pane.at));
  if ('fault' in read || typeof read.value['journal'] !== 'number') return undefined;
  // A trust edge: the server wrote every line whose checksum matches.
  return read.value as unknown as JournalHead;
}

interface JournalReading {
  readonly path: string;
  readonly number: number;
  readonly reader: JournalReader;
}

const lineFeed = 0x0a;

function* readLines(pane: Pane, reading: JournalReading): FileScan<JournalFacts> {
  for (let line = 1; ; line += 1) {
    const end = yield* findEnd(pane);
    const offset = pane.offset + pane.at;
    if (end === undefined) {
      const size = pane.offset + pane.bytes.length;
      return { size, torn: size - offset };
    }
    const read = readLine(pane.bytes.subarray(pane.at, end));
    try {
      if ('fault' in read) throw new BadLine(read.fault);
      takeLine(read.value, line, reading);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      throw refuseLine(reading, { line, offset, reason: error.message });
    }
    pane.at = end + 1;
  }
}

function* findEnd(pane: Pane): FileScan<number | undefined> {
  for (let from = pane.at; ;) {
    const end = pane.bytes.indexOf(lineFeed, from);
    if (end !== -1) return end;
    if (pane.isLast) return undefined;
    const seen = pane.bytes.length - pane.at;
    yield;
    from = pane.at + seen;
  }
}

function takeLine(value: JsonObject, line: number, { number, reader }: JournalReading): void {
  // A trust edge: the server wrote every line whose checksum matches.
  if (line > 1) return reader.takeEntry(value as unknown as NumberedEntry);
  const head = value as unknown as JournalHead;
  if (head.journal !== number)
    throw new BadLine(`it says that this is the journal ${String(head.journal)}`);
  return reader.takeHead(head);
}

function refuseLine(
  { path, number }: JournalReading,
  { line, offset, reason }: { line: number; offset: number; reason: string },
): StartError {
  const name = nameJournal(number);
  const loss =
    line === 1
      ? `delete ${name} and the journals after it`
      : `cut ${name} off at byte ${offset} and delete the journals after it`;
  const message =
    `this line, at byte ${offset}, is not as it was written: ${reason}. ` +
    `Put the file back as it was; or ${loss}, to go on without the changes from here on`;
  return new StartError([{ file: path, line, column: 1, message }]);
}
