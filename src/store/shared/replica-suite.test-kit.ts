import { setTimeout } from 'node:timers/promises';

import { expect, it } from 'vitest';

import type { Claimant, StoreEngine } from './engine.ts';

/** What the store knows of replicas that live. */
export interface Lives {
  /** Ends the lease, as if its time had passed. */
  endLease(): Promise<void>;
  /** The last word of each replica is older than a lease. */
  endLives(): Promise<void>;
}

export function claimantOf(replica: string, fingerprint = 'same', generation = 0): Claimant {
  return { replica, url: `http://${replica}`, fingerprint, generation };
}

const [one, other] = ['one', 'other'].map((replica) => claimantOf(replica)) as [Claimant, Claimant];

/** How each engine tells the replicas. */
export function describeReplicas(engine: () => StoreEngine, store: () => Lives): void {
  const urls = async (): Promise<readonly string[]> =>
    (await engine().replicas()).map(({ url }) => url);

  it('tells which replicas live, and which is the owner', async () => {
    expect(await engine().replicas()).toEqual([]);
    await engine().claim(claimantOf('zero', 'another'));
    await engine().claim(other);
    const { epoch } = await engine().claim(claimantOf('zero', 'another'));
    expect(await engine().replicas()).toEqual([
      { replica: 'other', url: 'http://other', fingerprint: 'same', term: undefined },
      {
        replica: 'zero',
        url: 'http://zero',
        fingerprint: 'another',
        term: { epoch, since: expect.any(Number) as number },
      },
    ]);
  });

  it('forgets a replica that it has not heard of for a lease, and hears of it again', async () => {
    const { epoch } = await engine().claim(one);
    await engine().claim(other);
    await store().endLives();
    // The lease itself tells the owner.
    expect(await urls()).toEqual(['http://one']);
    await store().endLease();
    expect(await urls()).toEqual([]);
    await engine().renew(one, epoch);
    await engine().claim(other);
    expect(await urls()).toEqual(['http://one', 'http://other']);
  });

  it('forgets a replica that leaves at once', async () => {
    const { epoch } = await engine().claim(one);
    await engine().claim(other);
    await engine().claim({ ...other, generation: -1 });
    expect(await urls()).toEqual(['http://one']);
    await engine().release(epoch);
    await engine().claim({ ...one, generation: -1 });
    expect(await urls()).toEqual([]);
  });

  it('tells since when the owner has held its lease', async () => {
    const since = async (): Promise<number | undefined> =>
      (await engine().replicas()).find(({ term }) => term)?.term?.since;
    await engine().claim(one);
    const begun = await since();
    await setTimeout(5);
    const { epoch } = await engine().claim(one);
    await engine().renew(one, epoch);
    expect(await since()).toBe(begun);
    await store().endLease();
    await engine().claim(other);
    expect(await since()).toBeGreaterThan(begun ?? Infinity);
  });

  it('keeps a hundred replicas at most, and the owner', async () => {
    await engine().claim(one);
    for (let count = 0; count < 120; count += 1) await engine().claim(claimantOf(`r${count}`));
    const all = await urls();
    expect(all.length).toBeGreaterThanOrEqual(100);
    expect(all.length).toBeLessThanOrEqual(101);
    expect(all).toContain('http://one');
  });
}
