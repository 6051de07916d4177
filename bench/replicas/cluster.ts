import { findFault } from '../ask.ts';
import type { Lab } from '../lab.ts';
import { commandLine, contractFile } from '../place.ts';
import { askPage, assetId, changeAsset } from '../questions.ts';
import type { Server } from '../server.ts';
import { startServer, waitUntilUp } from '../server.ts';
import type { Subject } from '../subject.ts';
import type { Fsync, Store } from './store-process.ts';
import { findStoreHindrance, startStore } from './store-process.ts';

const patience = 120_000;

/** A store, and replicas of which the first is the owner. */
export interface Cluster {
  readonly store: Store;
  readonly owner: Server;
  readonly standbys: readonly Server[];
  end(): Promise<void>;
}

export interface ClusterOptions {
  readonly count: number;
  readonly fsync: Fsync;
  readonly fixtures: string;
  readonly flags?: readonly string[];
  /** What each is to be started with besides, by its number. */
  readonly wrap?: (subject: Subject, number: number) => Subject;
}

/** All of them answer, and the state is in the store. */
export async function openCluster(lab: Lab, options: ClusterOptions): Promise<Cluster> {
  const hindrance = findStoreHindrance();
  if (hindrance !== undefined) throw new Error(hindrance);
  const { count, fsync, fixtures, flags = [], wrap = (subject) => subject } = options;
  const store = await startStore(lab, fsync);
  const replicas: Server[] = [];
  const end = async (): Promise<void> => {
    for (const replica of replicas.toReversed()) await replica.end();
    await store.end();
  };
  try {
    for (let number = 0; number < count; number += 1) {
      const subject = wrap(replicaOf(store, fixtures, ...flags), number);
      replicas.push(await startReplica(lab, subject));
    }
    const [owner, ...standbys] = replicas;
    if (!owner) throw new Error('a cluster has at least one replica');
    return { store, owner, standbys, end };
  } catch (error) {
    await end();
    throw error;
  }
}

export function replicaOf({ url }: Store, fixtures: string, ...flags: readonly string[]): Subject {
  return {
    name: 'replica',
    command: ({ port }) => [
      commandLine,
      contractFile,
      `--port=${port}`,
      `--fixtures=${fixtures}`,
      `--store=${url}`,
      '--log=silent',
      '--durability=flush',
      ...flags,
    ],
  };
}

/** It is there when it answers a read and a write right, itself or by the owner. */
export async function startReplica(lab: Lab, subject: Subject): Promise<Server> {
  const server = await startServer(subject, lab);
  try {
    await waitUntilUp(server, askPage, patience);
    // Where visitors have worlds of their own, a write needs the cookie of one.
    const write = { ...changeAsset(assetId(0), true), headers: writer };
    for (const question of [askPage, write]) {
      const fault = findFault(question, await server.ask(question));
      if (fault !== undefined) throw new Error(fault);
    }
    return server;
  } catch (error) {
    await server.end();
    throw error;
  }
}

const writer = {
  ...changeAsset(assetId(0), true).headers,
  Cookie: `stuntdouble_visitor=${'w'.repeat(22)}`,
};
