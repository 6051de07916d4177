import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

/** Measures, and prints what it measured: nothing here passes or fails by the clock. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..'),
    include: ['*.spec.ts'],
    testTimeout: 600_000,
    globalSetup: 'tests/build.ts',
  },
};

export default config;
