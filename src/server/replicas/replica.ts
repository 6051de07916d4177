import { createHash, randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';

import type { ReplicaPorts } from '../../control/ports.ts';
import type { HandOver } from '../../http/forward/hand-over.ts';
import { createHandOver } from '../../http/forward/hand-over.ts';
import type { Incoming } from '../../http/requests/receive.ts';
import type { StoreEngine } from '../../store/shared/engine.ts';
import { openRedisEngine } from '../../store/shared/redis-engine.ts';
import type { Notice, ServerOptions } from '../options/options.ts';
import type { Reloading } from '../reloading.ts';
import { resetNow } from '../reset-timer.ts';
import type { Runtime } from '../runtime.ts';
import { createDuties } from './owner-duties.ts';
import { createOwnership } from './ownership.ts';
import type { PlaceOptions } from './place-besides.ts';
import { createReplicaList } from './replica-list.ts';
import type { Ownership } from './roles.ts';
import { createRequestCount } from './request-count.ts';
import { createSharedResets } from './shared-resets.ts';
import { readStoreAddress } from './store-address.ts';

/** This process as one of several that share a state. */
export interface Replica {
  readonly handOver: HandOver;
  readonly list: ReplicaPorts;
  /** Takes part from now on: others reach this replica at its own URL, or at the one that it listens on. */
  join(this: void, listening: string, host: string): void;
  /** Where other replicas reach it; undefined: it has not joined them. */
  url(this: void): string | undefined;
  /** Why it does not serve requests; undefined: it does. */
  problem(this: void): string | undefined;
  /** Requests of the owner finish, then another replica takes over. */
  leave(this: void): Promise<void>;
  close(this: void): void;
}

export interface ReplicaMatters extends Pick<PlaceOptions, 'openRoom'> {
  readonly reloading: Reloading;
}

export async function openReplica(
  options: ServerOptions & { readonly store: string },
  { reloading, openRoom }: ReplicaMatters,
): Promise<Replica> {
  const tell = (level: Notice['level'], message: string): void =>
    options.onNotice?.({ level, message });
  const engine = await openEngine(options, (message) => tell('warning', message));
  const requests = createRequestCount();
  const resets = createSharedResets({
    engine,
    every: options.resetEvery,
    reset: () =>
      resetNow(reloading.runtime().worlds.main, ({ level, message }) => tell(level, message)),
  });
  const fingerprint = fingerprintOf(reloading.runtime());
  const parts = { engine, reloading, tell, openRoom, fingerprint };
  const doubt: Ownership['doubt'] = (...told) => ownership.doubt(...told);
  const ownership = createOwnership({
    engine,
    duties: createDuties({ ...parts, requests, resets, doubt, ...options }),
    replica: randomUUID(),
    fingerprint,
  });
  let ownUrl: string | undefined;
  let unreached = '';
  const isElsewhere = (): boolean => ownership.place().kind === 'there';
  return {
    handOver: createHandOver({
      ...ownership,
      tellUnreached(url, reason) {
        if (url !== unreached)
          tell('warning', `${reason} (is the --replica-url of the owner right?)`);
        unreached = url;
      },
      isOwn: createProbeTest(options),
      count: requests.count,
    }),
    list: createReplicaList(engine, fingerprint),
    join(listening, host) {
      ownUrl = options.replicaUrl ?? findOwnUrl(listening, host);
      ownership.join(ownUrl);
    },
    url: () => ownUrl,
    problem: ownership.absence,
    async leave() {
      await ownership.leave();
      if (ownUrl === undefined) return;
      for (let waited = 0; !isElsewhere() && waited < longestSearch; waited += 100)
        await setTimeout(100);
      // Until balancers have noticed, requests still come here, and go to the next owner.
      if (isElsewhere()) await setTimeout(longestNotice);
    },
    close() {
      ownership.stop();
      engine.close();
    },
  };
}

async function openEngine(
  { store, durability }: ServerOptions & { readonly store: string },
  warn: (message: string) => void,
): Promise<StoreEngine> {
  const address = readStoreAddress(store);
  const engine = await openRedisEngine(address, warn);
  if (engine.isUp()) {
    for (const risk of await engine.findRisks(durability === 'sync'))
      warn(`the store ${address.shown}: ${risk}`);
  }
  return engine;
}

/** In milliseconds. */
const longestSearch = 1_500;
const longestNotice = 2_000;

/** Whether a request asks how this process is. */
function createProbeTest({
  control,
  controlPrefix,
}: ServerOptions): (request: Incoming) => boolean {
  if (!control) return () => false;
  const probes = new Set([`${controlPrefix}/health`, `${controlPrefix}/ready`]);
  return ({ url = '' }) => {
    if (!url.startsWith(controlPrefix)) return false;
    const [path = ''] = url.split('?', 1);
    return probes.has(path.replace(/\/$/, ''));
  };
}

function fingerprintOf({ blueprint, scenario }: Runtime): string {
  const { contract, fixtures } = blueprint.base.madeFor.fingerprints;
  const text = JSON.stringify([contract, fixtures, scenario?.fingerprint]);
  return createHash('sha256').update(text).digest('hex');
}

/** Where it listens everywhere, others reach it at the first address of this machine. */
function findOwnUrl(listening: string, host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return listening;
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const own = all.find(({ internal, family }) => !internal && family === 'IPv4');
  if (!own) return listening;
  const url = new URL(listening);
  url.hostname = own.address;
  return url.origin;
}
