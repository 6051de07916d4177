import { expect, it } from 'vitest';

import type { Cluster, SimulatedReplica } from './replicas.test-kit.ts';
import { createCluster } from './replicas.test-kit.ts';

function ownersOf({ replicas }: Cluster): readonly SimulatedReplica[] {
  return replicas.filter(({ ownership }) => ownership.place().kind === 'here');
}

function ownerOf(cluster: Cluster): SimulatedReplica {
  const [owner, ...others] = ownersOf(cluster);
  if (!owner || others.length > 0) throw new Error('there is not one owner');
  return owner;
}

/** The promise settles while time passes. */
async function over<T>(cluster: Cluster, promise: Promise<T>, most = 3000): Promise<T> {
  promise.catch(() => undefined);
  await cluster.pass(most);
  return promise;
}

it('has one owner, and all others know it', async () => {
  const cluster = createCluster();
  await cluster.pass(3000);
  const owner = ownerOf(cluster);
  const others = cluster.replicas.filter((one) => one !== owner);
  expect(others.map(({ ownership }) => ownership.place())).toEqual([
    expect.objectContaining({ kind: 'there', url: owner.url }),
    expect.objectContaining({ kind: 'there', url: owner.url }),
  ]);
});

it('goes on with another owner after the end of the first, and loses nothing', async () => {
  const cluster = createCluster();
  await cluster.pass(3000);
  const former = ownerOf(cluster);
  await over(cluster, former.add('a'));
  former.kill();
  await cluster.pass(3000);
  const left = cluster.replicas.filter((one) => one !== former);
  expect(left.map(({ ownership }) => ownership.place().kind)).not.toContain('here');
  await cluster.pass(6000);
  const next = left.find(({ ownership }) => ownership.place().kind === 'here');
  expect(await over(cluster, next?.read() ?? Promise.resolve([]))).toEqual(['a']);
});

it('hands over at once when the owner leaves', async () => {
  const cluster = createCluster();
  await cluster.pass(3000);
  const former = ownerOf(cluster);
  await over(cluster, former.add('a'));
  await over(cluster, former.leave(), 100);
  await cluster.pass(1200);
  const next = ownerOf(cluster);
  expect(next).not.toBe(former);
  expect(former.ownership.place()).toMatchObject({ kind: 'there', url: next.url });
  expect(await over(cluster, next.read())).toEqual(['a']);
});

it('tells who lives: one that leaves goes at once, one that was killed with its lease', async () => {
  const cluster = createCluster();
  const { replicas } = cluster.store.connect(async (step) => Promise.resolve(step()));
  const living = async (): Promise<readonly string[]> => (await replicas()).map(({ url }) => url);
  const urls = cluster.replicas.map(({ url }) => url);
  await cluster.pass(3000);
  expect(await living()).toEqual(urls);
  const leaving = ownerOf(cluster);
  await over(cluster, leaving.leave(), 100);
  expect(await living()).toEqual(urls.filter((url) => url !== leaving.url));
  // Also after all that it does before its end.
  await cluster.pass(3000);
  const killed = ownerOf(cluster);
  killed.kill();
  const left = urls.filter((url) => url !== leaving.url && url !== killed.url);
  await cluster.pass(6100);
  expect(await living()).toEqual(left);
});

it('refuses what a paused owner does late, since another one may have taken over', async () => {
  const cluster = createCluster();
  await cluster.pass(3000);
  const former = ownerOf(cluster);
  former.pause();
  await cluster.pass(10_000);
  const next = ownersOf(cluster).find((one) => one !== former);
  await over(cluster, next?.add('b') ?? Promise.resolve());
  former.resume();
  await expect(over(cluster, former.read(), 1)).rejects.toThrow('not');
  await expect(over(cluster, former.add('c'), 1)).rejects.toThrow('not');
  await cluster.pass(3000);
  expect(ownerOf(cluster)).toBe(next);
});

it('takes no change that a former owner has sent, and that comes late', async () => {
  let chance = 0.5;
  const cluster = createCluster({ random: () => chance });
  await cluster.pass(3000);
  const former = ownerOf(cluster);
  for (const key of ['a', 'b']) await over(cluster, former.add(key), 100);
  // It comes 5.6 seconds later, when the next owner has read the state already.
  chance = 0.65;
  former.link = 'mute';
  const late = former.add('c');
  late.catch(() => undefined);
  await cluster.pass(10);
  former.kill();
  chance = 0.1;
  await cluster.pass(3500);
  cluster.store.endLease();
  await cluster.pass(1300);
  const next = ownersOf(cluster).find((one) => one !== former);
  await over(cluster, next?.add('d') ?? Promise.resolve(), 100);
  await cluster.pass(6000);
  next?.kill();
  await cluster.pass(10_000);
  const last = ownersOf(cluster).find((one) => one !== former && one !== next);
  expect(await over(cluster, last?.read() ?? Promise.resolve([]))).toEqual(['a', 'b', 'd']);
});

it('refuses at once without the store, and comes back by itself', async () => {
  const cluster = createCluster({ count: 1 });
  await cluster.pass(3000);
  const [only] = cluster.replicas;
  if (!only) throw new Error('there is none');
  await over(cluster, only.add('a'));
  only.link = 'unsent';
  await expect(over(cluster, only.add('b'), 50)).rejects.toMatchObject({
    code: 'store-unreachable',
    message: expect.stringContaining('Nothing was changed') as string,
  });
  // As long as the lease lasts, no other replica can have changed anything.
  expect(await over(cluster, only.read(), 50)).toEqual(['a']);
  await cluster.pass(6000);
  await expect(over(cluster, only.read(), 50)).rejects.toThrow('not');
  only.link = 'up';
  await cluster.pass(1000);
  expect(await over(cluster, only.read())).toEqual(['a']);
});

it('reads again what it does not know to be stored', async () => {
  const cluster = createCluster({ count: 1, random: () => 0.1 });
  await cluster.pass(3000);
  const [only] = cluster.replicas;
  if (!only) throw new Error('there is none');
  // The first change writes the whole state, the next ones a line.
  await over(cluster, only.add('a'));
  await over(cluster, only.add('b'));
  only.link = 'mute';
  const lost = only.add('c');
  lost.catch(() => undefined);
  await cluster.pass(100);
  only.link = 'up';
  await cluster.pass(3000);
  await expect(lost).rejects.toMatchObject({
    code: 'store-unreachable',
    message: expect.stringContaining('may have been made, once') as string,
  });
  expect(cluster.notices.join()).not.toContain('gave no useful answer');
  const seen = await over(cluster, only.read());
  await over(cluster, only.add('d'));
  // Either it was made or not, and it stays so.
  expect(await over(cluster, only.read())).toEqual([...seen, 'd']);
});

it('keeps a full store as it is, and goes on reading', async () => {
  const cluster = createCluster({ count: 1 });
  await cluster.pass(3000);
  const only = ownerOf(cluster);
  await over(cluster, only.add('a'));
  cluster.store.isFull = true;
  await expect(over(cluster, only.add('b'))).rejects.toMatchObject({
    code: 'storage-failed',
    message: 'The change was taken back: the store is full (maxmemory).',
  });
  expect(await over(cluster, only.read())).toEqual(['a']);
  cluster.store.isFull = false;
  await over(cluster, only.add('c'));
  expect(await over(cluster, only.read())).toEqual(['a', 'c']);
});

it('tells nothing of files, which a store does not have', async () => {
  const cluster = createCluster();
  await cluster.pass(3000);
  for (const key of ['a', 'b', 'c']) await over(cluster, ownerOf(cluster).add(key), 100);
  ownerOf(cluster).kill();
  await cluster.pass(10_000);
  const next = cluster.replicas.find(({ ownership }) => ownership.place().kind === 'here');
  expect(await over(cluster, next?.read() ?? Promise.resolve([]))).toEqual(['a', 'b', 'c']);
  expect(cluster.notices.join('\n')).not.toMatch(/journal|db\.json/);
});

it('discards what an emptied store has lost, and says so', async () => {
  const cluster = createCluster();
  await cluster.pass(3000);
  await over(cluster, ownerOf(cluster).add('a'));
  cluster.store.clear();
  await cluster.pass(5000);
  expect(await over(cluster, ownerOf(cluster).read())).toEqual([]);
  const told = cluster.notices.filter((notice) =>
    notice.includes('an empty one begins with the fixtures'),
  );
  expect(told).toHaveLength(cluster.replicas.length);
  expect(told.join()).toContain('emptied');
});

it('discards what a failover of the store has lost', async () => {
  const cluster = createCluster();
  await cluster.pass(3000);
  await over(cluster, ownerOf(cluster).add('a'));
  const goBack = cluster.store.save();
  await over(cluster, ownerOf(cluster).add('b'));
  goBack();
  await expect(over(cluster, ownerOf(cluster).add('c'), 500)).rejects.toThrow(
    'Nothing was changed',
  );
  await cluster.pass(5000);
  expect(await over(cluster, ownerOf(cluster).read())).toEqual(['a']);
  expect(cluster.notices.join('\n')).toContain('does not have all that it has acknowledged');
});

it('notices it without a change, too', async () => {
  const cluster = createCluster();
  await cluster.pass(3000);
  await over(cluster, ownerOf(cluster).add('a'));
  const goBack = cluster.store.save();
  await over(cluster, ownerOf(cluster).add('b'), 100);
  goBack();
  await cluster.pass(3000);
  expect(await over(cluster, ownerOf(cluster).read())).toEqual(['a']);
});

it('leaves the state to replicas with the newest contract, once they are there', async () => {
  const cluster = createCluster({ count: 3, fingerprints: ['old', 'old', 'new'] });
  await cluster.pass(3000);
  const former = ownerOf(cluster);
  expect(former.url).not.toBe('http://r3');
  former.kill();
  await cluster.pass(10_000);
  expect(cluster.replicas[2]?.ownership.place().kind).toBe('here');
});

it('does not go on with what it has begun to load before another replica was the owner', async () => {
  // Wherever in the load it stands still.
  for (let steps = 0; steps < 40; steps += 2) {
    const cluster = createCluster({ count: 2 });
    const [first, second] = cluster.replicas;
    if (!first || !second) throw new Error('there are not two');
    await cluster.pass(3000);
    for (const key of ['a', 'b']) await over(cluster, first.add(key), 100);
    first.kill();
    await cluster.pass(steps);
    while (second.ownership.place().kind === 'there') await cluster.pass(1);
    await cluster.pass(steps);
    second.pause();
    first.start();
    await cluster.pass(12_000);
    await over(cluster, first.add('c'), 100);
    first.kill();
    // Until the lease is over, so that the second one can take it again at once.
    await cluster.pass(7000);
    second.resume();
    await cluster.pass(12_000);
    expect(await over(cluster, second.read())).toEqual(['a', 'b', 'c']);
  }
});
