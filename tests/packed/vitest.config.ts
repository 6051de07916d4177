import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';

/** A ring of its own: it packs, installs from the registry, and takes its time. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    globalSetup: join(import.meta.dirname, 'pack.ts'),
    testTimeout: 60_000,
    hookTimeout: 240_000,
    reporters: reportersFor('packed'),
  },
};

export default config;
