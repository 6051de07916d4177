import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from '../reporters.ts';

/** A ring of its own: the console in Chromium. */
const config: ViteUserConfig = {
  test: {
    dir: import.meta.dirname,
    root: join(import.meta.dirname, '..', '..'),
    include: ['*.spec.ts'],
    globalSetup: [join(import.meta.dirname, '..', 'build.ts'), join(import.meta.dirname, 'say.ts')],
    // Each file has a browser of its own, and two cores carry two.
    maxWorkers: 2,
    // A busy machine takes its time, and no test is about how long something takes.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: reportersFor('console'),
  },
};

export default config;
