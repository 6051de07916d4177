import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Lab } from '../lab.ts';
import { hasProgram } from '../load.ts';
import { readUsage } from '../process-usage.ts';
import { findPort } from '../server.ts';

const run = promisify(execFile);

/** When the store has a change on the disk: before it answers, or within a second. */
export type Fsync = 'always' | 'everysec';

/** A `redis-server` with a folder of its own. */
export interface Store {
  readonly url: string;
  /** Seconds of CPU since its start. */
  cpu(): number;
  info(): Promise<string>;
  end(): Promise<void>;
}

export function findStoreHindrance(): string | undefined {
  const isThere = hasProgram('redis-server', '--version') && hasProgram('redis-cli', '--version');
  return isThere ? undefined : 'redis-server and redis-cli are missing';
}

export async function startStore(lab: Lab, fsync: Fsync): Promise<Store> {
  const port = await findPort();
  const folder = join(lab.folder, `store-${port}`);
  await mkdir(folder, { recursive: true });
  const options = `--port ${port} --bind 127.0.0.1 --appendonly yes --appendfsync ${fsync} --maxmemory-policy noeviction`;
  const [program = '', ...rest] = [...lab.cores.servers, 'redis-server', ...options.split(' ')];
  const child = spawn(program, [...rest, '--save', '', '--dir', folder], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const { pid = 0 } = child;
  const ask = async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await run('redis-cli', ['-p', `${port}`, ...words], { timeout: 20_000 });
    return stdout;
  };
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; (await ask('PING').catch(() => '')) !== 'PONG\n'; attempt += 1) {
    if (child.exitCode !== null || attempt > 250) {
      await end();
      throw new Error('the store does not answer');
    }
    await wait(20);
  }
  return {
    url: `redis://127.0.0.1:${port}/0`,
    cpu: () => readUsage(pid).cpu,
    info: () => ask('INFO', 'everything'),
    end,
  };
}
