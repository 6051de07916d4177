import type { ViteUserConfig } from 'vitest/config';

import { reportersFor } from './tests/reporters.ts';
import { workerFlags } from './tests/worker-flags.ts';

const config: ViteUserConfig = {
  test: {
    include: [
      'src/**/*.test.ts',
      'tests/**/*.test.ts',
      'bench/*.test.ts',
      'bench/replicas/*.test.ts',
    ],
    // A busy machine takes its time, and no test is about how long something takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The command line is a process of its own: more workers than cores fill the time it takes to start.
    maxWorkers: 3,
    execArgv: workerFlags,
    // Nothing in the house keeps anything at module level, so that modules are loaded once for all.
    isolate: false,
    // The command line is tried as it is shipped.
    globalSetup: 'tests/build.ts',
    reporters: reportersFor('tests'),
  },
};

export default config;
