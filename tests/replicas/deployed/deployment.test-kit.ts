import { readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';

import { vi } from 'vitest';

import type { Launched } from '../../cli/run-stuntdouble.ts';
import { launch } from '../../cli/run-stuntdouble.ts';
import { createFolder, removeFolder } from '../../cli/temporary-folder.ts';
import { patience } from '../../patience.ts';
import { findFixedPort } from '../fixed-port.test-kit.ts';
import type { Caddy } from './caddy.test-kit.ts';
import { openCaddy } from './caddy.test-kit.ts';
import type { Description, Variables } from './description.test-kit.ts';
import { example, readCompose, root } from './description.test-kit.ts';
import type { Process } from './process.test-kit.ts';
import { startProcess } from './process.test-kit.ts';

/** Caddy, the replicas and the store as they are deployed, but as processes without containers. */
export interface Deployment {
  readonly caddy: Caddy;
  readonly replicas: readonly DeployedReplica[];
  readonly store: DeployedStore;
  /** The folder of contract and fixtures, which each replica reads when it starts. */
  readonly contracts: string;
  close(): Promise<void>;
}

export interface DeployedReplica {
  readonly url: string;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** Resolves with the exit code when it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly log: () => string;
}

export interface DeployedStore {
  /** Resolves when it takes connections. */
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface Programs {
  readonly caddy: string;
  readonly redis: string;
}

/** What the control API asks for in each test. */
export const controlToken: string = 'e'.repeat(32);
export const caddyfile: string = join(example, 'Caddyfile');

/** All of it is ready. */
export async function openDeployment(
  programs: Programs,
  description: Description = readCompose(),
): Promise<Deployment> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closers.splice(0).toReversed()) await end();
  };
  try {
    const folder = await createFolder();
    closers.push(() => removeFolder(folder));
    await writeFile(join(folder, 'control-token.txt'), `${controlToken}\n`);
    const contracts = join(folder, 'contract');
    await cp(join(example, 'contract'), contracts, { recursive: true });
    const storePort = await findFixedPort();
    const place = { folder: await createSubfolder(folder, 'store'), port: storePort };
    const store = createStore(programs.redis, description.store, place);
    closers.push(() => store.end('SIGKILL'));
    await store.start();
    const replicas: DeployedReplica[] = [];
    for (const [name, variables] of Object.entries(description.replicas)) {
      const { storeHost } = description;
      const neighbours = { name, folder, contracts, storeHost, storePort };
      const replica = await createReplica(variables, neighbours);
      closers.push(() => replica.end('SIGKILL'));
      replicas.push(replica);
    }
    await Promise.all(replicas.map((replica) => replica.start()));
    const caddy = await openCaddy({
      program: programs.caddy,
      caddyfile,
      folder: await createSubfolder(folder, 'caddy'),
      environment: description.caddy,
      upstreams: replicas.map(({ url }) => new URL(url).host),
    });
    closers.push(() => caddy.close());
    return { caddy, replicas, store, contracts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createSubfolder(folder: string, name: string): Promise<string> {
  const made = join(folder, name);
  await mkdir(made, { recursive: true });
  return made;
}

/** Redis takes the options of Valkey 8 that the descriptions have. */
function createStore(
  program: string,
  options: readonly string[],
  { folder: cwd, port }: { readonly folder: string; readonly port: number },
): DeployedStore {
  const here = ['--port', String(port), '--bind', '127.0.0.1', '--dir', cwd];
  let running: Process | undefined;
  return {
    async start() {
      const started = startProcess(program, [...options, ...here], { cwd, env: {} });
      running = started;
      await vi.waitUntil(() => {
        if (started.hasEnded()) throw new Error(`the store did not start: ${started.log()}`);
        return isListening(port);
      }, patience);
    },
    end: async (signal) => (await running?.end(signal)) ?? null,
  };
}

interface Neighbours {
  readonly name: string;
  readonly folder: string;
  readonly contracts: string;
  readonly storeHost: string;
  readonly storePort: number;
}

/** It has the variables of the image and its own; hosts and mounts become what they are here. */
async function createReplica(
  variables: Variables,
  { name, folder, contracts, storeHost, storePort }: Neighbours,
): Promise<DeployedReplica> {
  const port = await findFixedPort();
  const cwd = await createSubfolder(folder, name);
  const url = `http://127.0.0.1:${port}`;
  const replace = (variable: string, from: string, to: string): string => {
    const value = variables[variable] ?? '';
    if (!value.includes(from)) throw new Error(`${variable} of ${name} is ${value}`);
    return value.replace(from, to);
  };
  const env: Record<string, string> = {
    ...readImageVariables(),
    STUNTDOUBLE_DATA: join(cwd, 'data'),
    ...variables,
    STUNTDOUBLE_CONTRACT: replace('STUNTDOUBLE_CONTRACT', '/contract/', `${contracts}/`),
    STUNTDOUBLE_STORE: replace('STUNTDOUBLE_STORE', `${storeHost}:6379`, `127.0.0.1:${storePort}`),
    STUNTDOUBLE_REPLICA_URL: replace('STUNTDOUBLE_REPLICA_URL', `http://${name}:4010`, url),
    // Nothing is opened to other machines.
    STUNTDOUBLE_HOST: '127.0.0.1',
    STUNTDOUBLE_PORT: String(port),
  };
  if ('STUNTDOUBLE_CONTROL_TOKEN_FILE' in env) {
    env['STUNTDOUBLE_CONTROL_TOKEN_FILE'] = join(folder, 'control-token.txt');
  }
  const runs: Launched[] = [];
  return {
    url,
    async start() {
      const launched = await launch(['serve'], { cwd, env });
      runs.push(launched);
      await vi.waitUntil(() => isReady(url, launched), patience);
    },
    async end(signal) {
      const last = runs.at(-1);
      last?.signal(signal);
      return (await last?.ended)?.code ?? null;
    },
    log: () => runs.map((run) => run.stdout() + run.stderr()).join(''),
  };
}

function readImageVariables(): Record<string, string> {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const [variables = ''] = /^ENV (?:.*\\\n)*.*$/m.exec(dockerfile) ?? [];
  const found = [...variables.matchAll(/(\w+)=(\S+)/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]));
}

async function isReady(url: string, launched: Launched): Promise<boolean> {
  if (launched.hasEnded()) {
    throw new Error(`a replica did not start: ${launched.stdout()}${launched.stderr()}`);
  }
  try {
    return (await fetch(`${url}/_mock/ready`)).ok;
  } catch {
    return false;
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
