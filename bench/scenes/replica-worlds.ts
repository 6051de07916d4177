import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';

import { writeFixtures } from '../fixtures.ts';
import type { Lab } from '../lab.ts';
import { standIn } from '../ours.ts';
import { askPage } from '../questions.ts';
import type { Cluster } from '../replicas/cluster.ts';
import { openCluster } from '../replicas/cluster.ts';
import type { Memory } from '../replicas/figures.ts';
import { readStoreMemory } from '../replicas/store-counts.ts';
import type { Scene } from '../section.ts';
import type { Server } from '../server.ts';
import { startServer, waitUntilUp } from '../server.ts';
import type { Subject } from '../subject.ts';
import { bareNode } from '../subjects.ts';
import type { Table } from '../table.ts';
import { showCount, showMegabytes, showSeconds } from '../table.ts';
import { look, watched } from './soak.ts';
import { operators, visit } from './visitors.ts';

const milestones = [1000, 5000, 10_000];

/** Memory of replicas, idle and with worlds of visitors. */
export const replicaWorldsScene: Scene = {
  name: 'replica-worlds',
  about: 'memory of idle replicas, and of 10,000 visitors’ worlds, also in the store',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const flags = [
      '--visitor-worlds',
      `--max-worlds=${(milestones.at(-1) ?? 0) + 1}`,
      ...operators,
    ];
    const fileOf = (number: number): string => join(lab.folder, `probe-${number}.json`);
    const wrap = (subject: Subject, number: number): Subject => watched(subject, fileOf(number));
    const cluster = await openCluster(lab, { count: 2, fsync: 'always', fixtures, flags, wrap });
    const alone: Server[] = [];
    try {
      for (const subject of [bareNode, standIn('one process, data folder, flush', fixtures)]) {
        const server = await startServer(subject, lab);
        alone.push(server);
        await waitUntilUp(server, askPage, 60_000);
      }
      const resting = alone.map((server) => ({
        name: server.subject.name,
        memory: server.memory(),
      }));
      const idle = [cluster.owner, ...cluster.standbys].map((server) => server.memory());
      // What is compiled on first use is no cost of a world.
      for (const server of [cluster.owner, ...cluster.standbys])
        await Promise.all(Array.from({ length: 2000 }, () => server.ask(askPage)));
      const moments = await makeWorlds(lab, cluster, fileOf);
      return {
        title: 'Memory',
        text: `Each visitor changes one of 1,000 assets at the owner, which makes its world; 16 clients. Beside them a standby. Heap and RSS after a collection,
the store by its used_memory. The heap of a process may be ${showMegabytes(heapLimit())} here.`,
        tables: [
          {
            columns: ['idle, after two requests', 'RSS'],
            rows: [
              ...resting.map(({ name, memory }) => [name, showMegabytes(memory)]),
              ...idle.map((memory, at) => [at === 0 ? 'owner' : 'standby', showMegabytes(memory)]),
            ],
          },
          writeMoments(moments),
        ],
        figures: { memory: toMemory(moments, idle[1] ?? Number.NaN) },
      };
    } finally {
      for (const server of alone) await server.end();
      await cluster.end();
    }
  },
};

/** Bytes, and seconds since the worlds before. */
interface Moment {
  readonly worlds: number;
  readonly heap: number;
  readonly rss: number;
  readonly standby: number;
  readonly store: number;
  readonly seconds: number;
  readonly ownerCpu: number;
  readonly storeCpu: number;
}

async function makeWorlds(
  lab: Lab,
  { owner, standbys, store }: Cluster,
  fileOf: (number: number) => string,
): Promise<readonly Moment[]> {
  const [standby] = standbys;
  if (!standby) throw new Error('the cluster has no standby');
  const moments: Moment[] = [];
  let worlds = 0;
  for (const milestone of [0, ...milestones]) {
    const [begin, ownerCpu, storeCpu] = [performance.now(), owner.cpu(), store.cpu()];
    await visit(owner, worlds, milestone);
    const seconds = (performance.now() - begin) / 1000;
    const used = { ownerCpu: owner.cpu() - ownerCpu, storeCpu: store.cpu() - storeCpu };
    const { heapUsed: heap, rss } = await look(owner, fileOf(0), milestone);
    const { heapUsed } = await look(standby, fileOf(1), milestone);
    const stored = readStoreMemory(await store.info());
    moments.push({
      worlds: milestone,
      heap,
      rss,
      standby: heapUsed,
      store: stored,
      seconds,
      ...used,
    });
    worlds = milestone;
    lab.say(`  ${showCount(milestone)} worlds`);
  }
  return moments;
}

function writeMoments(moments: readonly Moment[]): Table {
  const [first] = moments;
  const perWorld = (bytes: number, worlds: number): string =>
    worlds === 0 ? '' : `${(bytes / worlds / 1000).toFixed(1)} kB`;
  return {
    columns: [
      'worlds',
      'made in',
      'µs of the owner’s CPU for one',
      'of the store’s',
      'heap',
      'of a world',
      'RSS',
      'of a world',
      'standby’s heap',
      'store',
      'of a world',
    ],
    rows: moments.map((moment, at) => {
      const { worlds, heap, rss, standby, store, seconds, ownerCpu, storeCpu } = moment;
      const more = worlds - (moments[at - 1]?.worlds ?? 0);
      const each = (cpu: number): string => (more === 0 ? '' : showCount((cpu * 1e6) / more));
      return [
        showCount(worlds),
        more === 0 ? '' : showSeconds(seconds),
        each(ownerCpu),
        each(storeCpu),
        showMegabytes(heap),
        perWorld(heap - (first?.heap ?? 0), worlds),
        showMegabytes(rss),
        perWorld(rss - (first?.rss ?? 0), worlds),
        showMegabytes(standby),
        `${(store / 2 ** 20).toFixed(1)} MB`,
        perWorld(store - (first?.store ?? 0), worlds),
      ];
    }),
  };
}

function toMemory(moments: readonly Moment[], standby: number): Memory {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) throw new Error('no world was made');
  const cpu = moments.reduce((sum, { ownerCpu }) => sum + ownerCpu, 0);
  return {
    standby,
    world: (last.heap - first.heap) / last.worlds,
    storedWorld: Math.max(0, (last.store - first.store) / last.worlds),
    making: (cpu * 1e6) / last.worlds,
    heapLimit: heapLimit(),
  };
}

/** The replicas run on the same machine without a limit of their own. */
function heapLimit(): number {
  return getHeapStatistics().heap_size_limit;
}
