import type { Lab } from '../lab.ts';
import type { Load } from '../questions.ts';
import { askPage, assetIds, changeAssets } from '../questions.ts';
import type { Server } from '../server.ts';
import type { Cluster } from './cluster.ts';
import { fireEvenly } from './even-load.ts';
import type { Fired, Setting } from './turns.ts';

const connections = 32;

/**
 * A read and a write. Few records: where a turn ends after some hundred requests, wrk would begin with
 * writes that change nothing.
 */
export const kinds: readonly { readonly kind: string; readonly load: Load }[] = [
  { kind: 'GET page 200', load: [askPage] },
  { kind: 'PATCH 204', load: changeAssets(assetIds.slice(0, 50)) },
];

/** One server of its own. */
export function askServer(lab: Lab, server: Server, load: Load): Setting {
  return {
    parts: [{ part: 'answers', cpu: () => server.cpu() }],
    fire: (seconds) => fire(lab, server, { load, seconds, hops: 0 }),
  };
}

/** A cluster, of which only the owner is asked. */
export function askOwner(lab: Lab, cluster: Cluster, load: Load): Setting {
  return {
    ...partsOf(cluster),
    fire: (seconds) => fire(lab, cluster.owner, { load, seconds, hops: 0 }),
  };
}

/** A cluster, of which only one standby is asked. */
export function askStandby(lab: Lab, cluster: Cluster, load: Load): Setting {
  const [standby] = cluster.standbys;
  if (!standby) throw new Error('the cluster has no standby');
  return {
    ...partsOf(cluster),
    fire: (seconds) => fire(lab, standby, { load, seconds, hops: 1 }),
  };
}

/** A cluster, of which each replica is asked as often. */
export function askAll(cluster: Cluster, load: Load, atOnce: number = connections): Setting {
  const servers = [cluster.owner, ...cluster.standbys];
  const ports = servers.map(({ port }) => port);
  return {
    ...partsOf(cluster),
    isWarmedByAnother: atOnce === 1,
    async fire(seconds) {
      const { requests, p50 } = await fireEvenly({ ports, load, connections: atOnce, seconds });
      const total = requests.reduce((sum, count) => sum + count, 0);
      const own = requests[0] ?? 0;
      for (const server of servers) checkAlive(server);
      return { requests: total, hops: total - own, p50 };
    },
  };
}

function partsOf({ owner, standbys, store }: Cluster): Pick<Setting, 'parts' | 'store'> {
  return {
    store,
    parts: [
      { part: 'answers', cpu: () => owner.cpu() },
      ...standbys.map((standby) => ({ part: 'passesOn' as const, cpu: () => standby.cpu() })),
      { part: 'stores', cpu: () => store.cpu() },
    ],
  };
}

async function fire(
  lab: Lab,
  server: Server,
  { load, seconds, hops }: { load: Load; seconds: number; hops: 0 | 1 },
): Promise<Fired> {
  const { port } = server;
  const seen = await lab.generator.fire({ port, prefix: '', load, connections, seconds });
  checkAlive(server);
  if (seen.faults + seen.refusals > 0) {
    throw new Error(`${seen.faults} requests were not answered, and ${seen.refusals} refused`);
  }
  return { requests: seen.requests, hops: hops * seen.requests, p50: seen.p50 };
}

function checkAlive(server: Server): void {
  const words = server.obituary();
  if (words !== undefined) throw new Error(words);
}
