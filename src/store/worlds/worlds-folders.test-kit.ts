import { expect } from 'vitest';

import { createBook } from '../credentials/book.ts';
import type { Database } from '../database.ts';
import { createDatabase } from '../database.ts';
import type { Disk } from '../ledger/disk.ts';
import type { Durability } from '../ledger/folder-adapter.ts';
import { createFolderAdapter } from '../ledger/folder-adapter.ts';
import type { RecordChange } from '../record.ts';
import { tablesOf } from '../shop.test-kit.ts';
import { admitState } from '../state/admission.ts';
import type { State } from '../state/state.ts';
import { beginState } from '../state/state.ts';
import { createClock } from './clock.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';
import type { Mark, Picture } from './worlds-model.test-kit.ts';
import {
  changePicture,
  isAt,
  listIn,
  mayBe,
  pictureOf,
  places,
  shapes,
  textOf,
} from './worlds-model.test-kit.ts';
import type { Worlds } from './worlds.ts';
import { createWorlds, mainName } from './worlds.ts';

/** The life of one process: its worlds, and beside them what they have to be. */
export interface House {
  readonly worlds: Worlds;
  readonly snapshots: Map<string, Picture>;
  readonly base: Picture;
  /** What a world goes back to with a reset. */
  baseOf(world: World): Picture;
  /** What the next process may find: what was acknowledged, and what may have been written since. */
  readonly candidates: () => readonly Picture[];
  pictureOf(world: World): Picture;
  /** Resolves when it is durable, or was refused. */
  commit(world: World, changes: readonly RecordChange[]): Promise<void>;
  /** The world has become another, and that is being kept. */
  follow(world: World, target: Picture, keeping: Promise<void>): Promise<void>;
  /** A new world, made from this. */
  adopt(world: World, picture: Picture): void;
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface Site {
  readonly disk: Disk;
  readonly folder: string;
  readonly durability: Durability;
  readonly base: State;
  readonly leastLength: number;
  /** Counts what came about. */
  tell(event: string): void;
}

export function beginBase(sizes: Pick<Picture, 'records' | 'complete'>): State {
  const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
  return beginState(madeFor, tablesOf(shapes, sizes.records), new Set(sizes.complete));
}

interface Step {
  readonly serial: number;
  readonly picture: Picture;
}

export async function openHouse(site: Site, expected: readonly Picture[]): Promise<House> {
  const { base } = site;
  const adapter = createFolderAdapter({
    ...site,
    first: base,
    admit: (saved) => admitState(base.madeFor, base.authoritative, saved).state,
    onNotice: () => undefined,
  });
  const database = createDatabase(base, adapter, () => Promise.resolve());
  await database.read();
  const first = database.low.data;
  const main = openMain(base, {
    ...database,
    takeOver: ({ goBack, letGo }) =>
      database.takeOver({
        letGo,
        goBack(stored) {
          goBack(stored);
          lose(stored);
        },
      }),
  });
  const worlds = createWorlds({
    main,
    credentials: main.credentials,
    limits: { most: 3, idle: Infinity },
    now: Date.now,
    uptime: () => 0,
  });
  const found = findExpected(first, expected);
  const pictures = new Map<string, Picture>([[mainName, found]]);
  const steps = new WeakMap<State, Step>([[first, { serial: 0, picture: found }]]);
  const bases = new WeakMap<World, Picture>();
  const inFlight = new Set<Promise<void>>();
  let serial = 0;
  let losses = 0;
  let durable: Step = { serial: 0, picture: found };
  let doubtful: readonly Step[] = [];
  function lose(state: State): void {
    const step = steps.get(state);
    if (!step) throw new Error('memory went back to a state that there never was');
    // What was acknowledged is never lost.
    expect(step.serial).toBeGreaterThanOrEqual(durable.serial);
    losses += 1;
    site.tell('loss');
    pictures.set(mainName, step.picture);
  }
  const followOne = async (promise: Promise<void>, step: Step, before: number): Promise<void> => {
    const isKept = await promise.then(
      () => true,
      () => false,
    );
    if (isKept) {
      durable = step.serial > durable.serial ? step : durable;
      doubtful = doubtful.filter((other) => other.serial > step.serial);
    } else {
      site.tell('refusal');
      expect(losses).toBeGreaterThan(before);
    }
  };
  /** What a promise of the world that is kept turns out to mean. */
  const follow = (picture: Picture, promise: Promise<void>): Promise<void> => {
    const step = { serial: (serial += 1), picture };
    steps.set(main.save(), step);
    pictures.set(mainName, picture);
    doubtful = [...doubtful, step];
    const lossesBefore = losses;
    const done = followOne(promise, step, lossesBefore);
    inFlight.add(done);
    return done.finally(() => inFlight.delete(done));
  };
  const seen = (world: World): Picture => pictures.get(world.name) ?? pictureOf(base);
  return {
    worlds,
    snapshots: new Map(),
    base: pictureOf(base),
    candidates: () => [durable, ...doubtful].map(({ picture }) => picture),
    pictureOf: seen,
    commit(world, changes) {
      const picture = changePicture(seen(world), changes);
      const promise = world.commit(changes);
      if (world === main && promise) return follow(picture, promise);
      expect(promise).toBeUndefined();
      pictures.set(world.name, picture);
      return Promise.resolve();
    },
    follow(world, target, keeping) {
      if (world === main) return follow(target, keeping);
      pictures.set(world.name, target);
      return keeping;
    },
    adopt(world, picture) {
      pictures.set(world.name, picture);
      bases.set(world, picture);
    },
    baseOf: (world) => bases.get(world) ?? pictureOf(base),
    settle: async () => void (await Promise.all(inFlight)),
    async close() {
      await database.close();
      await adapter.close();
    },
  };
}

function openMain(base: State, database: Database): World {
  return createWorld({
    name: mainName,
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base,
    database,
  });
}

/** What was found has to be one of those; its records are others, and say the same. */
function findExpected(first: State, expected: readonly Picture[]): Picture {
  const found = pictureOf(first);
  expect(expected.map(textOf)).toContain(textOf(found));
  return found;
}

/** Every world and every snapshot is what it has to be, whatever was done to the others. */
export function expectAgreement(house: House): void {
  const { worlds, snapshots } = house;
  for (const world of [worlds.main, ...worlds.list().map((one) => one.world)])
    expectRecords(world.save(), house.pictureOf(world));
  for (const [name, picture] of snapshots) expectRecords(worlds.snapshots.get(name).state, picture);
}

/** The very same records, in the same order. */
function expectRecords(state: State, picture: Picture): void {
  for (const { name } of shapes) {
    const wanted = listIn(picture, name);
    let at = 0;
    for (const item of state.tables.get(name)?.ranked.values() ?? []) {
      if (item !== wanted[at]) expect(pictureOf(state)).toStrictEqual(picture);
      at += 1;
    }
    expectSame(at, wanted.length, name);
  }
}

/** Whatever is asked of a world, it answers what the picture says. */
export function expectAnswers(world: World, picture: Picture): void {
  for (const { name, parents } of shapes) {
    const list = listIn(picture, name);
    const any = parents.map(() => undefined);
    expectList(world.items(name), list, name);
    expectSame(world.count(name, any), list.length, name);
  }
  for (const place of places) expectPlace(world, picture, place);
}

function expectPlace(world: World, picture: Picture, place: Mark): void {
  const { records, gone, born, deletions } = picture;
  const { collection, key, parents } = place;
  const list = records[collection] ?? [];
  const about = JSON.stringify(place);
  const namesakes = list.filter((one) => one.key === key && mayBe(one.parents, parents));
  const exact = parents.includes(undefined) ? undefined : namesakes.find((one) => isAt(one, place));
  expectSame(world.find(collection, key, parents), exact ?? namesakes[0], about);
  const siblings = list.filter((one) =>
    parents.every((parent, at) => parent === undefined || one.parents[at] === parent),
  );
  const firstKeys = siblings.slice(0, 2).map((one) => one.key);
  expectList(world.list(collection, parents), siblings, about);
  expectSame(world.count(collection, parents), siblings.length, about);
  expectList(world.firstKeys(collection, parents, 2), firstKeys, about);
  const isMarked = (marks: readonly Mark[]): boolean =>
    marks.some(
      (one) => one.collection === collection && one.key === key && mayBe(one.parents, parents),
    );
  expectSame(world.isGone(collection, key, parents), isMarked(gone), `gone: ${about}`);
  expectSame(world.isBorn(collection, key, parents), isMarked(born), `born: ${about}`);
  const { count = 0, highest = 0 } = deletions[collection] ?? {};
  expectSame(world.deletions(collection), count, `deletions: ${about}`);
  const numbers = siblings.map((one) => (/^\d+$/.test(one.key) ? Number(one.key) : 0));
  // A list may know of numbers that it had before.
  if (world.highest(collection, parents) < Math.max(highest, ...numbers))
    expect.fail(`a number is given again: ${about}`);
}

/** There are millions of them, and to expect something takes its time. */
function expectSame<T>(found: T, wanted: T, about: string): void {
  if (found !== wanted) expect(found, about).toBe(wanted);
}

function expectList<T>(found: readonly T[], wanted: readonly T[], about: string): void {
  const isSame = found.length === wanted.length && found.every((one, at) => one === wanted[at]);
  if (!isSame) expect(found, about).toStrictEqual(wanted);
}
