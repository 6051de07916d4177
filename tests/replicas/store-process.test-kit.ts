import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { createFolder, removeFolder } from '../cli/temporary-folder.ts';
import { patience } from '../patience.ts';
import { findFixedPort } from './fixed-port.test-kit.ts';
import { leash } from './leash.test-kit.ts';
import { findRedis } from './redis.ts';

/** A `redis-server` on a port and in a folder of its own, which writes each change to the disk before it answers. */
export interface StoreProcess {
  readonly url: string;
  /** By SIGKILL. What it has on the disk stays. */
  kill(): Promise<void>;
  /** Resolves when it answers. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  /** A command by `redis-cli`, and what that prints. */
  command(...words: string[]): Promise<string>;
  /** Kills it and starts it again with nothing on the disk. */
  restartEmpty(): Promise<void>;
  /** Kills it and removes its folder. */
  close(): Promise<void>;
}

const runFile = promisify(execFile);

export async function openStore(): Promise<StoreProcess> {
  const program = findRedis();
  if (program === undefined) throw new Error('there is no redis-server on this machine');
  const port = await findFixedPort();
  const folder = await createFolder();
  const data = join(folder, 'data');
  let running: Redis | undefined;
  const command = async (...words: string[]): Promise<string> => {
    const cli = join(dirname(program), 'redis-cli');
    const { stdout } = await runFile(cli, ['-p', String(port), ...words], { timeout: 20_000 });
    return stdout.trimEnd();
  };
  const kill = async (): Promise<void> => {
    running?.signal('SIGKILL');
    await running?.ended;
  };
  const start = async (): Promise<void> => {
    await mkdir(data, { recursive: true });
    const started = launchRedis(program, port, data);
    running = started;
    // It refuses commands while it reads what is on the disk. A setup of all tests has no vi.waitUntil().
    const end = Date.now() + patience.timeout;
    while ((await command('PING').catch(() => '')) !== 'PONG') {
      if (started.hasEnded()) throw new Error(`the store did not start: ${started.log()}`);
      if (Date.now() > end) throw new Error(`the store does not answer: ${started.log()}`);
      await sleep(patience.interval);
    }
  };
  const store: StoreProcess = {
    url: `redis://127.0.0.1:${port}/0`,
    kill,
    start,
    pause: () => running?.signal('SIGSTOP'),
    resume: () => running?.signal('SIGCONT'),
    command,
    async restartEmpty() {
      await kill();
      await removeFolder(data);
      await start();
    },
    async close() {
      await kill();
      await removeFolder(folder);
    },
  };
  try {
    await start();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Redis {
  readonly ended: Promise<unknown>;
  readonly hasEnded: () => boolean;
  readonly log: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
}

function launchRedis(program: string, port: number, folder: string): Redis {
  const options = `--port ${port} --bind 127.0.0.1 --appendonly yes --appendfsync always`;
  const child: ChildProcess = spawn(
    program,
    [...options.split(' '), '--save', '', '--dir', folder],
    { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  const callOff = leash(child.pid ?? 0);
  let [log, hasEnded] = ['', false];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const finish = async (): Promise<void> => {
    await once(child, 'close');
    hasEnded = true;
    await callOff();
  };
  return { ended: finish(), hasEnded: () => hasEnded, log: () => log, signal };
}
