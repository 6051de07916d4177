import { join } from 'node:path';

import { createFolder, removeFolder } from '../cli/temporary-folder.ts';
import { openBalancer } from './balancer.test-kit.ts';
import { watchReadiness } from './readiness.test-kit.ts';
import type { Replica } from './replica.test-kit.ts';
import { openReplica } from './replica.test-kit.ts';
import type { StoreProcess } from './store-process.test-kit.ts';
import { openStore } from './store-process.test-kit.ts';

export type { Replica } from './replica.test-kit.ts';
export type { StoreProcess } from './store-process.test-kit.ts';

/** Replicas that share one store, and stand behind one balancer. */
export interface Fleet {
  /** The address of the balancer. */
  readonly url: string;
  readonly replicas: readonly Replica[];
  readonly store: StoreProcess;
  /** How many connections the balancer has led to each replica. */
  readonly connections: () => readonly number[];
  /** Ends all of it, whatever state it is in. */
  close(): Promise<void>;
}

export interface FleetOptions {
  /** How many replicas; default 3. */
  readonly count?: number;
  /** What the command line is told besides; files by their whole path. Default: the contract of the package. */
  readonly arguments?: readonly string[];
  /** Whether the balancer looks who is ready, and gives new connections to those alone. */
  readonly isByReadiness?: boolean;
}

const seed = Number(process.env['STUNTDOUBLE_BALANCER_SEED'] ?? 1);

/** All of them are ready. */
export async function openFleet({
  count = 3,
  arguments: given = [],
  isByReadiness = false,
}: FleetOptions = {}): Promise<Fleet> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    const faults: unknown[] = [];
    for (const end of closers.splice(0).toReversed()) {
      await end().catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw new AggregateError(faults, 'the fleet did not end well');
  };
  try {
    const folder = await createFolder();
    closers.push(() => removeFolder(folder));
    const store = await openStore();
    closers.push(() => store.close());
    const replicas: Replica[] = [];
    for (let index = 0; index < count; index += 1) {
      const cwd = join(folder, `replica-${index}`);
      const storePort = Number(new URL(store.url).port);
      const replica = await openReplica({ cwd, storePort, arguments: given });
      closers.push(() => replica.close());
      replicas.push(replica);
    }
    await Promise.all(replicas.map((replica) => replica.start()));
    const ports = replicas.map(({ port }) => port);
    const watch = isByReadiness ? watchReadiness(replicas.map(({ url }) => url)) : undefined;
    closers.push(async () => watch?.stop());
    const balancer = await openBalancer({ ports, seed, ...(watch && { mayHave: watch.isReady }) });
    closers.push(() => balancer.close());
    return { url: balancer.url, replicas, store, connections: balancer.connections, close };
  } catch (error) {
    await close();
    throw error;
  }
}
