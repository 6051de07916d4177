import { cp } from 'node:fs/promises';

import * as fc from 'fast-check';

import type { Disk, DiskFile } from '../ledger/disk.ts';
import { machineDisk } from '../ledger/disk.ts';
import { createMemoryDisk } from '../ledger/memory-disk.test-kit.ts';
import type { Command, Scene } from './worlds-commands.test-kit.ts';
import { playCommand } from './worlds-commands.test-kit.ts';
import { beginBase, expectAgreement, expectAnswers, openHouse } from './worlds-folders.test-kit.ts';
import type { Picture } from './worlds-model.test-kit.ts';
import { makeItem, pictureOf } from './worlds-model.test-kit.ts';

export interface Start {
  readonly durability: 'sync' | 'flush';
  /** Small, so that db.json is often written anew. */
  readonly leastLength: number;
  /** How many records there are at first: enough that trees have branches, or none. */
  readonly crowd: number;
  /** The collections with fixtures. */
  readonly complete: readonly string[];
}

export const anyStart: fc.Arbitrary<Start> = fc.record({
  durability: fc.constantFrom('sync', 'flush'),
  leastLength: fc.constantFrom(1, 600, 4000),
  crowd: fc.constantFrom(0, 0, 0, 0, 3, 70),
  complete: fc.constantFrom([], ['lines'], ['notes', 'stars']),
});

/** Where a process keeps its files, and what is left of them when it ends. */
interface Site {
  readonly disk: Disk;
  readonly folder: string;
  breakDisk(after: number, count: number): void;
  /** What the next process finds. */
  survive(end: 'kill' | 'power cut'): Promise<Site>;
  /** Whether db.json was ever put in the place of journals. */
  isCompacted(): boolean;
}

/** Plays a sequence, and holds everything against what it has to be after each command. */
export async function playAll(
  start: Start,
  commands: readonly Command[],
  site: Site,
  tell: (event: string) => void,
): Promise<void> {
  const base = beginBase({ records: crowdOf(start.crowd), complete: start.complete });
  const open = (at: Site, expected: readonly Picture[]): Promise<Scene['house']> =>
    openHouse({ ...start, disk: at.disk, folder: at.folder, base, tell }, expected);
  let here = site;
  const scene: Scene = {
    house: await open(site, [pictureOf(base)]),
    tell,
    breakDisk: (after, count) => here.breakDisk(after, count),
    async reopen(end) {
      const { house } = scene;
      tell(end);
      if (here.isCompacted()) tell('compaction');
      if (end === 'stop') await house.close();
      here = await here.survive(end === 'power cut' && start.durability === 'sync' ? end : 'kill');
      scene.house = await open(here, house.candidates());
      expectAnswers(scene.house.worlds.main, scene.house.pictureOf(scene.house.worlds.main));
    },
  };
  for (const command of commands) {
    await playCommand(scene, command);
    expectAgreement(scene.house);
  }
  const { worlds } = scene.house;
  for (const world of [worlds.main, ...worlds.list().map((one) => one.world)])
    expectAnswers(world, scene.house.pictureOf(world));
  await scene.reopen('stop');
}

/** So many orders of a shop, and as many shops. */
function crowdOf(count: number): Picture['records'] {
  const make = (collection: string, parents: readonly string[]): Picture['records'][string] =>
    Array.from({ length: count }, (_, at) =>
      makeItem({ collection, key: `${100 + at}`, parents }, at),
    );
  return { orders: make('orders', ['a']), shops: make('shops', []) };
}

/** A disk that fails when it is told to, and can lose its power. */
export function inMemory(disk: ReturnType<typeof createMemoryDisk> = createMemoryDisk()): Site {
  let trouble = { after: 0, count: 0 };
  disk.before = (step) => {
    if (trouble.count === 0 || step.startsWith('close')) return undefined;
    if (trouble.after > 0) {
      trouble = { ...trouble, after: trouble.after - 1 };
      return undefined;
    }
    trouble = { ...trouble, count: trouble.count - 1 };
    if (step.startsWith('write') && trouble.count % 2 === 0) return 'half';
    throw new Error('EIO: the disk fails');
  };
  return {
    disk,
    folder: '/data',
    breakDisk: (after, count) => void (trouble = { after, count }),
    survive: (end) => Promise.resolve(inMemory(disk.survivor(end))),
    isCompacted: () => disk.steps.some((step) => step.startsWith('remove db.journal')),
  };
}

/** A folder of the machine. What a process leaves is copied when nothing of it is under way any more. */
export function onMachine(folder: string): Site {
  const mortal = createMortalDisk(machineDisk);
  return {
    disk: mortal.disk,
    folder,
    breakDisk: (after, count) => mortal.fail(after, count),
    isCompacted: () => false,
    async survive() {
      await mortal.end();
      const copy = `${folder}+`;
      // Before anything was written there is none.
      if ((await machineDisk.look(folder)) !== undefined)
        await cp(folder, copy, { recursive: true });
      return onMachine(copy);
    },
  };
}

/** One that obeys its process until that ends; from then on nothing is done any more. */
function createMortalDisk(disk: Disk): {
  readonly disk: Disk;
  fail(after: number, count: number): void;
  end(): Promise<void>;
} {
  const underWay = new Set<Promise<unknown>>();
  const open = new Set<DiskFile>();
  let isDead = false;
  let trouble = { after: 0, count: 0 };
  const obey = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Error('the process has ended');
    if (trouble.count > 0 && trouble.after === 0) {
      trouble = { ...trouble, count: trouble.count - 1 };
      throw new Error('EIO: the disk fails');
    }
    trouble = { ...trouble, after: Math.max(0, trouble.after - 1) };
    const doing = work();
    underWay.add(doing);
    try {
      return await doing;
    } finally {
      underWay.delete(doing);
    }
  };
  const guard = (file: DiskFile): DiskFile => ({
    look: () => obey(() => file.look()),
    read: (into, position) => obey(() => file.read(into, position)),
    write: (bytes, position) => obey(() => file.write(bytes, position)),
    truncate: (length) => obey(() => file.truncate(length)),
    datasync: () => obey(() => file.datasync()),
    sync: () => obey(() => file.sync()),
    async close() {
      if (open.delete(file)) await file.close();
    },
  });
  return {
    disk: {
      makeFolder: (path) => obey(() => disk.makeFolder(path)),
      list: (path) => obey(() => disk.list(path)),
      async open(path, purpose) {
        const file = await obey(() => disk.open(path, purpose));
        open.add(file);
        return guard(file);
      },
      look: (path) => obey(() => disk.look(path)),
      rename: (from, to) => obey(() => disk.rename(from, to)),
      remove: (path) => obey(() => disk.remove(path)),
      syncFolder: (path) => obey(() => disk.syncFolder(path)),
    },
    fail: (after, count) => void (trouble = { after, count }),
    async end() {
      isDead = true;
      while (underWay.size > 0) await Promise.allSettled(underWay);
      for (const file of open) await file.close();
      open.clear();
    },
  };
}
