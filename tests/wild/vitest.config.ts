import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';
import { workerFlags } from '../worker-flags.ts';

/** A ring of its own: it fetches contracts from the npm registry, and takes its time. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    globalSetup: [
      join(import.meta.dirname, '..', 'build.ts'),
      join(import.meta.dirname, 'global-setup.ts'),
    ],
    // By itself a runner leaves one processor of two idle.
    maxWorkers: 2,
    execArgv: workerFlags,
    testTimeout: 180_000,
    reporters: reportersFor('wild'),
  },
};

export default config;
