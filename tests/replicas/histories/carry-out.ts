import { setTimeout as sleep } from 'node:timers/promises';

import type { Fleet, Replica } from '../fleet.test-kit.ts';
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
      const index = failure.replica === 'owner' ? await findOwner(fleet) : failure.replica;
      const replica = fleet.replicas[index];
      const subject = failure.kind === 'kill the store' ? fleet.store : replica;
      if (!replica || busy.has(subject)) {
        done.push(`${describeFailure(failure)}: left out, replica ${index} fails already`);
        return;
      }
      busy.add(subject);
      const begin = now();
      const end = await begins(failure, { fleet, replica, surprises });
      await sleep(failure.lasts);
      const over = now();
      await end();
      busy.delete(subject);
      const span = `${begin.toFixed(0)} – ${over.toFixed(0)} ms, back at ${now().toFixed(0)} ms`;
      done.push(`${describeFailure(failure)}: replica ${index}, ${span}`);
    }),
  );
  return done;
}

interface Subjects {
  readonly fleet: Fleet;
  readonly replica: Replica;
  readonly surprises: string[];
}

/** Resolves with what ends the failure. */
async function begins(
  { kind }: Failure,
  { fleet: { store }, replica, surprises }: Subjects,
): Promise<() => void | Promise<void>> {
  switch (kind) {
    case 'kill':
      await replica.kill();
      return () => replica.start();
    case 'stop the owner': {
      const code = await replica.stop();
      if (code !== 0) surprises.push(`SIGTERM ended a replica with ${code}: ${replica.log()}`);
      return () => replica.start();
    }
    case 'pause':
      replica.pause();
      return () => replica.resume();
    case 'cut':
      replica.cutFromStore();
      return () => replica.joinStore();
    case 'kill the store':
      await store.kill();
      return () => store.start();
  }
}

/** The replica that holds the lease; without one, or without the store, the first. */
async function findOwner({ replicas, store }: Fleet): Promise<number> {
  const url = await store.command('HGET', '{sd:stuntdouble}:lease', 'url').catch(() => '');
  return Math.max(
    0,
    replicas.findIndex((replica) => url.includes(replica.url)),
  );
}
