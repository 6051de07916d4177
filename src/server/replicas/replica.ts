import { createHash, randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';

import { ApiError } from '../../base/errors.ts';
import type { HandOver } from '../../http/forward/hand-over.ts';
import { createHandOver } from '../../http/forward/hand-over.ts';
import type { Incoming } from '../../http/requests/receive.ts';
import { openRedisEngine } from '../../store/shared/redis-engine.ts';
import type { StoreEngine } from '../../store/shared/engine.ts';
import { readStoreAddress } from './store-address.ts';
import type { State } from '../../store/state/state.ts';
import { openInMemory } from '../data-folder.ts';
import type { Notice, ServerOptions } from '../options/options.ts';
import type { Reloading } from '../reloading.ts';
import type { Runtime } from '../runtime.ts';
import type { Duties, Term } from './duties.ts';
import type { Ownership } from './ownership.ts';
import { createOwnership } from './ownership.ts';
import type { SharedFolder } from './shared-folder.ts';
import { openSharedFolder } from './shared-folder.ts';
import { createRequestCount } from './request-count.ts';

/** This process as one of several that share a state. */
export interface Replica {
  readonly handOver: HandOver;
  /** Takes part from now on: others reach this replica at its own URL, or at the one that it listens on. */
  join(this: void, listening: string, host: string): void;
  /** Why it does not serve requests; undefined: it does. */
  problem(this: void): string | undefined;
  /** Requests of the owner finish, then another replica takes over. */
  leave(this: void): Promise<void>;
  close(this: void): void;
}

export async function openReplica(
  options: ServerOptions & { readonly store: string },
  reloading: Reloading,
): Promise<Replica> {
  const tell = (level: Notice['level'], message: string): void =>
    options.onNotice?.({ level, message });
  const address = readStoreAddress(options.store);
  const engine = await openRedisEngine(address, (message) => tell('warning', message));
  if (engine.isUp()) {
    for (const risk of await engine.findRisks(options.durability === 'sync'))
      tell('warning', `the store ${address.shown}: ${risk}`);
  }
  const requests = createRequestCount();
  let ownership: Ownership | undefined;
  const present = (): Ownership => {
    if (ownership) return ownership;
    throw new ApiError('no-owner', 'This replica does not listen yet.');
  };
  return {
    handOver: createHandOver({
      place: () => ownership?.place() ?? notYet,
      follow: (listener) => present().follow(listener),
      hurry: () => present().hurry(),
      secret: () => ownership?.secret() ?? '',
      isOwn: createProbeTest(options),
      count: requests.count,
    }),
    join(listening, host) {
      if (ownership) return;
      const url = options.replicaUrl ?? findOwnUrl(listening, host);
      const duties = createDuties({
        engine,
        reloading,
        tell,
        url,
        requests,
        doubt: (reason) => present().doubt(reason),
      });
      ownership = createOwnership({
        engine,
        duties,
        replica: randomUUID(),
        url,
        fingerprint: fingerprintOf(reloading.runtime()),
      });
      ownership.hurry();
    },
    problem: () => (ownership ? ownership.absence() : notYet.reason),
    async leave() {
      if (!ownership) return;
      await ownership.leave();
      const isOther = (): boolean => ownership?.place().kind === 'there';
      for (let waited = 0; !isOther() && waited < longestSearch; waited += 100)
        await setTimeout(100);
      // Until balancers have noticed, requests still come here, and go to the next owner.
      if (isOther()) await setTimeout(longestNotice);
    },
    close() {
      ownership?.stop();
      engine.close();
    },
  };
}

const notYet = { kind: 'nowhere', reason: 'it does not listen yet', isStoreGone: false } as const;

interface DutyOptions {
  readonly engine: StoreEngine;
  readonly reloading: Reloading;
  readonly url: string;
  readonly requests: ReturnType<typeof createRequestCount>;
  tell(this: void, level: Notice['level'], message: string): void;
  doubt(this: void, reason: string): void;
}

/** What the owner does: it keeps the state of the store in memory, and writes each change there. */
function createDuties({ engine, reloading, url, requests, tell, doubt }: DutyOptions): Duties {
  let folder: SharedFolder | undefined;
  const onNotice = (message: string): void => tell('warning', message);
  const baseNow = (): State => {
    const { blueprint, scenario } = reloading.runtime();
    return scenario?.base ?? blueprint.base;
  };
  const open = async (term: Term): Promise<void> => {
    const refuseLate = (): ApiError | undefined => (term.isHeld() ? undefined : refuseFormer());
    const base = baseNow();
    folder = await openSharedFolder({ engine, term, base, refuseLate, onDoubt: doubt, onNotice });
    reloading.settle(folder, refuseLate);
  };
  const letGo = (): void => {
    folder = undefined;
    // Requests that are still under way change nothing any more.
    reloading.runtime().worlds.main.retire();
    reloading.settle(openInMemory(baseNow()));
  };
  return {
    async begin(term) {
      await open(term);
      tell(
        'info',
        `this replica (${url}) is the owner now, epoch ${numberOf(term.epoch)}: it answers for all`,
      );
    },
    async renew() {
      await folder?.readAgain(refuseFormer());
      tell(
        'warning',
        'the state was read again from the store, since it was not known how a change has ended there',
      );
    },
    end(reason) {
      letGo();
      tell('warning', `this replica (${url}) is not the owner any more: ${reason}`);
    },
    async finish() {
      await requests.over(longestFinish);
      await folder?.close();
      letGo();
    },
    tell: (message) => tell('warning', message),
  };
}

/** In milliseconds. */
const longestFinish = 10_000;
const longestSearch = 1_500;
const longestNotice = 2_000;

/** The number at the front; the rest tells epochs of the same number apart. */
function numberOf(epoch: string): string {
  return epoch.split(':', 1)[0] ?? epoch;
}

function refuseFormer(): ApiError {
  const detail =
    'This replica does not know whether it still is the owner, so what it has in memory may not be the latest. Nothing was changed.';
  return new ApiError('no-owner', detail, { headers: { 'Retry-After': '1' } });
}

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
