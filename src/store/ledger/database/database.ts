import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { Low } from 'lowdb';

import { messageOf, StartError } from '../../../base/errors.ts';
import type { Source } from '../../../text/source.ts';
import { complainAt, parseSource } from '../../../text/source.ts';
import type { Disk, DiskFile } from '../disk.ts';
import type { SavedBase, StateSource } from '../saved-state.ts';
import { findStateFault, toBase } from '../saved-state.ts';
import { scanFile } from './file-scan.ts';
import { readJsonPieces, UnreadableJson } from './json-pieces.ts';
import type { Succession } from './state-text.ts';
import { writeState } from './state-text.ts';

/** db.json, which people can read. It always holds the last state that was written completely. */
export interface Database {
  readonly path: string;
  /** Resolves with undefined where nothing was saved yet. */
  read(): Promise<SavedBase | undefined>;
  /**
   * Replaces db.json once the new state is written completely. If this rejects, the old file is
   * still there. Resolves with the size in bytes; the caller must still sync the folder.
   */
  write(state: WrittenDraft): Promise<number>;
}

/** A state to write. */
export interface WrittenDraft extends Succession {
  readonly source: StateSource;
  /** Stops the writing; db.json then stays as it was. */
  readonly signal?: AbortSignal | undefined;
}

export const temporaryName = '.db.json.tmp';

interface DatabaseFolder {
  readonly disk: Disk;
  readonly folder: string;
  readonly isSynced: boolean;
}

interface DatabaseContent {
  readonly base?: SavedBase | undefined;
  readonly draft?: WrittenDraft;
  readonly size?: number;
}

/** Opens db.json. No other file imports lowdb. */
export function openDatabase(setting: DatabaseFolder): Database {
  const path = join(setting.folder, 'db.json');
  const temporary = join(setting.folder, temporaryName);
  const database = new Low<DatabaseContent>(
    {
      read: async () => ({ base: await readBase(setting.disk, path) }),
      async write({ draft }) {
        if (!draft) return;
        await makeFolder(setting);
        database.data = { size: await writeDraft(setting, temporary, draft) };
        await setting.disk.rename(temporary, path);
      },
    },
    {},
  );
  return {
    path,
    async read() {
      await database.read();
      const { base } = database.data;
      database.data = {};
      return base;
    },
    async write(draft) {
      database.data = { draft };
      try {
        await database.write();
        return database.data.size ?? 0;
      } catch (error) {
        await setting.disk.remove(temporary).catch(ignoreLeftOver);
        draft.signal?.throwIfAborted();
        throw new Error(`db.json can not be written: ${messageOf(error)}`, { cause: error });
      } finally {
        // Lets the garbage collector free the state.
        database.data = {};
      }
    },
  };
}

async function makeFolder({ disk, folder, isSynced }: DatabaseFolder): Promise<void> {
  const changed = await disk.makeFolder(folder);
  if (isSynced) for (const above of changed) await disk.syncFolder(above);
}

/** The work between two turns of the event loop: in milliseconds, and in characters. */
const sliceTime = 1;
const sliceLength = 1 << 18;

async function writeDraft(
  { disk, isSynced }: DatabaseFolder,
  path: string,
  { source, signal, ...succession }: WrittenDraft,
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

/** The records of db.json are three levels deep. */
const levelsAbove = 3;
/** In bytes. A larger file is too slow to read again as one string, or too long for one. */
const mostToShow = 1 << 28;

async function readBase(disk: Disk, path: string): Promise<SavedBase | undefined> {
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

function ignoreLeftOver(): void {
  // The next start removes the temporary file.
}
