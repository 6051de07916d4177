import { beforeEach, describe, expect, it } from 'vitest';

import { createBook } from '../../store/credentials/book.ts';
import { createDatabase } from '../../store/database.ts';
import type { Claimant, StoreEngine } from '../../store/shared/engine.ts';
import { StoreFailure } from '../../store/shared/failure.ts';
import type { MemoryStore } from '../../store/shared/memory-engine.test-kit.ts';
import { createMemoryStore } from '../../store/shared/memory-engine.test-kit.ts';
import {
  changeTotal,
  orderItem,
  orders,
  shopItem,
  shops,
  tablesOf,
  totalOf,
} from '../../store/shop.test-kit.ts';
import { beginState } from '../../store/state/state.ts';
import { createClock } from '../../store/worlds/clock.ts';
import { createRoom } from '../../store/worlds/room.ts';
import { createWorld } from '../../store/worlds/world.ts';
import type { WorldBeginning, Worlds } from '../../store/worlds/worlds.ts';
import { createWorlds } from '../../store/worlds/worlds.ts';
import type { ScenarioTexts } from '../scenarios/saved-scenarios.ts';
import type { KeptWorlds } from './kept-worlds.ts';
import { openKeptWorlds } from './kept-worlds.ts';

const owner: Claimant = { replica: 'one', url: 'http://one', fingerprint: 'f', generation: 0 };
const shapes = [shops, orders];
const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
const tables = tablesOf(shapes, { shops: [shopItem('a')], orders: [orderItem('1', 'a', 10)] });
const base = beginState(madeFor, tables, new Set(['shops']));

let store: MemoryStore;
/** The answer to the next change does not come, or it is not sent. */
let [isMute, isUnsent] = [false, false];
let notices: string[];

beforeEach(() => {
  store = createMemoryStore(() => 0);
  [isMute, isUnsent, notices] = [false, false, []];
});

interface Replica {
  readonly worlds: Worlds;
  readonly kept: KeptWorlds;
  readonly doubts: readonly string[];
  readonly engine: StoreEngine;
  scenarios(): ScenarioTexts | undefined;
}

interface Given {
  readonly fingerprint?: string;
  readonly worldIdle?: number;
  readonly beginning?: WorldBeginning;
  readonly mostRecords?: number;
}

/** The next owner, with all that it found. */
async function takeOver(given: Given = {}): Promise<Replica> {
  const engine = store.connect(async (step) => {
    if (isUnsent) {
      isUnsent = false;
      throw new StoreFailure('unsent', 'no way');
    }
    const answer = await Promise.resolve().then(step);
    if (!isMute) return answer;
    isMute = false;
    throw new StoreFailure('unknown', 'no answer');
  });
  let { epoch } = await engine.claim(owner);
  const doubts: string[] = [];
  let scenarios: ScenarioTexts | undefined;
  const { fingerprint = 'same', worldIdle = 60_000, beginning, mostRecords = 10 } = given;
  const credentials = createBook([]);
  const kept = openKeptWorlds({
    engine,
    fingerprint,
    worldIdle,
    epoch: () => epoch,
    worlds: () => worlds,
    beginWith: ({ document }) =>
      beginning && (document ?? 'one') === beginning.fingerprint
        ? Promise.resolve(beginning)
        : Promise.reject(new Error('it does not fit')),
    openRoom: () => createRoom(mostRecords),
    coverage: undefined,
    refuseLate: () => undefined,
    onDoubt: (reason) => void doubts.push(reason),
    onNotice: (message) => void notices.push(message),
    shareScenarios(place) {
      scenarios = place;
      return Promise.resolve();
    },
  });
  const main = createWorld({
    name: 'default',
    seed: 's',
    clock: createClock(),
    credentials: createBook([], credentials),
    base,
    database: createDatabase(base),
    keepFacts: (facts) => kept.keeping.keepFacts('default', facts),
  });
  const worlds = createWorlds({
    main,
    credentials,
    limits: { most: 100, idle: worldIdle },
    now: Date.now,
    uptime: () => performance.now(),
    keeping: kept.keeping,
  });
  await kept.read();
  const read = kept.read;
  return {
    worlds,
    doubts,
    engine,
    scenarios: () => scenarios,
    kept: {
      ...kept,
      async read() {
        ({ epoch } = await engine.claim(owner));
        await read();
      },
    },
  };
}

async function makeWorld({ worlds }: Replica, name: string, total: number): Promise<void> {
  await changeTotal(worlds.make(name), '1', 'a', total);
}

function totalIn({ worlds }: Replica, name: string): unknown {
  const world = worlds.look(name)?.world;
  return world && totalOf(world, '1', 'a');
}

describe('the next owner', () => {
  it('finds worlds in the order of their last use', async () => {
    const first = await takeOver();
    for (const name of ['a', 'b', 'c']) await makeWorld(first, name, 1);
    first.worlds.find('a');
    first.worlds.find('b');
    await first.kept.finish();
    const next = await takeOver();
    expect(next.worlds.list().map(({ world }) => world.name)).toEqual(['c', 'a', 'b']);
  });

  it('drops a world that was idle, and keeps one of whose use it does not know', async () => {
    const first = await takeOver();
    await makeWorld(first, 'idle', 1);
    await first.kept.finish();
    await makeWorld(first, 'late', 2);
    const { epoch } = await first.engine.claim(owner);
    await first.engine.files.put(
      epoch,
      'worlds/1-same/uses',
      'x',
      Buffer.from(JSON.stringify([['idle', Date.now() - 100_000]])),
    );
    const next = await takeOver();
    expect([totalIn(next, 'idle'), totalIn(next, 'late')]).toEqual([undefined, 2]);
    const list = (): Promise<unknown> => next.engine.files.list('worlds/1-same/worlds/');
    await expect.poll(list).toMatchObject({ size: 1 });
  });

  it('drops what is of other contracts or fixtures, but no scenario, and says so', async () => {
    const first = await takeOver();
    await makeWorld(first, 'a', 1);
    const snapshot = { name: 's', world: 'a', state: base, savedAt: 1 };
    await first.worlds.snapshots.saveKept(snapshot);
    await first.scenarios()?.store('kept', '{}');
    const next = await takeOver({ fingerprint: 'other' });
    expect([next.worlds.list(), next.worlds.snapshots.count]).toEqual([[], 0]);
    expect([...(next.scenarios()?.texts ?? [])]).toEqual([['kept', '{}']]);
    expect(notices).toEqual([
      'the contract or the fixtures are other ones; dropped: private worlds (1), snapshots (1)',
    ]);
  });

  it('holds a visitor to what it had before', async () => {
    const first = await takeOver();
    const room = createRoom(2);
    await changeTotal(first.worlds.make('v', { room, network: 'n' }), '1', 'a', 1);
    const next = await takeOver({ mostRecords: 1 });
    const world = next.worlds.look('v')?.world;
    expect(world?.room?.bytes).toBe(4096);
    const more = { collection: 'orders', before: undefined, after: orderItem('2', 'a', 1) };
    expect(() => world?.commit([more])).toThrow(/may add one record/);
  });

  it('leaves a world for which there is no room to another replica, until it was idle', async () => {
    const first = await takeOver();
    const world = first.worlds.make('v', { room: createRoom(2), network: 'n' });
    await changeTotal(world, '1', 'a', 1);
    const more = { collection: 'orders', before: undefined, after: orderItem('2', 'a', 1) };
    await world.commit([more]);
    await first.kept.finish();
    const next = await takeOver({ mostRecords: 1 });
    expect([next.worlds.list(), notices.length]).toEqual([[], 1]);
    for (const _ of [1, 2]) await next.kept.finish();
    expect(totalIn(await takeOver(), 'v')).toBe(1);
  });

  it('drops in the end what the store did not let it drop', async () => {
    const first = await takeOver();
    await makeWorld(first, 'a', 1);
    isUnsent = true;
    first.worlds.drop('a');
    await Promise.resolve();
    for (const turn of [0, 1, 2]) {
      await makeWorld(first, `w${turn}`, 1);
      await first.kept.finish();
    }
    expect((await takeOver()).worlds.list().map(({ world }) => world.name)).toEqual([
      'w0',
      'w1',
      'w2',
    ]);
  });

  it('begins many worlds of one snapshot with one state, which goes with them', async () => {
    const first = await takeOver();
    const { snapshots, main } = first.worlds;
    await changeTotal(main, '1', 'a', 7);
    await snapshots.saveKept({ name: 's', world: 'default', state: main.save(), savedAt: 1 });
    for (const name of ['a', 'b']) await first.worlds.prepare(name, { from: 's' }).openKept();
    await first.worlds.dropKept('a');
    const next = await takeOver();
    await next.worlds.prepare('c', { from: 's' }).openKept();
    expect([totalIn(next, 'b'), totalIn(next, 'c')]).toEqual([7, 7]);
    const bases = async (): Promise<number> =>
      (await next.engine.files.list('worlds/1-same/bases/')).size;
    expect(await bases()).toBe(1);
    await next.worlds.look('b')?.world.reset();
    expect(totalIn(next, 'b')).toBe(7);
    for (const name of ['b', 'c']) await next.worlds.dropKept(name);
    for (const _ of [1, 2, 3]) await next.kept.finish();
    await expect.poll(bases).toBe(0);
  });

  it('leaves a world of a scenario that does not fit', async () => {
    const beginning: WorldBeginning = {
      scenario: 'x',
      fingerprint: 'one',
      base,
      seed: 's',
      clock: undefined,
      credentials: [],
      arrange: () => () => undefined,
    };
    const first = await takeOver();
    await changeTotal(first.worlds.make('w', { beginning }), '1', 'a', 4);
    const other = await takeOver({ beginning: { ...beginning, fingerprint: 'two' } });
    expect(other.worlds.list()).toEqual([]);
    expect(notices).toEqual(['of the store, worlds/w is not used: it does not fit']);
    expect(totalIn(await takeOver({ beginning }), 'w')).toBe(4);
  });
});

describe('an owner that does not know how a change has ended', () => {
  it('has the clock and the credentials of a world as they were', async () => {
    const one = await takeOver();
    await makeWorld(one, 'a', 1);
    const world = one.worlds.look('a')?.world;
    world?.clock.set({ now: 5, isFrozen: true });
    await world?.keepFacts();
    isMute = true;
    await expect(world && changeTotal(world, '1', 'a', 2)).rejects.toThrow(/may have been made/);
    await one.kept.read();
    expect([totalIn(one, 'a'), one.worlds.look('a')?.world.clock.now()]).toEqual([2, 5]);
  });

  it('has what the store has, and the other worlds as they were', async () => {
    const one = await takeOver();
    await makeWorld(one, 'a', 1);
    await makeWorld(one, 'b', 1);
    const [a, b] = one.worlds.list().map(({ world }) => world);
    isMute = true;
    await expect(a && changeTotal(a, '1', 'a', 2)).rejects.toThrow(/may have been made, once/);
    expect(totalIn(one, 'a')).toBe(1);
    await one.kept.read();
    expect(totalIn(one, 'a')).toBe(2);
    expect(one.worlds.look('b')?.world).toBe(b);
    await makeWorld(one, 'c', 3);
    const next = await takeOver();
    expect(['a', 'b', 'c'].map((name) => totalIn(next, name))).toEqual([2, 1, 3]);
  });

  it('drops a world that the store has lost', async () => {
    const one = await takeOver();
    const goBack = store.save();
    await makeWorld(one, 'a', 1).then(goBack);
    await one.kept.read();
    expect(one.worlds.list()).toEqual([]);
  });
});
