import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';

/** A ring of its own: projects that test runners run, and the steps of the action. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    globalSetup: [join(import.meta.dirname, '..', 'build.ts'), join(import.meta.dirname, 'say.ts')],
    // Each test starts workers and browsers of its own.
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: reportersFor('runners'),
  },
};

export default config;
