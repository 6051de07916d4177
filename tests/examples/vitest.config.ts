import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';

/** A ring of its own: it installs the packed tarball in each example, and runs its tests there. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    globalSetup: join(import.meta.dirname, '..', 'packed', 'pack.ts'),
    testTimeout: 300_000,
    hookTimeout: 240_000,
    reporters: reportersFor('examples'),
  },
};

export default config;
