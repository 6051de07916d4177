import { basename, dirname } from 'node:path';

import { messageOf, StartError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, textOf } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import { complainAt, parseSource } from '../../text/source.ts';
import type { SavedDeletions, SavedTombstones } from '../tables/saved-tombstones.ts';
import { numberOf } from '../tables/table-index.ts';
import type { Deletions } from '../tables/tombstones.ts';
import type { Disk, DiskFile } from './disk.ts';
import { readJsonPieces, scanFile, UnreadableJson } from './file-scan.ts';
import type { SavedState } from './saved-state.ts';

/** The content of db.json: a state, and the number of the journal that continues it. */
export interface SavedBase {
  readonly saved: SavedState;
  /** Undefined where an earlier version, without journals, wrote db.json. */
  readonly journal: number | undefined;
  /** The id that its journals repeat; undefined where an earlier version, without ids, wrote it. */
  readonly id: string | undefined;
}

/** The format that the server writes. Format 1 had no journals. */
export const currentFormat = 2;

/** The records of db.json are three levels deep. */
const levelsAbove = 3;
/** In bytes. A larger file is too slow to read again as one string, or too long for one. */
const mostToShow = 1 << 28;

/** Reads db.json; undefined where nothing was saved yet. */
export async function readSnapshot(disk: Disk, path: string): Promise<SavedBase | undefined> {
  try {
    if ((await disk.look(path)) === undefined) {
      const names = await disk.list(dirname(path));
      if (!names.includes(basename(path))) return undefined;
      // The link may lead to a disk that is not mounted now; a new file would replace the link.
      throw new Error('it is a symbolic link that leads nowhere');
    }
    const file = await disk.open(path, 'read');
    try {
      return await readFile(file, path);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const message = `can not be read: ${messageOf(error)}. Make it a file that can be, ${otherwise}`;
    throw new StartError([{ file: path, message }]);
  }
}

/** A file that is not valid stops the start, so the server never overwrites it. */
async function readFile(file: DiskFile, path: string): Promise<SavedBase> {
  let reason = '';
  try {
    const root = await scanFile(file, (pane) => readJsonPieces(pane, levelsAbove));
    const fault = findStateFault(root);
    if (!fault) return toBase(root);
    reason = `${fault.pointer} ${fault.message}`.trim();
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    reason = `not valid JSON at byte ${error.offset}: ${error.message}`;
  }
  const { size } = await file.look();
  if (size > mostToShow) throw new StartError([{ file: path, message: `${reason}. ${remedy}` }]);
  return readSlowly(path, await readText(file, size));
}

/** Parses the whole text at once, so that the error can name the line. */
function readSlowly(path: string, text: string): SavedBase {
  const source = parseText(path, text);
  const fault = findStateFault(source.root);
  if (!fault) return toBase(source.root);
  throw new StartError([complainAt(source, fault.pointer, `${fault.message}. ${remedy}`)]);
}

function parseText(path: string, text: string): Source {
  try {
    return parseSource(path, text);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const complaints = error.complaints.map((complaint) => ({
      ...complaint,
      message: `${complaint.message}. ${remedy}`,
    }));
    throw new StartError(complaints);
  }
}

const otherwise =
  'or run "stuntdouble reset", which puts db.json and its journals aside, to start from the fixtures';
const remedy = `Mend the file, ${otherwise}`;

async function readText(file: DiskFile, size: number): Promise<string> {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size;) {
    const count = await file.read(bytes.subarray(at), at);
    if (count === 0) break;
    at += count;
  }
  return bytes.toString('utf8');
}

/** Why parsed JSON is no saved state; undefined: it is one. */
function findStateFault(
  root: JsonValue,
): { readonly pointer: string; readonly message: string } | undefined {
  const head = isJsonObject(root) ? root['stuntdouble'] : undefined;
  if (!isJsonObject(root) || !isJsonObject(head))
    return { pointer: '', message: 'this is not a state of Stuntdouble' };
  const { format, journal, id } = head;
  if (format !== 1 && format !== currentFormat) {
    const known = `only 1 and ${currentFormat} can be read`;
    return {
      pointer: '/stuntdouble/format',
      message: `this state has the format ${JSON.stringify(format)}, and ${known}`,
    };
  }
  if (format === currentFormat && !isJournalNumber(journal))
    return {
      pointer: '/stuntdouble/journal',
      message: '"journal" must be the number of the journal that goes on from here',
    };
  if (id !== undefined && typeof id !== 'string')
    return { pointer: '/stuntdouble/id', message: '"id" must be the text that its journals have' };
  return findListFault(root);
}

function findListFault(
  root: JsonObject,
): { readonly pointer: string; readonly message: string } | undefined {
  const { collections, planted = [] } = root;
  if (!isJsonObject(collections))
    return { pointer: '/collections', message: '"collections" must be an object' };
  const wrong = Object.keys(collections).find((name) => !Array.isArray(collections[name]));
  if (wrong !== undefined)
    return {
      pointer: stepDown('/collections', wrong),
      message: 'a collection must be an array of records',
    };
  if (!Array.isArray(planted))
    return { pointer: '/planted', message: '"planted" must be an array' };
  if (!Array.isArray(root['tombstones'] ?? []))
    return { pointer: '/tombstones', message: '"tombstones" must be an array' };
  const odd = ['deletions', 'gone', 'born', 'known'].find(
    (name) => !isJsonObject(root[name] ?? {}),
  );
  return odd === undefined
    ? undefined
    : { pointer: `/${odd}`, message: `"${odd}" must be an object` };
}

/** Reads parsed JSON in which `findStateFault` has found no fault. */
function toBase(root: JsonValue): SavedBase {
  const members = isJsonObject(root) ? root : {};
  const { stuntdouble, collections, planted, born } = members;
  const head = isJsonObject(stuntdouble) ? stuntdouble : {};
  const records = toLists(collections);
  const { journal, id } = head;
  const saved = {
    fingerprints: { contract: textOf(head['contract']), fixtures: textOf(head['fixtures']) },
    collections: records,
    // Old files have no `planted`: each collection with records was complete.
    planted: Array.isArray(planted)
      ? planted.map(textOf)
      : Object.keys(records).filter((name) => (records[name] ?? []).length > 0),
    ...toTombstones(members),
    born: toLists(born),
    known: toTexts(members['known']),
  };
  // Format 1 had neither journals nor ids.
  if (head['format'] === 1 || !isJournalNumber(journal))
    return { saved, journal: undefined, id: undefined };
  return { saved, journal, id: typeof id === 'string' ? id : undefined };
}

function toTexts(texts: JsonValue | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(isJsonObject(texts) ? texts : {});
  return Object.fromEntries(entries.map(([name, text]) => [name, textOf(text)]));
}

/** Old files list the deleted records of each collection in `gone`, and do not count them. */
function toTombstones({ tombstones, deletions, gone }: JsonObject): SavedDeletions {
  const former = Object.entries(toLists(gone)).map(([name, list]) => readFormer(name, list));
  const groups = Array.isArray(tombstones) ? tombstones : [];
  return {
    tombstones: [...former.flat(), ...groups.flatMap((group) => readGroup(group) ?? [])],
    deletions: {
      ...countFormer(former),
      ...Object.fromEntries(
        Object.entries(isJsonObject(deletions) ? deletions : {}).map(([name, told]) => [
          name,
          readDeletions(told),
        ]),
      ),
    },
  };
}

function readFormer(collection: string, marks: readonly JsonValue[]): readonly SavedTombstones[] {
  return marks.flatMap((mark) => {
    const { key, ...rest } = isJsonObject(mark) ? mark : {};
    return readGroup({ ...rest, collection, keys: [key ?? null] }) ?? [];
  });
}

function countFormer(former: readonly (readonly SavedTombstones[])[]): SavedDeletions['deletions'] {
  return Object.fromEntries(
    former.flatMap((list): [string, Deletions][] => {
      const [first] = list;
      const numbers = list.flatMap(({ keys }) => keys.map(numberOf));
      const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
      return first ? [[first.collection, { count: list.length, highest }]] : [];
    }),
  );
}

function readGroup(group: JsonValue): SavedTombstones | undefined {
  const { collection, parents = {}, keys, born } = isJsonObject(group) ? group : {};
  if (typeof collection !== 'string' || !isJsonObject(parents) || !Array.isArray(keys))
    return undefined;
  const texts = keys.filter((key) => typeof key === 'string');
  return { collection, parents, keys: texts, ...(born === true ? { born } : {}) };
}

function readDeletions(told: JsonValue): Deletions {
  const { count, highest } = isJsonObject(told) ? told : {};
  return { count: wholeNumberIn(count), highest: wholeNumberIn(highest) };
}

function wholeNumberIn(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function isJournalNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function toLists(lists: JsonValue | undefined): Readonly<Record<string, readonly JsonValue[]>> {
  return Object.fromEntries(
    Object.entries(isJsonObject(lists) ? lists : {}).map(([name, list]) => [
      name,
      Array.isArray(list) ? list : [],
    ]),
  );
}
