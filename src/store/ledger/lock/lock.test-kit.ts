import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { Lock, LockOptions } from './lock.ts';
import { acquireLock } from './lock.ts';

/** How long a test waits for what comes by itself. */
/** For tests that can't wait as long as people can. */
export const brief = { beat: 20, patience: 300 } as const;

export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Given back when the test is over. */
export async function lock(folder: string, options: LockOptions = {}): Promise<Lock> {
  const taken = await acquireLock(folder, { ...brief, ...options });
  onTestFinished(() => taken.release());
  return taken;
}
