import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { medianOf, spreadOf } from '../figures.ts';
import { writeFixtures } from '../fixtures.ts';
import { askPage, assetId, changeAsset } from '../questions.ts';
import { openCluster, replicaOf, startReplica } from '../replicas/cluster.ts';
import type { Recovery } from '../replicas/figures.ts';
import type { Outage } from '../replicas/outage.ts';
import { findOutage, watchAnswers } from '../replicas/outage.ts';
import { readStoreMemory } from '../replicas/store-counts.ts';
import type { Scene } from '../section.ts';
import type { Server } from '../server.ts';
import { showCount, showSeconds } from '../table.ts';

const sizes = [1000, 100_000];
const turns = 3;
const patience = 30_000;
const endings = { SIGKILL: 'kill -9', SIGTERM: 'SIGTERM' } as const;
type Ending = keyof typeof endings;

/** How long clients wait when the owner ends. */
export const replicaRecoveryScene: Scene = {
  name: 'replica-recovery',
  about: 'time without service when the owner ends, with 1,000 and 100,000 records',
  async run(lab) {
    const rows: (readonly string[])[] = [];
    const states: State[] = [];
    for (const assets of sizes) {
      const fixtures = await writeFixtures(join(lab.folder, `fixtures-${assets}`), { assets });
      const cluster = await openCluster(lab, { count: 2, fsync: 'always', fixtures });
      const replicas = [cluster.owner, ...cluster.standbys];
      try {
        for (const ending of ['SIGKILL', 'SIGTERM'] as const) {
          const all: Ended[] = [];
          for (let turn = 0; turn < turns; turn += 1) {
            all.push(await endOwner(replicas, ending));
            replicas.push(await startReplica(lab, replicaOf(cluster.store, fixtures)));
            // Not always as long after the owner has renewed its lease.
            await wait(500 + turn * 370);
          }
          const stored = readStoreMemory(await cluster.store.info());
          states.push({ ending, records: assets, stored, gap: medianGap(all) });
          rows.push(toRow(endings[ending], { records: assets, stored }, all));
          lab.say(`  ${rows.at(-1)?.join(', ')}`);
        }
      } finally {
        for (const replica of replicas) await replica.end();
        await cluster.end();
      }
    }
    return {
      title: 'When the owner ends',
      text: `Two replicas; one client reads and another one writes at the standby, one request after the other, and the owner gets a signal. The time is
the longest between two right answers, medians of ${turns} (least – most). “Not answered” counts all answers that were not the right one. The CPU is what the
standby used from the signal on: above all for reading the state.
The store is its used_memory.`,
      tables: [
        {
          columns: [
            '',
            'records',
            'reads wait',
            'writes wait',
            'not answered',
            'CPU of the next owner',
            'store',
          ],
          rows,
        },
      ],
      figures: { recovery: toRecovery(states) },
    };
  },
};

interface Ended {
  readonly read: Outage;
  readonly write: Outage;
  /** Seconds. */
  readonly cpu: number;
}

/** Takes the owner out of the replicas; the next one is the owner then. */
async function endOwner(replicas: Server[], ending: Ending): Promise<Ended> {
  const [owner, next] = replicas;
  if (!owner || !next) throw new Error('there is no replica that could take over');
  const watches = [askPage, changeAsset(assetId(1), true)].map((question) =>
    watchAnswers(next.port, question),
  );
  await wait(500);
  const cpu = next.cpu();
  process.kill(owner.pid, ending);
  while (owner.obituary() === undefined) await wait(5);
  const gone = performance.now();
  replicas.shift();
  for (const watch of watches) await watch.untilRightSince(gone, patience);
  // A former owner may still have been asked.
  await wait(1000);
  const used = next.cpu() - cpu;
  const [read, write] = await Promise.all(
    watches.map(async (watch) => findOutage(await watch.stop())),
  );
  await owner.end();
  if (!read || !write) throw new Error('both clients have asked');
  return { read, write, cpu: used };
}

interface State {
  readonly ending: Ending;
  readonly records: number;
  /** Bytes of the store. */
  readonly stored: number;
  /** Milliseconds. */
  readonly gap: number;
}

/** What a record more takes after a kill: the wait for the lease is in both. */
function toRecovery(states: readonly State[]): Recovery {
  const [small, large] = states.filter(({ ending }) => ending === 'SIGKILL');
  if (!small || !large) throw new Error('there are two sizes');
  const records = large.records - small.records;
  return {
    loading: ((large.gap - small.gap) * 1000) / records,
    storedRecord: (large.stored - small.stored) / records,
  };
}

function medianGap(all: readonly Ended[]): number {
  return medianOf(all.map(({ read }) => read.gap));
}

function toRow(
  what: string,
  { records, stored }: Pick<State, 'records' | 'stored'>,
  all: readonly Ended[],
): readonly string[] {
  const show = (gaps: readonly number[]): string => {
    const { median, least, most } = spreadOf(gaps.map((gap) => gap / 1000));
    return `${showSeconds(median)} (${least.toFixed(2)} – ${most.toFixed(2)})`;
  };
  return [
    what,
    showCount(records),
    show(all.map(({ read }) => read.gap)),
    show(all.map(({ write }) => write.gap)),
    `${all.reduce((sum, { read, write }) => sum + read.wrong + write.wrong, 0)}`,
    showSeconds(medianOf(all.map(({ cpu }) => cpu))),
    `${(stored / 2 ** 20).toFixed(1)} MB`,
  ];
}
