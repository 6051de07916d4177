import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { once } from '../base/once.ts';
import type { Contract } from '../contract/compile.ts';
import type { Passage, Reached, Validated } from '../pipeline/exchange.ts';
import type { FileBytes, Release } from '../store/files/file-bytes.ts';
import type { Item } from '../store/record.ts';
import type { State } from '../store/state/state.ts';
import type { WeighBesides } from '../store/worlds/room.ts';
import type { Worlds } from '../store/worlds/worlds.ts';

/** The files that requests upload, and the records that name them. */
export interface Uploads {
  /** Files are on the disk before the state names them. */
  store(this: void, request: Validated): Promise<undefined> | undefined;
  /** Drops what a request has stored, unless its changes name it. */
  settle(this: void, request: Reached, changes: Passage['changes']): void;
  /** The hashes of all files that a world, the start of a world or a snapshot names. */
  listNamed(this: void, worlds: Worlds): ReadonlySet<string>;
  /** The size of the files that a record names. */
  readonly weigh: WeighBesides;
}

export function createUploads({ targets }: Pick<Contract, 'targets'>, files: FileBytes): Uploads {
  const releases = new WeakMap<Reached, Release>();
  /** The names of the collections that tell of files. */
  const names = once(
    () =>
      new Set(
        [...targets.values()].flatMap((target) =>
          target.role === 'improvised' ? [] : (target.file?.collection?.name ?? []),
        ),
      ),
  );
  return {
    store(request) {
      const { operation, content } = request;
      if (!content?.files || content.files.length === 0) return undefined;
      const target = targets.get(operation);
      const use = target?.role === 'improvised' ? undefined : target?.file;
      if (use?.kind !== 'upload' || !use.collection) return undefined;
      const stored = files.prepare(content.files.map(({ bytes }) => bytes));
      if (stored instanceof Promise)
        return stored.then((release) => void releases.set(request, release));
      releases.set(request, stored);
      return undefined;
    },
    settle(request, changes = []) {
      const release = releases.get(request);
      if (!release) return;
      releases.delete(request);
      const after = changes.flatMap((one) => (names().has(one.collection) ? one.after : undefined));
      release(new Set(after.flatMap((record) => (record ? hashesIn(record.body) : []))));
    },
    listNamed: (worlds) => listNamed(names(), worlds),
    weigh: (collection, body) => (names().has(collection) ? sizeOfFiles(body) : 0),
  };
}

function listNamed(names: ReadonlySet<string>, worlds: Worlds): ReadonlySet<string> {
  const named = new Set<string>();
  const note = (items: readonly Item[]): void => {
    for (const { body } of items) for (const hash of hashesIn(body)) named.add(hash);
  };
  const all = [worlds.main, ...worlds.list().map(({ world }) => world)];
  const states = new Set<State>([
    ...all.map(({ base }) => base),
    ...worlds.snapshots.list().map(({ state }) => state),
  ]);
  for (const name of names) {
    for (const world of all) note(world.items(name));
    for (const { tables } of states) note(tables.get(name)?.items() ?? []);
  }
  // What does not fit the contract now is kept: it may fit the next one.
  for (const records of worlds.main.save().misfits.values())
    for (const one of records)
      if (isJsonObject(one)) for (const hash of hashesIn(one)) named.add(hash);
  return named;
}

function hashesIn(record: JsonObject): readonly string[] {
  return filesIn(record).flatMap(({ sha256 }) => (typeof sha256 === 'string' ? [sha256] : []));
}

function sizeOfFiles(record: JsonObject): number {
  return filesIn(record).reduce(
    (sum, { size }) => sum + (typeof size === 'number' ? Math.max(0, size) : 0),
    0,
  );
}

function filesIn({ files }: JsonObject): readonly JsonObject[] {
  return Array.isArray(files) ? files.filter((one: JsonValue) => isJsonObject(one)) : [];
}
