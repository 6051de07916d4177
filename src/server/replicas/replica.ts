import { createHash, randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
// Not the global one: a test may hold it.
import { setImmediate } from 'node:timers';
import { setTimeout } from 'node:timers/promises';

import type { ReplicaPorts } from '../../control/ports.ts';
import { askOwner } from '../../http/forward/ask-owner.ts';
import type { AnsweringPlace, HandOver } from '../../http/forward/hand-over.ts';
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
import type { PlaceOptions } from './place-worlds.ts';
import { createReplicaList } from './replica-list.ts';
import { createReach } from './reach.ts';
import { machineClock } from './replica-clock.ts';
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
  /** Why the owner can not store changes, where it is another replica; undefined: it can, or is this one. */
  findProblemElsewhere(this: void): Promise<string | undefined>;
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
  const tell: Tell = (level, message) => options.onNotice?.({ level, message });
  const { shown } = readStoreAddress(options.store);
  const engine = await openStore(options, tell);
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
  const { place, secret } = ownership;
  const reach = createReach({
    clock: machineClock,
    place,
    ask: (url) => askOwner(url, 'place', secret()),
    tell: (message) => tell('warning', message),
  });
  return {
    handOver: createHandOver({
      ...ownership,
      findWriteProblem: reloading.findWriteProblem,
      isOwn: createProbeTest(options),
      count: requests.count,
    }),
    list: createReplicaList(engine, fingerprint),
    join(listening, host) {
      ownUrl = options.replicaUrl ?? findOwnUrl(listening, host);
      reach.begin();
      ownership.join(ownUrl);
      warnOfAbsence(engine, shown, tell);
    },
    url: () => ownUrl,
    problem: () => ownership.absence() ?? reach.problem(),
    findProblemElsewhere: () => findProblemAt(place(), secret()),
    async leave() {
      await ownership.leave();
      if (ownUrl !== undefined) await handOnLate(place);
    },
    close() {
      reach.stop();
      ownership.stop();
      engine.close();
    },
  };
}

type Tell = (level: Notice['level'], message: string) => void;

/** Its settings are looked at whenever it is reached: it may be another one by then. */
async function openStore(
  { store, durability }: ServerOptions & { readonly store: string },
  tell: Tell,
): Promise<StoreEngine> {
  const address = readStoreAddress(store);
  const told = new Set<string>();
  let opened: StoreEngine | undefined;
  const tellRisks = async (): Promise<void> => {
    for (const risk of (await opened?.findRisks(durability === 'sync')) ?? []) {
      if (!told.has(risk)) tell('warning', `the store ${address.shown}: ${risk}`);
      told.add(risk);
    }
  };
  opened = await openRedisEngine(address, (level, message) => {
    tell(level, message);
    if (level === 'info') void tellRisks();
  });
  if (opened.isUp()) await tellRisks();
  return opened;
}

function warnOfAbsence(engine: StoreEngine, shown: string, tell: Tell): void {
  // Behind the banner, which says where the server answers.
  setImmediate(() => {
    if (!engine.isUp())
      tell('warning', `all is answered with 503 until the store ${shown} is reached`);
  });
}

/** Until balancers have noticed, requests still come here, and go to the next owner. */
async function handOnLate(place: Ownership['place']): Promise<void> {
  const isElsewhere = (): boolean => place().kind === 'there';
  for (let waited = 0; !isElsewhere() && waited < longestSearch; waited += 100)
    await setTimeout(100);
  if (isElsewhere()) await setTimeout(longestNotice);
}

async function findProblemAt(place: AnsweringPlace, secret: string): Promise<string | undefined> {
  if (place.kind !== 'there') return undefined;
  const answer = await askOwner(place.url, 'writes', secret);
  if (!answer.isReached) return `the owner, ${place.url}, does not answer: ${answer.reason}`;
  return answer.problem === '' ? undefined : answer.problem;
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
