import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { messageOf } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { SavedTombstones } from '../tables/saved-tombstones.ts';
import type { Deletions } from '../tables/tombstones.ts';
import type { DiskFolder } from './disk.ts';
import type { Lists, StateSource } from './saved-state.ts';
import { currentFormat } from './snapshot-reading.ts';

/** A state to write to db.json, which people can read. */
export interface SnapshotDraft extends Succession {
  readonly source: StateSource;
  /** Stops the writing; db.json then stays as it was. */
  readonly signal?: AbortSignal | undefined;
}

export const snapshotName = 'db.json';
export const temporaryName = '.db.json.tmp';

/**
 * Replaces db.json once the new state is written completely. If this rejects, the old file is still
 * there. Resolves with the size in bytes; the caller must still sync the folder.
 */
export async function writeSnapshot(place: DiskFolder, draft: SnapshotDraft): Promise<number> {
  const { disk, folder } = place;
  const temporary = join(folder, temporaryName);
  try {
    await makeFolder(place);
    const size = await writeDraft(place, temporary, draft);
    await disk.rename(temporary, join(folder, snapshotName));
    return size;
  } catch (error) {
    await disk.remove(temporary).catch(ignoreLeftOver);
    draft.signal?.throwIfAborted();
    throw new Error(`db.json can not be written: ${messageOf(error)}`, { cause: error });
  }
}

function ignoreLeftOver(): void {
  // The next start removes the temporary file.
}

async function makeFolder({ disk, folder, isSynced }: DiskFolder): Promise<void> {
  const changed = await disk.makeFolder(folder);
  if (isSynced) for (const above of changed) await disk.syncFolder(above);
}

/** The work between two turns of the event loop: in milliseconds, and in characters. */
const sliceTime = 1;
const sliceLength = 1 << 18;

async function writeDraft(
  { disk, isSynced }: DiskFolder,
  path: string,
  { source, signal, ...succession }: SnapshotDraft,
): Promise<number> {
  const file = await disk.open(path, 'write');
  try {
    let size = 0;
    for (const slice of slices(writeState(source, succession))) {
      // The disk writes small slices synchronously, so only this lets other work run between them.
      if (size > 0) await nextTurn();
      signal?.throwIfAborted();
      const bytes = Buffer.from(slice);
      await file.write(bytes, size);
      size += bytes.length;
    }
    if (isSynced) await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

function* slices(pieces: Iterable<string>): Generator<string> {
  let slice = '';
  let end = performance.now() + sliceTime;
  for (const piece of pieces) {
    slice += piece;
    if (slice.length < sliceLength && performance.now() < end) continue;
    yield slice;
    slice = '';
    end = performance.now() + sliceTime;
  }
  yield slice;
}

/** Which journals continue a saved state. */
export interface Succession {
  /** The number of the first journal that continues it. */
  readonly journal: number;
  /** The id that db.json shares with its journals: each has it in its first line. */
  readonly id?: string | undefined;
}

/**
 * Writes the text of a state in pieces, as `JSON.stringify` with two spaces would: one member a
 * line, so that people can read, compare and edit it.
 */
export function* writeState(
  {
    fingerprints,
    planted,
    collections,
    tombstones,
    deletions,
    born,
    known,
  }: Omit<StateSource, 'filing'>,
  { journal, id }: Succession,
): Generator<string> {
  const { contract, fixtures } = fingerprints;
  const head = {
    format: currentFormat,
    contract,
    fixtures,
    journal,
    ...(id === undefined ? {} : { id }),
  };
  yield `{\n  "stuntdouble": ${indent(head, 1)},\n  "planted": ${indent(planted, 1)},\n`;
  yield '  "collections": ';
  yield* writeLists(collections);
  yield* writeDeletions(deletions);
  yield* writeTombstones(tombstones);
  yield* writeCreated('born', born);
  if (Object.keys(known).length > 0) yield `,\n  "known": ${indent(known, 1)}`;
  yield '\n}\n';
}

function* writeLists(lists: Lists): Generator<string> {
  let before = '{';
  for (const [name, records] of lists) {
    yield `${before}\n    ${JSON.stringify(name)}: `;
    yield* writeList(records);
    before = ',';
  }
  yield before === '{' ? '{}' : '\n  }';
}

function* writeList(records: Iterable<JsonValue>): Generator<string> {
  let before = '[';
  for (const record of records) {
    yield `${before}\n      ${indent(record, 3)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : '\n    ]';
}

/** Writes no member where no collection has marks. */
function* writeCreated(title: string, lists: Lists): Generator<string> {
  let isBegun = false;
  for (const [name, marks] of lists) {
    let isFirst = true;
    for (const mark of marks) {
      if (isFirst) {
        yield isBegun ? ',' : `,\n  "${title}": {`;
        yield `\n    ${JSON.stringify(name)}: [`;
      }
      yield `${isFirst ? '' : ','}\n      ${indent(mark, 3)}`;
      isFirst = false;
      isBegun = true;
    }
    if (!isFirst) yield '\n    ]';
  }
  if (isBegun) yield '\n  }';
}

function* writeDeletions(deletions: Readonly<Record<string, Deletions>>): Generator<string> {
  const told = Object.entries(deletions).map(([name, { count, highest }]): [string, JsonValue] => [
    name,
    { count, highest },
  ]);
  if (told.length > 0) yield `,\n  "deletions": ${indent(Object.fromEntries(told), 1)}`;
}

function* writeTombstones(groups: Iterable<SavedTombstones>): Generator<string> {
  let before = `,\n  "tombstones": [`;
  let isEmpty = true;
  for (const { collection, parents, keys, born } of groups) {
    const mark = born ? { born } : {};
    const group = { collection, ...(parents ? { parents } : {}), keys, ...mark };
    yield `${before}\n    ${indent(group, 2)}`;
    before = ',';
    isEmpty = false;
  }
  if (!isEmpty) yield '\n  ]';
}

function indent(value: JsonValue | JsonObject, levels: number): string {
  // The engine indents the nested value as it writes. To replace line ends afterwards takes longer.
  let nested = value;
  for (let level = 0; level < levels; level += 1) nested = [nested];
  // Before and after the value, each level adds a bracket, a line end and its indentation.
  const before = levels * (levels + 3);
  const after = levels * (levels + 1);
  const text = JSON.stringify(nested, undefined, 2);
  return text.slice(before, text.length - after);
}
