import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';
import { defineConfig } from 'vitest/config';

import { reportersFor } from '../tests/reporters.ts';

const config: ViteUserConfig = defineConfig({
  test: {
    root: join(import.meta.dirname, '..'),
    include: ['contract/suite.ts'],
    testTimeout: 60_000,
    // The referee is a process of its own and takes a few seconds to start.
    hookTimeout: 60_000,
    reporters: reportersFor('contract'),
  },
});

// Vitest takes its configuration from the default export only.
// oxlint-disable-next-line import/no-default-export
export default config;
