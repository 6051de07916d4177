import { mkdir } from 'node:fs/promises';

import { vi } from 'vitest';

import type { Launched } from '../cli/run-stuntdouble.ts';
import { launch } from '../cli/run-stuntdouble.ts';
import { patience } from '../patience.ts';
import { findFixedPort } from './fixed-port.test-kit.ts';
import { leash } from './leash.test-kit.ts';
import { openRelay } from './relay.test-kit.ts';

/** A process of the command line that was built, always on the same port, with a relay to the store of its own. */
export interface Replica {
  readonly url: string;
  readonly port: number;
  /** Resolves when it says that it is ready. */
  start(): Promise<void>;
  /** By SIGKILL. */
  kill(): Promise<void>;
  /** By SIGTERM; resolves with the exit code when it has ended. */
  stop(): Promise<number | null>;
  pause(): void;
  resume(): void;
  /** No byte passes between it and the store, and neither hears of that. */
  cutFromStore(): void;
  /** What was held passes, late. */
  joinStore(): void;
  /** What it printed, in all its runs. */
  log(): string;
  /** Whether there is a process, paused or not. */
  readonly isUp: boolean;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** A folder that is made for it. */
  readonly cwd: string;
  readonly storePort: number;
  readonly arguments: readonly string[];
}

/** It is not started yet. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { cwd, storePort } = options;
  await mkdir(cwd, { recursive: true });
  const port = await findFixedPort();
  const relay = await openRelay(storePort);
  const store = ['--store', `redis://127.0.0.1:${relay.port}/0`];
  const all = [...options.arguments, '--port', String(port), '--log', 'json', ...store];
  const url = `http://127.0.0.1:${port}`;
  const runs: Launched[] = [];
  const isUp = (): boolean => runs.at(-1)?.hasEnded() === false;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const last = runs.at(-1);
    last?.signal(signal);
    return (await last?.ended)?.code ?? null;
  };
  return {
    url,
    port,
    get isUp() {
      return isUp();
    },
    async start() {
      if (isUp()) throw new Error(`the replica at ${url} runs already`);
      const launched = await launch(all, { cwd });
      runs.push(launched);
      void launched.ended.then(leash(launched.pid));
      await vi.waitUntil(() => isReady(url, launched), patience);
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    pause: () => runs.at(-1)?.signal('SIGSTOP'),
    resume: () => runs.at(-1)?.signal('SIGCONT'),
    cutFromStore: () => relay.cut('silence'),
    joinStore: () => relay.join(),
    log: () => runs.map((run) => run.stdout() + run.stderr()).join(''),
    async close() {
      await end('SIGKILL');
      await relay.close();
    },
  };
}

async function isReady(url: string, launched: Launched): Promise<boolean> {
  if (launched.hasEnded()) {
    throw new Error(`a replica did not start: ${launched.stdout()}${launched.stderr()}`);
  }
  // Without its own word, another server on this port could be the one that answers.
  if (!launched.stdout().includes('"event":"ready"')) return false;
  try {
    return (await fetch(`${url}/_mock/ready`)).ok;
  } catch {
    return false;
  }
}
