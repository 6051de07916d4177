import { beforeEach, describe, expect, it } from 'vitest';

import type { Claimant, StoreEngine } from './engine.ts';
import type { Lives } from './replica-suite.test-kit.ts';
import { claimantOf, describeReplicas } from './replica-suite.test-kit.ts';

/** A store that was never used, and a connection to it. */
export interface FreshStore extends Lives {
  readonly engine: StoreEngine;
  /** Goes back to what was there when it was called; the result does it. */
  save(): Promise<() => Promise<void>>;
}

const [one, other] = ['one', 'other'].map((replica) => claimantOf(replica)) as [Claimant, Claimant];

/** What each engine has to do. */
export function describeEngine(name: string, open: () => Promise<FreshStore>): void {
  describe(name, () => {
    let store: FreshStore;
    let engine: StoreEngine;
    beforeEach(async () => {
      store = await open();
      ({ engine } = store);
    });
    describeLease(
      () => engine,
      () => store,
    );
    describeGenerations(
      () => engine,
      () => store,
    );
    describeReplicas(
      () => engine,
      () => store,
    );
    describeFiles(
      () => engine,
      () => store,
    );
  });
}

function describeLease(engine: () => StoreEngine, store: () => FreshStore): void {
  it('has one owner', async () => {
    const taken = await engine().claim(one);
    expect(taken).toMatchObject({ outcome: 'taken', url: 'http://one' });
    const { epoch, storeId, secret } = taken;
    expect(await engine().claim(other)).toMatchObject({
      outcome: 'held',
      url: 'http://one',
      fingerprint: 'same',
      epoch,
      storeId,
      secret,
    });
  });

  it('begins a new epoch with each claim, also of the owner itself', async () => {
    const { epoch } = await engine().claim(one);
    const again = await engine().claim(one);
    expect(again.outcome).toBe('taken');
    expect(Number.parseInt(again.epoch, 10)).toBe(Number.parseInt(epoch, 10) + 1);
    expect(await engine().renew(one, epoch)).toBe(false);
    expect(await engine().renew(one, again.epoch)).toBe(true);
  });

  it('renews a lease that is over, but not after another replica', async () => {
    const { epoch } = await engine().claim(one);
    await store().endLease();
    expect(await engine().renew(one, epoch)).toBe(true);
    await store().endLease();
    expect(await engine().claim(other)).toMatchObject({ outcome: 'taken' });
    expect(await engine().renew(one, epoch)).toBe(false);
  });

  it('only looks for a replica that leaves', async () => {
    const leaving = claimantOf('leaving', 'same', -1);
    expect(await engine().claim(leaving)).toMatchObject({ outcome: 'outdated' });
    const { epoch } = await engine().claim(one);
    expect(await engine().claim(leaving)).toMatchObject({
      outcome: 'held',
      url: 'http://one',
      epoch,
    });
  });

  it('gives each turn of a task to one replica, and notes the first', async () => {
    const turns: boolean[] = [];
    for (const turn of [
      100_000_000_000, 100_000_000_000, 100_000_000_001, 100_000_000_001, 100_000_000_000,
    ])
      turns.push(await engine().takeTurn('reset', turn));
    expect(turns).toEqual([false, false, true, false, false]);
    expect(await engine().takeTurn('other', 7)).toBe(false);
  });

  it('is free after a release, which a former owner can not make', async () => {
    const { epoch } = await engine().claim(one);
    await engine().release('0:other');
    expect(await engine().claim(other)).toMatchObject({ outcome: 'held' });
    await engine().release(epoch);
    expect(await engine().claim(other)).toMatchObject({ outcome: 'taken' });
  });
}

function describeGenerations(engine: () => StoreEngine, store: () => FreshStore): void {
  it('gives the state to the replicas that were started last', async () => {
    const { generation } = await engine().claim(claimantOf('old', 'old'));
    const second = await engine().claim(claimantOf('new', 'new'));
    expect(second).toMatchObject({ outcome: 'held', generation: generation + 1 });
    await store().endLease();
    expect(await engine().claim(claimantOf('old', 'old', generation))).toMatchObject({
      outcome: 'outdated',
    });
    expect(await engine().claim(claimantOf('new', 'new', second.generation))).toMatchObject({
      outcome: 'taken',
    });
  });
}

function describeFiles(engine: () => StoreEngine, store: () => FreshStore): void {
  const write = async (epoch: string, path: string, text: string, position = 0): Promise<void> => {
    await engine().files.write(epoch, { path, id: path, position, bytes: Buffer.from(text) });
  };
  const read = async (path: string): Promise<string> =>
    Buffer.from(await engine().files.read(path, 0, 1000)).toString();
  const begin = async (path: string, text: string): Promise<string> => {
    const { epoch } = await engine().claim(one);
    await engine().files.begin(epoch, path, path);
    await write(epoch, path, text);
    return epoch;
  };

  it('keeps files', async () => {
    const epoch = await begin('a/b', 'hello');
    await write(epoch, 'a/b', ' all\u00ff', 5);
    expect(await read('a/b')).toBe('hello all\u00ff');
    expect(await engine().files.look('a/b')).toEqual({ id: 'a/b', size: 11 });
    expect(Buffer.from(await engine().files.read('a/b', 6, 3)).toString()).toBe('all');
    await engine().files.rename(epoch, 'a/b', 'c');
    expect(await engine().files.list('')).toEqual(new Map([['c', { id: 'a/b', size: 11 }]]));
    expect(await engine().files.look('c')).toEqual({ id: 'a/b', size: 11 });
    expect(await engine().files.look('a/b')).toBeUndefined();
    await engine().files.cut(epoch, 'c', 2);
    expect(await read('c')).toBe('he');
    await engine().files.begin(epoch, 'c', 'new');
    expect(await engine().files.look('c')).toEqual({ id: 'new', size: 0 });
    await engine().files.remove(epoch, 'c');
    expect(await engine().files.list('')).toEqual(new Map());
  });

  it('makes a file in one step, and lists those in a place', async () => {
    const { epoch } = await engine().claim(one);
    const { files } = engine();
    await files.put(epoch, 'a/b', 'first', Buffer.from('long ago'));
    await files.put(epoch, 'a/b', 'next', Buffer.from('now\u00ff'));
    await files.put(epoch, 'ab', 'other', Buffer.alloc(0));
    expect(await read('a/b')).toBe('now\u00ff');
    expect(await files.list('a/')).toEqual(new Map([['a/b', { id: 'next', size: 5 }]]));
    await files.remove(epoch, 'a/b', 'first');
    expect(await files.look('a/b')).toBeDefined();
    await expect(write(epoch, 'a/b', 'x', 5)).rejects.toMatchObject({ kind: 'lost' });
    await store().endLease();
    await engine().claim(other);
    await expect(files.put(epoch, 'a/b', 'late', Buffer.alloc(0))).rejects.toMatchObject({
      kind: 'fenced',
    });
    expect(await files.look('ab')).toEqual({ id: 'other', size: 0 });
  });

  it('changes nothing when the same is written again', async () => {
    const epoch = await begin('a', 'one');
    await write(epoch, 'a', 'two', 3);
    await write(epoch, 'a', 'two', 3);
    expect(await read('a')).toBe('onetwo');
  });

  it('takes nothing from a former owner', async () => {
    const epoch = await begin('a', 'one');
    await store().endLease();
    await engine().claim(other);
    const fenced = { kind: 'fenced' };
    const { files } = engine();
    await expect(write(epoch, 'a', 'two', 3)).rejects.toMatchObject(fenced);
    await expect(files.begin(epoch, 'a', 'x')).rejects.toMatchObject(fenced);
    await expect(files.cut(epoch, 'a', 0)).rejects.toMatchObject(fenced);
    await expect(files.rename(epoch, 'a', 'b')).rejects.toMatchObject(fenced);
    await expect(files.remove(epoch, 'a')).rejects.toMatchObject(fenced);
    expect(await read('a')).toBe('one');
  });

  it('tells when it does not have what was written before', async () => {
    const epoch = await begin('a', 'one');
    const lost = { kind: 'lost' };
    await expect(write(epoch, 'a', 'three', 6)).rejects.toMatchObject(lost);
    await expect(write(epoch, 'b', 'x')).rejects.toMatchObject(lost);
    await engine().files.begin(epoch, 'a', 'another');
    await expect(write(epoch, 'a', 'x')).rejects.toMatchObject(lost);
    await expect(engine().files.rename(epoch, 'b', 'c')).rejects.toMatchObject(lost);
  });

  it('does not renew the lease of an owner that has changed more than it has', async () => {
    const epoch = await begin('a', 'one');
    const goBack = await store().save();
    expect(await engine().renew(one, epoch)).toBe(true);
    await write(epoch, 'a', 'two', 3);
    await goBack();
    await expect(write(epoch, 'a', 'two', 3)).rejects.toMatchObject({ kind: 'lost' });
    await goBack();
    expect(await engine().renew(one, epoch)).toBe(false);
    const again = await engine().claim(one);
    expect(await engine().renew(one, again.epoch)).toBe(true);
    const goBackAgain = await store().save();
    await engine().files.remove(again.epoch, 'a');
    await goBackAgain();
    expect(await engine().renew(one, again.epoch)).toBe(false);
  });
}
