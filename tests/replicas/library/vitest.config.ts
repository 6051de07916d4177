import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

// What can be asked over the wire, and needs neither an app around the server nor a folder of its state.
const files =
  'behaviors,client-*,clock*,collections,control-headers,control-pages,coverage*,deleted-records,' +
  'fault-*,find-records,journal-{changes,explain*,last,repeat,search,verify},minting,override,override-*,overlay,record-keys,' +
  'recording,repeat*,samples,scenarios,secret-*,state-writes,uploads,verify*,visitors,visitor-cookie,world-{changes,control,cookies,handle,traffic}';

/** By hand, and not of the ring: the tests of the library, whose servers are three replicas behind a balancer. */
const config: ViteUserConfig = {
  test: {
    root: join(import.meta.dirname, '..', '..', '..'),
    include: [`tests/library/{${files}}.test.ts`],
    globalSetup: join(import.meta.dirname, 'store.ts'),
    setupFiles: join(import.meta.dirname, 'behind-a-balancer.ts'),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
};

export default config;
