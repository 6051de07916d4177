import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';

/** A ring of its own: it runs every code block of the README and the docs. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    globalSetup: join(import.meta.dirname, '..', 'build.ts'),
    // A page waits for processes most of the time.
    maxConcurrency: 3,
    testTimeout: 180_000,
    reporters: reportersFor('docs'),
  },
};

export default config;
