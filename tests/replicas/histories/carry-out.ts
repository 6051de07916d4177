import { setTimeout as sleep } from 'node:timers/promises';

import type { Fleet, Replica, StoreProcess } from '../fleet.test-kit.ts';
import type { Failure } from './plan.ts';
import { describeFailure } from './plan.ts';
import type { Recorder } from './recorder.ts';

/** Lets all failures of a plan happen, each at its time; resolves when all is well again, with what was done. */
export async function carryOut(
  fleet: Fleet,
  plan: readonly Failure[],
  { now, surprises }: Pick<Recorder, 'now' | 'surprises'>,
): Promise<readonly string[]> {
  const done: string[] = [];
  const busy = new Set<unknown>();
  await Promise.all(
    plan.map(async (failure) => {
      await sleep(Math.max(0, failure.at - now()));
      const index = await findSubject(failure, fleet, busy);
      const replica = fleet.replicas[index];
      const subject = replica ?? fleet.store;
      if (busy.has(subject)) {
        done.push(`${describeFailure(failure)}: left out, it fails already`);
        return;
      }
      busy.add(subject);
      const begin = now();
      const end = replica
        ? await failReplica(failure.kind, replica, {
            surprises,
            isStoreWell: () => !busy.has(fleet.store),
          })
        : await failStore(failure.kind, fleet.store);
      await sleep(failure.lasts);
      const over = now();
      await end();
      busy.delete(subject);
      const span = `${begin.toFixed(0)} – ${over.toFixed(0)} ms, back at ${now().toFixed(0)} ms`;
      const which = replica ? `replica ${index}, ` : '';
      done.push(`${describeFailure(failure)}: ${which}${span}`);
    }),
  );
  return done;
}

interface Circumstances {
  readonly surprises: string[];
  /** Without its store a replica may end with an error. */
  readonly isStoreWell: () => boolean;
}

type End = () => void | Promise<void>;

async function failReplica(
  kind: Failure['kind'],
  replica: Replica,
  { surprises, isStoreWell }: Circumstances,
): Promise<End> {
  if (kind === 'pause') {
    replica.pause();
    return () => replica.resume();
  }
  if (kind === 'cut') {
    replica.cutFromStore();
    return () => replica.joinStore();
  }
  if (kind === 'kill') await replica.kill();
  else {
    const wasWell = isStoreWell();
    const code = await replica.stop();
    if (code !== 0 && wasWell && isStoreWell()) {
      surprises.push(`SIGTERM ended ${replica.url} with ${code}, though the store is well`);
    }
  }
  return () => replica.start();
}

async function failStore(kind: Failure['kind'], store: StoreProcess): Promise<End> {
  if (kind === 'pause the store') {
    store.pause();
    return () => store.resume();
  }
  await store.kill();
  return () => store.start();
}

/** The number of a replica, -1 for the store. The owner: once there is one that does not fail already, but not for long. */
async function findSubject(
  { kind, replica: wanted }: Failure,
  { replicas, store }: Fleet,
  busy: ReadonlySet<unknown>,
): Promise<number> {
  if (kind === 'kill the store' || kind === 'pause the store') return -1;
  if (wanted !== 'owner') return wanted;
  for (let times = 0; times < 40; times += 1) {
    const lease = ['HGET', '{sd:stuntdouble}:lease', 'url'];
    const url = busy.has(store) ? '' : await store.command(...lease).catch(() => '');
    const index = replicas.findIndex((replica) => replica.url === url);
    if (index !== -1 && !busy.has(replicas[index])) return index;
    await sleep(100);
  }
  return 0;
}
