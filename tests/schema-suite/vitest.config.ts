import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';
import { workerFlags } from '../worker-flags.ts';

/** A ring of its own: verdicts and generated values by the official suite of JSON Schema. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    // By itself a runner leaves one processor of two idle.
    maxWorkers: 2,
    execArgv: workerFlags,
    testTimeout: 300_000,
    reporters: reportersFor('schema-suite'),
  },
};

export default config;
