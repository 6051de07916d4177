import { join } from 'node:path';

import { JSONFilePreset } from 'lowdb/node';

import type { JsonObject } from '../../src/base/json.ts';
import { createBook } from '../../src/store/credentials/book.ts';
import type { Database } from '../../src/store/database.ts';
import { createDatabase } from '../../src/store/database.ts';
import type { Disk } from '../../src/store/ledger/disk.ts';
import { machineDisk } from '../../src/store/ledger/disk.ts';
import type { Durability, FolderAdapter } from '../../src/store/ledger/folder-adapter.ts';
import { createFolderAdapter } from '../../src/store/ledger/folder-adapter.ts';
import { admitState } from '../../src/store/state/admission.ts';
import type { State } from '../../src/store/state/state.ts';
import { createClock } from '../../src/store/worlds/clock.ts';
import type { World } from '../../src/store/worlds/world.ts';
import { createWorld } from '../../src/store/worlds/world.ts';
import { collection, madeFor, makeRecord, makeState } from './records.ts';

/** What is measured. Each promise resolves when the write is as durable as it gets. */
export interface Subject {
  create(number: number): Promise<void>;
  replace(number: number, count: number): Promise<void>;
  remove(number: number): Promise<void>;
  close(): Promise<void>;
}

export type SubjectName = 'sync' | 'flush' | 'memory' | 'lowdb';

export async function openSubject(
  name: SubjectName,
  first: State,
  folder: string,
): Promise<Subject> {
  if (name === 'lowdb') return openLowdb(first, folder);
  if (name === 'memory') return toSubject(createDatabase(first));
  const { database, adapter } = await open(folder, name, { first });
  return toSubject(database, adapter);
}

export interface OpenedFolder {
  readonly database: Database;
  readonly adapter: FolderAdapter;
}

interface OpenOptions {
  readonly first?: State;
  readonly disk?: Disk;
  /** Called when the files were read, before a state is made of them. */
  readonly onRead?: () => void;
}

export async function open(
  folder: string,
  durability: Durability,
  { first = makeState(0), disk = machineDisk, onRead }: OpenOptions = {},
): Promise<OpenedFolder> {
  const adapter = createFolderAdapter({
    folder,
    durability,
    disk,
    first,
    admit(saved) {
      onRead?.();
      return admitState(madeFor, new Set(), saved).state;
    },
    onNotice: (message) => process.stderr.write(`${message}\n`),
  });
  const database = createDatabase(first, adapter);
  await database.read();
  return { database, adapter };
}

function openWorld(database: Database): World {
  return createWorld({
    name: 'default',
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base: database.low.data,
    database,
  });
}

export function toSubject(database: Database, adapter?: FolderAdapter): Subject {
  const world = openWorld(database);
  const find = (number: number): ReturnType<World['find']> => {
    const { key, parents } = makeRecord(number, 0);
    return world.find(collection, key, parents);
  };
  return {
    async create(number) {
      const after = makeRecord(number, 0);
      await world.commit([{ collection, before: undefined, after, isNew: true }]);
    },
    async replace(number, count) {
      const before = find(number);
      await world.commit([{ collection, before, after: makeRecord(number, count) }]);
    },
    async remove(number) {
      const item = find(number);
      if (item) await world.commit(world.removal(collection, item));
    },
    async close() {
      await database.close();
      await adapter?.close();
    },
  };
}

/** As its documentation shows it. */
async function openLowdb(first: State, folder: string): Promise<Subject> {
  const records = [...(first.tables.get(collection)?.items() ?? [])].map(({ body }) => body);
  const database = await JSONFilePreset<{ records: JsonObject[] }>(join(folder, 'lowdb.json'), {
    records,
  });
  const { data } = database;
  const indexOf = (number: number): number => {
    const { key } = makeRecord(number, 0);
    return data.records.findIndex(({ id }) => id === key);
  };
  return {
    async create(number) {
      data.records.push(makeRecord(number, 0).body);
      await database.write();
    },
    async replace(number, count) {
      data.records[indexOf(number)] = makeRecord(number, count).body;
      await database.write();
    },
    async remove(number) {
      data.records.splice(indexOf(number), 1);
      await database.write();
    },
    close: () => Promise.resolve(),
  };
}
