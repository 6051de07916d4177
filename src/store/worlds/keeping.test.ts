import { describe, expect, it } from 'vitest';

import { createBook } from '../credentials/book.ts';
import type { Credential } from '../credentials/credential.ts';
import { createDatabase } from '../database.ts';
import {
  changeTotal,
  orderItem,
  orders,
  shopItem,
  shops,
  tablesOf,
  totalOf,
} from '../shop.test-kit.ts';
import type { State } from '../state/state.ts';
import { beginState } from '../state/state.ts';
import type { WorldKeeping } from './build-world.ts';
import { createClock } from './clock.ts';
import type { KeptText } from './kept-world.ts';
import { readWorldText } from './kept-world.ts';
import type { WorldFacts } from './world-facts.ts';
import { createWorld } from './world.ts';
import type { Worlds } from './worlds.ts';
import { createWorlds } from './worlds.ts';

const shapes = [shops, orders];
const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
const fixtures = { shops: [shopItem('a')], orders: [orderItem('1', 'a', 10)] };
const base = beginState(madeFor, tablesOf(shapes, fixtures), new Set(['shops']));

/** A place that keeps things, as a store does: later than it is asked, or not. */
interface Place extends WorldKeeping {
  readonly texts: Map<string, string>;
  readonly facts: Map<string, WorldFacts>;
  readonly snapshots: Set<string>;
  readonly bases: Map<string, State>;
  isFull: boolean;
}

function createPlace(): Place {
  const change = async (effect: () => unknown): Promise<void> => {
    await Promise.resolve();
    if (place.isFull) throw new Error('full');
    effect();
  };
  const place: Place = {
    texts: new Map(),
    facts: new Map(),
    snapshots: new Set(),
    bases: new Map(),
    async keepBase(state) {
      await change(() => place.bases.set('base', state));
      return 'base';
    },
    isFull: false,
    openWorld(name): KeptText {
      let own: string | undefined;
      const put = (text: string): Promise<void> =>
        change(() => {
          own = text;
          place.texts.set(name, text);
        });
      return {
        size: () => own?.length,
        replace: put,
        append: (more) => put(`${own ?? ''}${more}`),
      };
    },
    dropWorld: (name) =>
      change(() => {
        place.texts.delete(name);
        place.facts.delete(name);
      }),
    keepFacts: (name, facts) => change(() => place.facts.set(name, facts)),
    saveSnapshot: ({ name }) => change(() => place.snapshots.add(name)),
    dropSnapshot: (name) => change(() => place.snapshots.delete(name)),
  };
  return place;
}

const file: Credential = {
  name: 'of the file',
  scheme: 'key',
  value: 'v',
  scopes: [],
  expiresAt: undefined,
  only: new Map(),
};
const minted: Credential = { ...file, name: 'mine', value: 'w' };

interface Scene {
  readonly worlds: Worlds;
  readonly place: Place;
  pass(this: void, milliseconds: number): void;
}

function open(place: Place = createPlace(), most = 3): Scene {
  let time = 0;
  const credentials = createBook([file]);
  const main = createWorld({
    name: 'default',
    seed: 's',
    clock: createClock(),
    credentials: createBook([], credentials),
    base,
    database: createDatabase(base),
    keepFacts: (facts) => place.keepFacts('default', facts),
  });
  const worlds = createWorlds({
    main,
    credentials,
    limits: { most, idle: 1000 },
    now: () => time,
    uptime: () => time,
    keeping: place,
  });
  return { worlds, place, pass: (milliseconds) => void (time += milliseconds) };
}

/** Another process, which finds what is kept. */
function openAgain({ place }: Scene): Worlds {
  const { worlds } = open(place);
  for (const [name, text] of place.texts) {
    worlds.takeKept(name, {
      text: place.openWorld(name),
      found: readWorldText(text),
      beginning: undefined,
      idle: 0,
      room: undefined,
      origin: place.bases.get(readWorldText(text).head.base ?? ''),
    });
    worlds.look(name)?.world.takeFacts(place.facts.get(name));
  }
  worlds.main.takeFacts(place.facts.get('default'));
  return worlds;
}

describe('a private world that is kept', () => {
  it('is there before it is told of, with its seed, its clock and its snapshot', async () => {
    const scene = open();
    const { worlds, place } = scene;
    await changeTotal(worlds.main, '1', 'a', 11);
    await worlds.snapshots.saveKept({
      name: 's',
      world: 'default',
      state: worlds.main.save(),
      savedAt: 1,
    });
    const clock = { now: 5, isFrozen: true };
    const prepared = worlds.prepare('w', { from: 's', seed: 'other', clock });
    const opening = prepared.openKept();
    expect(worlds.look('w')).toBeUndefined();
    await opening;
    expect([worlds.look('w')?.from, [...place.texts.keys()]]).toEqual(['s', ['w']]);
    const found = openAgain(scene).look('w');
    expect(found).toMatchObject({ from: 's', madeAt: 0, world: { seed: 'other' } });
    expect(found?.world.clock.now()).toBe(5);
    expect(found && totalOf(found.world, '1', 'a')).toBe(11);
    await found?.world.reset();
    expect(found && totalOf(found.world, '1', 'a')).toBe(11);
  });

  it('is not kept before the first change where it is made on first use', async () => {
    const { worlds, place } = open();
    const world = worlds.make('w');
    expect(place.texts.size).toBe(0);
    await changeTotal(world, '1', 'a', 12);
    expect([...place.texts.keys()]).toEqual(['w']);
  });

  it('stays as it was where it can not be made anew or dropped', async () => {
    const { worlds, place } = open();
    await worlds.prepare('w').openKept();
    const world = worlds.look('w')?.world;
    place.isFull = true;
    await expect(worlds.prepare('w').openKept()).rejects.toThrow('full');
    await expect(worlds.dropKept('w')).rejects.toThrow('full');
    place.isFull = false;
    expect(worlds.look('w')?.world).toBe(world);
    await world?.commit([
      { collection: 'orders', before: undefined, after: orderItem('2', 'a', 1) },
    ]);
    await worlds.dropKept('w');
    expect([worlds.look('w'), place.texts.size]).toEqual([undefined, 0]);
  });

  it('refuses changes while it is made anew', async () => {
    const { worlds } = open();
    const world = worlds.make('w');
    const opening = worlds.prepare('w').openKept();
    expect(() => changeTotal(world, '1', 'a', 12)).toThrow(/send it again/);
    await opening;
  });

  it('goes when it was idle, and when it was dropped', async () => {
    const { worlds, place, pass } = open();
    for (const name of ['idle', 'dropped']) await worlds.prepare(name).openKept();
    worlds.drop('dropped');
    pass(1001);
    expect(worlds.list()).toEqual([]);
    await expect.poll(() => place.texts.size).toBe(0);
  });

  it('does not make more worlds than there may be', async () => {
    const { worlds, place } = open(createPlace(), 1);
    const both = [worlds.prepare('a').openKept(), worlds.prepare('b').openKept()];
    const outcomes = await Promise.allSettled(both.map(async (one) => one));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([...place.texts.keys()]).toEqual(['a']);
  });
});

describe('clock and credentials of a world that is kept', () => {
  it.each(['default', 'w'])('are found again: %s', async (name) => {
    const scene = open();
    const { worlds } = scene;
    worlds.make('w');
    const world = worlds.find(name);
    world?.credentials.mint(minted);
    world?.credentials.revoke('of the file');
    world?.clock.set({ now: 7, isFrozen: true });
    await world?.keepFacts();
    const found = openAgain(scene).find(name);
    expect(found?.credentials.entries).toEqual([minted]);
    expect([found?.credentials.minted, found?.clock.now()]).toEqual([1, 7]);
    await world?.reset();
    expect(openAgain(scene).find(name)?.credentials.entries).toEqual([file]);
  });

  it('are what they were where they can not be kept', async () => {
    const { worlds, place } = open();
    const { main } = worlds;
    place.isFull = true;
    main.credentials.mint(minted);
    const first = main.keepFacts();
    main.clock.set({ now: 7, isFrozen: true });
    const second = main.keepFacts();
    await expect(first).rejects.toThrow('full');
    await expect(second).rejects.toThrow('full');
    expect([main.credentials.entries, main.clock.setting]).toEqual([[file], undefined]);
    place.isFull = false;
    main.credentials.mint(minted);
    await main.keepFacts();
    expect(place.facts.get('default')?.credentials.own).toMatchObject([{ name: 'mine' }]);
  });

  it('are durable when a reply tells of them', async () => {
    const { main } = open().worlds;
    main.credentials.mint(minted);
    void main.keepFacts();
    expect(main.durable()).toBeInstanceOf(Promise);
    await main.durable();
    expect(main.durable()).toBeUndefined();
  });
});

it('keeps snapshots before it tells of them', async () => {
  const { worlds, place } = open();
  const { snapshots, main } = worlds;
  const snapshot = { name: 's', world: 'default', state: main.save(), savedAt: 1 };
  place.isFull = true;
  await expect(snapshots.saveKept(snapshot)).rejects.toThrow('full');
  expect(snapshots.has('s')).toBe(false);
  place.isFull = false;
  await snapshots.saveKept(snapshot);
  place.isFull = true;
  await expect(snapshots.dropKept('s')).rejects.toThrow('full');
  expect([snapshots.has('s'), place.snapshots.has('s')]).toEqual([true, true]);
  place.isFull = false;
  await snapshots.dropKept('s');
  expect([snapshots.has('s'), place.snapshots.size]).toEqual([false, 0]);
});

it('tells the facts of a world from those of a former one of its name', async () => {
  const { worlds, place, pass } = open();
  worlds.make('w').credentials.mint(minted);
  await worlds.look('w')?.world.keepFacts();
  pass(5);
  await worlds.prepare('w').openKept();
  expect(place.facts.get('w')?.madeAt).toBe(0);
  expect(worlds.look('w')).toMatchObject({
    madeAt: 5,
    world: { credentials: { entries: [file] } },
  });
});

it('waits for what is under way before a world is made anew', async () => {
  const { worlds, place } = open();
  await worlds.prepare('w').openKept();
  const former = worlds.look('w')?.world;
  const changes = [1, 2].map(async (total) => former && changeTotal(former, '1', 'a', total));
  await Promise.resolve();
  const more = former && changeTotal(former, '1', 'a', 3);
  const opening = worlds.prepare('w', { seed: 'new' }).openKept();
  await Promise.all([...changes, more, opening]);
  const { head, lines } = readWorldText(place.texts.get('w') ?? '');
  expect([head.seed, lines]).toEqual(['new', []]);
});
