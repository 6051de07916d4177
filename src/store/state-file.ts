import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { Low, Memory } from 'lowdb';
import { DataFile } from 'lowdb/node';

import { messageOf, StartError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, stepDown, textOf } from '../json.ts';
import { complainAt, parseSource } from '../source.ts';

/** What is written down of a world: records as people see them, and what they were made for. */
export interface SavedState {
  readonly fingerprints: Fingerprints;
  readonly collections: Readonly<Record<string, readonly JsonValue[]>>;
  /** The collections of which it has the last word: what isn't in them doesn't exist. */
  readonly planted: readonly string[];
  /** What was taken away: it isn't made up again, nor is its key given to another. */
  readonly gone: Readonly<Record<string, readonly JsonValue[]>>;
  /** What was made by a request, so that there is nothing under it but what was made, too. */
  readonly born: Readonly<Record<string, readonly JsonValue[]>>;
}

export interface Fingerprints {
  readonly contract: string;
  readonly fixtures: string;
}

export interface StateFile {
  /** Where it is, for messages; undefined in memory. */
  readonly path: string | undefined;
  /** Undefined where nothing was saved yet. */
  read(): Promise<SavedState | undefined>;
  write(state: SavedState): Promise<void>;
}

const format = 1;

/** The home of the database library: nothing else in the house knows which one it is. */
export function openStateFile(folder: string | undefined): StateFile {
  const path = folder === undefined ? undefined : join(folder, 'db.json');
  const adapter =
    path === undefined
      ? new Memory<JsonObject>()
      : new DataFile<JsonObject>(path, {
          parse: (text) => parseState(path, text),
          // The library's own writer renames a finished temporary file: no half of it is ever seen.
          stringify: (state) => `${JSON.stringify(state, undefined, 2)}\n`,
        });
  const database = new Low<JsonObject>(adapter, {});
  return {
    path,
    async read() {
      await database.read().catch((error: unknown) => refuseFile(path, error));
      return toState(database.data);
    },
    async write({ fingerprints, planted, collections, ...marks }) {
      if (folder !== undefined) await mkdir(folder, { recursive: true });
      const head = { format, ...fingerprints };
      const known = Object.entries(marks).filter(([, lists]) => Object.keys(lists).length > 0);
      database.data = { stuntdouble: head, planted, collections, ...Object.fromEntries(known) };
      await database.write();
    },
  };
}

/** A file that we can not read is never written over: it stops the start. */
function parseState(path: string, text: string): JsonObject {
  const source = parseSource(path, text);
  const fault = findFault(source.root);
  if (fault) {
    throw new StartError([
      complainAt(
        source,
        fault.pointer,
        `${fault.message}. Mend the file, or move it away to start from the fixtures`,
      ),
    ]);
  }
  return isJsonObject(source.root) ? source.root : {};
}

function refuseFile(path: string | undefined, error: unknown): never {
  if (error instanceof StartError || path === undefined) throw error;
  throw new StartError([{ file: path, message: `can not be read: ${messageOf(error)}` }]);
}

function findFault(root: JsonValue): { pointer: string; message: string } | undefined {
  const head = isJsonObject(root) ? root['stuntdouble'] : undefined;
  if (!isJsonObject(root) || !isJsonObject(head))
    return { pointer: '', message: 'this is not a state of Stuntdouble' };
  if (head['format'] !== format) {
    return {
      pointer: '/stuntdouble/format',
      message: `this state has the format ${JSON.stringify(head['format'])}, and only ${format} can be read`,
    };
  }
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
  const odd = ['gone', 'born'].find((name) => !isJsonObject(root[name] ?? {}));
  return odd === undefined
    ? undefined
    : { pointer: `/${odd}`, message: `"${odd}" must be an object` };
}

function toState(data: JsonObject): SavedState | undefined {
  const { stuntdouble: head, collections, planted, gone, born } = data;
  if (!isJsonObject(head) || !isJsonObject(collections)) return undefined;
  const records = listsOf(collections);
  return {
    fingerprints: { contract: textOf(head['contract']), fixtures: textOf(head['fixtures']) },
    collections: records,
    // There was a time when whatever had records had the last word, and nothing was said of it.
    planted: Array.isArray(planted)
      ? planted.map(textOf)
      : Object.keys(records).filter((name) => (records[name] ?? []).length > 0),
    gone: listsOf(gone),
    born: listsOf(born),
  };
}

function listsOf(lists: JsonValue | undefined): Readonly<Record<string, readonly JsonValue[]>> {
  return Object.fromEntries(
    Object.entries(isJsonObject(lists) ? lists : {}).map(([name, list]) => [
      name,
      Array.isArray(list) ? list : [],
    ]),
  );
}
