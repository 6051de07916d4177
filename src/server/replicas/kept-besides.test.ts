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
import type { KeptBesides } from './kept-besides.ts';
import { openKeptBesides } from './kept-besides.ts';

const owner: Claimant = { replica: 'one', url: 'http://one', fingerprint: 'f', generation: 0 };
const shapes = [shops, orders];
const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
const tables = tablesOf(shapes, { orders: [orderItem('1', 'a', 10)] });
const base = beginState(madeFor, tables, new Set(['shops']));

let store: MemoryStore;
/** The answer to the next change does not come. */
let isMute: boolean;
let notices: string[];

beforeEach(() => {
  store = createMemoryStore(() => 0);
  [isMute, notices] = [false, []];
});

interface Replica {
  readonly worlds: Worlds;
  readonly besides: KeptBesides;
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
  const besides = openKeptBesides({
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
    keepFacts: (facts) => besides.keeping.keepFacts('default', facts),
  });
  const worlds = createWorlds({
    main,
    credentials,
    limits: { most: 100, idle: worldIdle },
    now: Date.now,
    uptime: () => performance.now(),
    keeping: besides.keeping,
  });
  await besides.read();
  const read = besides.read;
  return {
    worlds,
    doubts,
    engine,
    scenarios: () => scenarios,
    besides: {
      ...besides,
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

const totalIn = ({ worlds }: Replica, name: string): unknown => {
  const world = worlds.look(name)?.world;
  return world && totalOf(world, '1', 'a');
};

describe('the next owner', () => {
  it('finds worlds in the order of their last use', async () => {
    const first = await takeOver();
    for (const name of ['a', 'b', 'c']) await makeWorld(first, name, 1);
    first.worlds.find('a');
    first.worlds.find('b');
    await first.besides.finish();
    const next = await takeOver();
    expect(next.worlds.list().map(({ world }) => world.name)).toEqual(['c', 'a', 'b']);
  });

  it('drops a world that was idle, and keeps one of whose use it does not know', async () => {
    const first = await takeOver();
    await makeWorld(first, 'idle', 1);
    await first.besides.finish();
    await makeWorld(first, 'late', 2);
    const used = Date.now() - 100_000;
    const { epoch } = await first.engine.claim(owner);
    await first.engine.files.put(
      epoch,
      'besides/same/uses',
      'x',
      Buffer.from(JSON.stringify([['idle', used]])),
    );
    const next = await takeOver();
    expect([totalIn(next, 'idle'), totalIn(next, 'late')]).toEqual([undefined, 2]);
    const paths = (): Promise<readonly string[]> =>
      next.engine.files.list('besides/same/worlds/').then((found) => [...found.keys()]);
    await expect.poll(paths).toEqual(['besides/same/worlds/late']);
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
    expect((await takeOver()).worlds.list()).toEqual([]);
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

  it('drops a world for which there is no room', async () => {
    const first = await takeOver();
    const world = first.worlds.make('v', { room: createRoom(2), network: 'n' });
    await changeTotal(world, '1', 'a', 1);
    await world.commit([
      { collection: 'orders', before: undefined, after: orderItem('2', 'a', 1) },
    ]);
    const next = await takeOver({ mostRecords: 1 });
    expect([next.worlds.list(), notices.length]).toEqual([[], 1]);
    await expect.poll(async () => (await takeOver()).worlds.list()).toEqual([]);
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
  it('has what the store has, and the other worlds as they were', async () => {
    const one = await takeOver();
    await makeWorld(one, 'a', 1);
    await makeWorld(one, 'b', 1);
    const [a, b] = ['a', 'b'].map((name) => one.worlds.look(name)?.world);
    isMute = true;
    await expect(a && changeTotal(a, '1', 'a', 2)).rejects.toThrow(/may have been made, once/);
    expect(totalIn(one, 'a')).toBe(1);
    expect(one.doubts).toHaveLength(1);
    await one.besides.read();
    expect(totalIn(one, 'a')).toBe(2);
    expect(one.worlds.look('b')?.world).toBe(b);
    await makeWorld(one, 'c', 3);
    const next = await takeOver();
    expect(['a', 'b', 'c'].map((name) => totalIn(next, name))).toEqual([2, 1, 3]);
  });

  it('drops a world that the store has lost', async () => {
    const one = await takeOver();
    const goBack = store.save();
    await makeWorld(one, 'a', 1);
    goBack();
    await one.besides.read();
    expect(one.worlds.list()).toEqual([]);
  });
});
