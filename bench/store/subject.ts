import { join } from 'node:path';

import { JSONFilePreset } from 'lowdb/node';

import type { JsonObject } from '../../src/base/json.ts';
import { createBook } from '../../src/store/credentials/credentials.ts';
import type { Disk } from '../../src/store/ledger/disk.ts';
import { machineDisk } from '../../src/store/ledger/disk.ts';
import type { Durability, Ledger, OpenedFolder } from '../../src/store/ledger/ledger.ts';
import { openFolder } from '../../src/store/ledger/ledger.ts';
import { describeState } from '../../src/store/state-source.ts';
import type { State } from '../../src/store/state/state.ts';
import { createClock } from '../../src/store/worlds/clock.ts';
import type { World } from '../../src/store/worlds/world.ts';
import { createWorld } from '../../src/store/worlds/world.ts';
import { collection, makeRecord } from './records.ts';

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
  if (name === 'memory') return toSubject(openWorld(first, undefined), undefined);
  const opened = await open(folder, name);
  const ledger = opened.begin(first);
  return toSubject(openWorld(first, ledger), ledger);
}

export function open(
  folder: string,
  durability: Durability,
  disk: Disk = machineDisk,
): Promise<OpenedFolder<State>> {
  return openFolder<State>({
    folder,
    durability,
    disk,
    describe: describeState,
    onLoss: () => undefined,
    onNotice: (message) => process.stderr.write(`${message}\n`),
  });
}

export function openWorld(first: State, ledger: Ledger<State> | undefined): World {
  return createWorld({
    name: 'default',
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base: first,
    first,
    ledger,
  });
}

export function toSubject(world: World, ledger: Ledger<State> | undefined): Subject {
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
    close: async () => ledger?.close(),
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
