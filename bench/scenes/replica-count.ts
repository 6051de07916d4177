import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { writeFixtures } from '../fixtures.ts';
import type { Lab } from '../lab.ts';
import type { Load } from '../questions.ts';
import type { Cluster } from '../replicas/cluster.ts';
import { openCluster } from '../replicas/cluster.ts';
import { costOf, showPart } from '../replicas/costs.ts';
import type { IdleCluster } from '../replicas/idle.ts';
import { toIdle } from '../replicas/idle.ts';
import { askAll, kinds } from '../replicas/settings.ts';
import { countEach, readStoreCounts } from '../replicas/store-counts.ts';
import type { Setting, Turn } from '../replicas/turns.ts';
import { takeTurns } from '../replicas/turns.ts';
import type { Scene } from '../section.ts';
import type { Table } from '../table.ts';
import { showCount } from '../table.ts';

const sizes = [1, 2, 4, 8];
const idleSeconds = 40;
const alone = ', one connection';

/** What more replicas change. */
export const replicaCountScene: Scene = {
  name: 'replica-count',
  about: '1, 2, 4 and 8 replicas that are asked evenly: CPU, hops and round trips; and idle ones',
  async run(given) {
    // On whichever core is free: two cores are all that there is for them and the load.
    const lab: Lab = { ...given, cores: { servers: [], load: [] } };
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const clusters = new Map<number, Cluster>();
    try {
      for (const count of sizes)
        clusters.set(count, await openCluster(lab, { count, fsync: 'always', fixtures }));
      const settings = kinds.flatMap(({ kind, load }) =>
        [...clusters].flatMap(([count, cluster]) => settingsOf(kind, { count, cluster, load })),
      );
      const turns = await takeTurns(lab, new Map(settings));
      lab.say(`  idle for ${idleSeconds} s`);
      const idle = await watchIdle([...clusters.values()]);
      return {
        title: 'More replicas',
        text: `Requests go to each replica in turn, on 32 connections of a client in Node, or on one. Replicas, store and client share the
cores, so the throughput is that of the CPU that is left, and not what more cores would give. A hop is a request that a standby passes on;
round trips are scripts in the store’s INFO commandstats. Idle replicas are looked at right after that load. \`appendfsync always\`.`,
        tables: [writeTurns(turns), writeIdle(idle)],
        figures: { idle: toIdle(idle), aloneWrite: costOf(aloneWrites(turns)) },
      };
    } finally {
      for (const cluster of clusters.values()) await cluster.end();
    }
  },
};

interface Asked {
  readonly count: number;
  readonly cluster: Cluster;
  readonly load: Load;
}

function settingsOf(
  kind: string,
  { count, cluster, load }: Asked,
): readonly (readonly [string, Setting])[] {
  const name = `${kind}, ${count} ${count === 1 ? 'replica' : 'replicas'}`;
  const evenly = [name, askAll(cluster, load)] as const;
  // Only here does no write wait for another one.
  return count > 2 ? [evenly] : [[name + alone, askAll(cluster, load, 1)], evenly];
}

function aloneWrites(all: ReadonlyMap<string, readonly Turn[]>): readonly Turn[] {
  const isOne = (name: string): boolean => name.startsWith('PATCH') && name.endsWith(alone);
  return [...all].find(([name]) => isOne(name))?.[1] ?? [];
}

/** So long without any request. */
async function watchIdle(clusters: readonly Cluster[]): Promise<readonly IdleCluster[]> {
  const look = () => Promise.all(clusters.map(lookAt));
  const before = await look();
  await wait(idleSeconds * 1000);
  const after = await look();
  return clusters.map(({ standbys }, at) => {
    const [first, last] = [before[at], after[at]];
    if (!first || !last) throw new Error('each cluster is looked at twice');
    const perSecond = (key: 'owner' | 'standbys' | 'store'): number =>
      ((last[key] - first[key]) * 1e6) / idleSeconds;
    return {
      replicas: standbys.length + 1,
      owner: perSecond('owner'),
      standbys: perSecond('standbys'),
      store: perSecond('store'),
      roundTrips: countEach(first.counts, last.counts, idleSeconds).roundTrips,
    };
  });
}

async function lookAt({ owner, standbys, store }: Cluster) {
  return {
    owner: owner.cpu(),
    standbys: standbys.reduce((sum, standby) => sum + standby.cpu(), 0),
    store: store.cpu(),
    counts: readStoreCounts(await store.info()),
  };
}

function writeTurns(all: ReadonlyMap<string, readonly Turn[]>): Table {
  return {
    columns: [
      '',
      'requests per second',
      'µs of CPU',
      'owner',
      'standbys',
      'store',
      'hops',
      'round trips',
      'bytes to the store',
      'p50',
    ],
    rows: [...all].map(([name, turns]) => {
      const cost = costOf(turns);
      return [
        name,
        showCount(cost.throughput),
        cost.all.toFixed(1),
        ...[cost.answers, cost.passesOn, cost.stores].map(showPart),
        cost.hops.toFixed(3),
        cost.roundTrips.toFixed(3),
        showCount(cost.received),
        `${(cost.p50 / 1000).toFixed(2)} ms`,
      ];
    }),
  };
}

function writeIdle(idle: readonly IdleCluster[]): Table {
  return {
    columns: ['idle replicas', 'owner, µs of CPU in a second', 'standbys', 'store', 'round trips'],
    rows: idle.map(({ replicas, owner, standbys, store, roundTrips }) => [
      `${replicas}`,
      ...[owner, standbys, store].map(showCount),
      roundTrips.toFixed(1),
    ]),
  };
}
