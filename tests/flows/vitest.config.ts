import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';
import { workerFlags } from '../worker-flags.ts';

/** A ring of its own: records live through the collections of our contracts and of public ones. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    globalSetup: join(import.meta.dirname, 'global-setup.ts'),
    // By itself a runner leaves one processor of two idle.
    maxWorkers: 2,
    execArgv: workerFlags,
    // The largest take half a minute by themselves, and more beside others.
    testTimeout: 300_000,
    reporters: reportersFor('flows'),
  },
};

export default config;
