import { expect, it } from 'vitest';

import type { Cluster, SimulatedReplica } from './replicas.test-kit.ts';
import { createCluster } from './replicas.test-kit.ts';
import type { Link } from './simulated-process.test-kit.ts';

/** The same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What clients were told, in the order in which they were told it. */
interface Told {
  readonly tried: Set<string>;
  readonly acknowledged: Set<string>;
  /** Keys of which it is not known whether they were added. */
  readonly open: Set<string>;
  /** What a later read must show, and does not. */
  readonly faults: string[];
  reads: number;
}

async function add(replica: SimulatedReplica, key: string, told: Told): Promise<void> {
  told.tried.add(key);
  told.open.add(key);
  try {
    await replica.add(key);
    told.acknowledged.add(key);
    told.open.delete(key);
  } catch {
    // It may have been added: a refusal that says "nothing was changed" is held to its word elsewhere.
  }
}

/** A read shows all that was acknowledged before it began, and nothing that no client has asked for. */
async function read(replica: SimulatedReplica, seen: Set<string>, told: Told): Promise<void> {
  const before = [...told.acknowledged];
  // What one read has shown, a later one shows, too.
  const shown = [...seen];
  try {
    const keys = new Set(await replica.read());
    told.reads += 1;
    for (const key of [...before, ...shown])
      if (!keys.has(key)) told.faults.push(`${replica.url} lacks ${key}`);
    for (const key of keys) {
      if (!told.tried.has(key)) told.faults.push(`${replica.url} made up ${key}`);
      seen.add(key);
    }
  } catch {
    // It is not the owner, or not sure of it.
  }
}

const links: readonly Link[] = ['up', 'up', 'up', 'unsent', 'mute'];

function disturb(replica: SimulatedReplica, random: () => number): void {
  const kind = Math.floor(random() * 6);
  if (kind === 0) replica.pause();
  else if (kind === 1) replica.resume();
  else if (kind === 2) replica.kill();
  else if (kind === 3) replica.start();
  else replica.link = links[Math.floor(random() * links.length)] ?? 'up';
}

async function play(cluster: Cluster, random: () => number): Promise<Told> {
  const told: Told = {
    tried: new Set(),
    acknowledged: new Set(),
    open: new Set(),
    faults: [],
    reads: 0,
  };
  const seen = new Set<string>();
  const pick = (): SimulatedReplica => {
    const one = cluster.replicas[Math.floor(random() * cluster.replicas.length)];
    if (!one) throw new Error('there are no replicas');
    return one;
  };
  for (let step = 0; step < 400; step += 1) {
    const chance = random();
    if (chance < 0.4) void add(pick(), `k${step}`, told);
    else if (chance < 0.9) void read(pick(), seen, told);
    else disturb(pick(), random);
    await cluster.pass(Math.floor(random() * 120));
  }
  for (const replica of cluster.replicas) {
    replica.link = 'up';
    replica.resume();
    replica.start();
  }
  // Longer than a lease, and than a late answer.
  await cluster.pass(30_000);
  await Promise.all([
    ...cluster.replicas.map((replica) => read(replica, seen, told)),
    cluster.pass(1000),
  ]);
  return told;
}

it.each(Array.from({ length: 60 }, (_, at) => at + 1))(
  'shows each acknowledged change, whatever happens to replicas and their links (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const cluster = createCluster({ random });
    await cluster.pass(3000);
    const told = await play(cluster, random);
    expect(told.faults).toEqual([]);
    expect(told.acknowledged.size).toBeGreaterThan(0);
    expect(told.reads).toBeGreaterThan(1);
  },
);
