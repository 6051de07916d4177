import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';

/** A ring of its own: several processes of the command line serve one state, while they and their store fail. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['**/*.spec.ts'],
    globalSetup: [join(import.meta.dirname, '..', 'build.ts'), join(import.meta.dirname, 'say.ts')],
    // One file runs several servers and a store at a time by itself.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: reportersFor('replicas'),
  },
};

export default config;
