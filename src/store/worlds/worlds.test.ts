import { describe, expect, it } from 'vitest';

import type { Credential } from '../credentials/credential.ts';
import { createBook } from '../credentials/book.ts';
import { createDatabase } from '../database.ts';
import { changeTotal, orderItem, orders, shops, tablesOf, totalOf } from '../shop.test-kit.ts';
import { beginState } from '../state/state.ts';
import { createClock } from './clock.ts';
import { saving } from './snapshots.test-kit.ts';
import { createWorld } from './world.ts';
import type { Worlds } from './worlds.ts';
import { createWorlds } from './worlds.ts';

const shapes = [shops, orders];
const fixtures = tablesOf(shapes, { orders: [orderItem('1', 'a', 10), orderItem('2', 'a', 20)] });
const reader = credentialOf('Reader');

interface Setup {
  readonly worlds: Worlds;
  readonly missed: readonly string[];
  wait(this: void, milliseconds: number): void;
  /** Sets the machine's clock. */
  jump(this: void, milliseconds: number): void;
}

function open({ most = 3, idle = 1000 } = {}): Setup {
  let time = Date.UTC(2030, 0, 1);
  let uptime = 0;
  const missed: string[] = [];
  const credentials = createBook([reader]);
  const base = beginState(
    { shapes, fingerprints: { contract: 'c', fixtures: 'f' } },
    fixtures,
    new Set(['orders']),
  );
  const main = createWorld({
    name: 'default',
    seed: 'main seed',
    clock: createClock(),
    credentials: createBook([], credentials),
    base,
    database: createDatabase(base),
  });
  const clocks = { now: () => time, uptime: () => uptime };
  const onNotice = (message: string): unknown => missed.push(message.split('"')[1] ?? '');
  const worlds = createWorlds({ main, credentials, limits: { most, idle }, ...clocks, onNotice });
  return {
    worlds,
    missed,
    wait(milliseconds) {
      time += milliseconds;
      uptime += milliseconds;
    },
    jump(milliseconds) {
      time += milliseconds;
    },
  };
}

function credentialOf(name: string): Credential {
  return { name, scheme: 'key', value: name, scopes: [], expiresAt: undefined, only: new Map() };
}

function namesIn({ list }: Worlds): readonly string[] {
  return list().map(({ world }) => world.name);
}

describe('a private world', () => {
  it('is made of the very tables of its base: nothing is copied', () => {
    const { worlds } = open();
    const world = worlds.make('a');
    expect(world.save()).toBe(worlds.main.base);
    expect(world.save().tables).toBe(fixtures);
  });

  it('sees nothing of what others do, nor they of it', async () => {
    const { worlds } = open();
    const [a, b] = [worlds.make('a'), worlds.make('b')];
    await changeTotal(a, '1', 'a', 11);
    await changeTotal(worlds.main, '1', 'a', 12);
    expect([a, b, worlds.main].map((world) => totalOf(world, '1', 'a'))).toEqual([11, 10, 12]);
    // What neither has touched is still the same.
    expect(a.save().tables.get('shops')).toBe(worlds.main.base.tables.get('shops'));
  });

  it('starts from the fixtures, whatever has become of the world that is kept', async () => {
    const { worlds } = open();
    await changeTotal(worlds.main, '1', 'a', 12);
    expect(totalOf(worlds.make('a'), '1', 'a')).toBe(10);
  });

  it('starts from a snapshot, and goes back to it', async () => {
    const { worlds } = open();
    await changeTotal(worlds.main, '1', 'a', 12);
    worlds.snapshots.save(saving('twelve', worlds.main.save(), 0));
    const world = worlds.make('a', { from: 'twelve' });
    await changeTotal(world, '1', 'a', 13);
    expect(totalOf(world, '1', 'a')).toBe(13);
    await world.reset();
    expect(totalOf(world, '1', 'a')).toBe(12);
    expect(worlds.look('a')?.from).toBe('twelve');
  });

  it('has the seed of the kept one, or its own, and a clock', () => {
    const { worlds, wait } = open();
    const now = Date.UTC(2040, 5, 1);
    const own = worlds.make('a', { seed: 'mine', clock: { now, isFrozen: true } });
    const running = worlds.make('b', { clock: { now, isFrozen: false } });
    wait(500);
    expect([own.seed, running.seed]).toEqual(['mine', 'main seed']);
    expect([own.clock.now(), running.clock.now()]).toEqual([now, now + 500]);
  });

  it('knows who is let in everywhere, and whom it has let in itself', () => {
    const { worlds } = open();
    const [a, b] = [worlds.make('a'), worlds.make('b')];
    worlds.main.credentials.mint(credentialOf('kept'));
    a.credentials.mint(credentialOf('private'));
    b.credentials.revoke('Reader');
    const known = [worlds.main, a, b, worlds.make('c')].map(({ credentials }) =>
      credentials.entries.map(({ name }) => name),
    );
    expect(known).toEqual([['Reader', 'kept'], ['Reader', 'private'], [], ['Reader']]);
  });

  it('is reset with its clock and with who is let in', async () => {
    const { worlds } = open();
    const world = worlds.make('a', { clock: { now: 5, isFrozen: true } });
    world.clock.set({ now: 6, isFrozen: true });
    world.credentials.mint(credentialOf('private'));
    world.credentials.revoke('Reader');
    await world.reset();
    expect(world.clock.now()).toBe(5);
    expect(world.credentials.entries).toEqual([reader]);
  });
});

describe('worlds', () => {
  it('are found by their names, as long as they are there', () => {
    const { worlds } = open();
    expect(worlds.find('default')).toBe(worlds.main);
    expect(worlds.find('a')).toBeUndefined();
    const made = worlds.make('a');
    expect(worlds.find('a')).toBe(made);
    expect([worlds.drop('a'), worlds.drop('a'), worlds.find('a')]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it('are not there before they are opened', () => {
    const { worlds } = open();
    const prepared = worlds.prepare('a');
    expect([prepared.isNew, namesIn(worlds)]).toEqual([true, []]);
    prepared.open();
    expect([worlds.prepare('a').isNew, namesIn(worlds)]).toEqual([false, ['a']]);
  });

  it.each(['', '-a', 'a b', 'a/b', 'ä', 'a\n', 'a'.repeat(65)])('are not called %j', (name) => {
    const { worlds } = open();
    for (const use of [worlds.find, worlds.make, worlds.drop]) {
      expect(() => use(name)).toThrow(/a name has up to 64/);
    }
  });

  it('are not made or dropped in the place of the one that is kept', () => {
    const { worlds } = open();
    expect(() => worlds.make('default')).toThrow(/the world that is kept/);
    expect(() => worlds.drop('default')).toThrow(/the world that is kept/);
  });

  it('are at most so many, and one that is made anew needs no more room', () => {
    const { worlds } = open({ most: 2 });
    worlds.make('a');
    worlds.make('b');
    expect(() => worlds.make('c')).toThrow(/There are 2 worlds.*--max-worlds.*DELETE/);
    worlds.make('b');
    expect(namesIn(worlds)).toEqual(['a', 'b']);
    worlds.drop('a');
    worlds.make('c');
    expect(namesIn(worlds)).toEqual(['b', 'c']);
  });

  it('stay when another can not be made in their place', async () => {
    const { worlds } = open();
    const world = worlds.make('a');
    expect(() => worlds.make('a', { from: 'nothing' })).toThrow(/There is no snapshot "nothing"/);
    await changeTotal(world, '1', 'a', 11);
    expect(worlds.find('a')).toBe(world);
  });

  it('go when nobody has used them for long enough, and make room', () => {
    const { worlds, wait } = open({ most: 2, idle: 1000 });
    worlds.make('a');
    wait(600);
    worlds.make('b');
    wait(399);
    expect(namesIn(worlds)).toEqual(['a', 'b']);
    worlds.find('a');
    wait(601);
    expect(namesIn(worlds)).toEqual(['a']);
    worlds.make('c');
    expect(namesIn(worlds)).toEqual(['a', 'c']);
    wait(1000);
    expect([worlds.find('a'), worlds.look('c'), namesIn(worlds)]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });

  it.each([
    ['forward', 86_400_000],
    ['back', -86_400_000],
  ])('go by time that passes: the clock of the machine may be set %s', (_, milliseconds) => {
    const { worlds, wait, jump } = open({ idle: 1000 });
    worlds.make('a');
    jump(milliseconds);
    wait(999);
    expect(namesIn(worlds)).toEqual(['a']);
    wait(1);
    expect(namesIn(worlds)).toEqual([]);
  });

  it('are missed once, where they were dropped as idle and are asked for again', () => {
    const { worlds, missed, wait } = open({ most: 2, idle: 1000 });
    for (const name of ['a', 'b', 'c']) {
      worlds.make(name);
      wait(1000);
    }
    worlds.make('c');
    worlds.drop('c');
    // The name "a" was forgotten: so many names are kept as there may be worlds.
    for (const name of ['a', 'b', 'c', 'd', 'b']) worlds.find(name);
    expect(missed).toEqual(['b']);
  });

  it('are not kept by being looked at', () => {
    const { worlds, wait } = open({ idle: 1000 });
    worlds.make('a');
    wait(999);
    expect([worlds.look('a')?.world.name, worlds.list().length]).toEqual(['a', 1]);
    wait(1);
    expect(worlds.list()).toEqual([]);
  });

  it.each<[string, (worlds: Worlds) => unknown]>([
    ['dropped', ({ drop }) => drop('a')],
    ['made anew', ({ make }) => make('a')],
    ['cleared', ({ clear }) => clear()],
  ])('take no more changes once they were %s', (_, end) => {
    const { worlds } = open();
    const world = worlds.make('a');
    end(worlds);
    expect(() => changeTotal(world, '1', 'a', 11)).toThrow(/the world "a" made anew or dropped/);
  });

  it('say how many there were when they go together', () => {
    const { worlds } = open();
    worlds.make('a');
    worlds.make('b');
    expect([worlds.clear(), worlds.clear(), namesIn(worlds)]).toEqual([2, 0, []]);
  });
});

describe('snapshots', () => {
  it('are the very states that were saved, and stay as they are', async () => {
    const { worlds } = open();
    const { snapshots, main } = worlds;
    const saved = snapshots.save(saving('s', main.save(), 5));
    expect(saved.state).toBe(main.save());
    await changeTotal(main, '1', 'a', 11);
    await main.restore(snapshots.get('s').state);
    expect(totalOf(main, '1', 'a')).toBe(10);
    expect(snapshots.list()).toEqual([saving('s', saved.state, 5)]);
    expect([snapshots.drop('s'), snapshots.drop('s'), snapshots.has('s')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('that are not there are told with those that are', () => {
    const { snapshots, main } = open().worlds;
    expect(() => snapshots.get('x')).toThrow('There is no snapshot "x": there is none');
    for (let at = 0; at < 22; at += 1) snapshots.save(saving(`s${at}`, main.save(), 0));
    expect(() => snapshots.get('x')).toThrow(/there are "s0", "s1".*, "s19" and 2 more\.$/);
  });

  it('have names, and there are at most a thousand', () => {
    const { snapshots, main } = open().worlds;
    expect(() => snapshots.save(saving('a/b', main.save(), 0))).toThrow(/a name has up to 64/);
    for (let at = 0; at < 1000; at += 1) snapshots.save(saving(`s${at}`, main.save(), 0));
    expect(() => snapshots.save(saving('more', main.save(), 0))).toThrow(/are 1000 snapshots/);
    snapshots.save(saving('s7', main.save(), 1));
    expect(snapshots.list()).toHaveLength(1000);
  });
});
