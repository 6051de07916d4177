import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';

/** A ring of its own: the command line is killed over and over, and must never forget what it has answered. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    // The command line is killed as it is shipped.
    globalSetup: join(import.meta.dirname, '..', 'build.ts'),
    // One file runs several servers at a time by itself.
    fileParallelism: false,
    // Half a second for each round, and as many rounds as somebody asks for.
    testTimeout: 3_600_000,
    reporters: reportersFor('kill'),
  },
};

export default config;
