import { afterAll, beforeAll, describe } from 'vitest';

import { describeEngine } from '../../src/store/shared/engine-suite.test-kit.ts';
import type { StoreEngine } from '../../src/store/shared/engine.ts';
import { openRedisEngine } from '../../src/store/shared/redis-engine.ts';
import { hasRedis } from './redis.ts';
import type { StoreProcess } from './store-process.test-kit.ts';
import { openStore } from './store-process.test-kit.ts';

// The engine of the unit tests has the same suite.
describe.skipIf(!hasRedis)('an engine', () => {
  let store: StoreProcess;
  let count = 0;
  const engines: StoreEngine[] = [];
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(async () => {
    for (const engine of engines) engine.close();
    await store.close();
  });

  describeEngine('in Redis', async () => {
    const name = `suite-${(count += 1)}`;
    const key = (part: string): string => `{sd:${name}}:${part}`;
    const engine = await openRedisEngine({ url: store.url, name, shown: name }, () => undefined);
    engines.push(engine);
    return {
      engine,
      async endLease() {
        await store.command('DEL', key('lease'));
      },
      async endLives() {
        await store.command('ZUNIONSTORE', key('replicas'), '1', key('replicas'), 'WEIGHTS', '0');
      },
      async save() {
        const [file, changes] = [key('file:a'), key('changes')];
        const [text, told] = [
          await store.command('GET', file),
          await store.command('GET', changes),
        ];
        return async () => {
          await store.command('SET', file, text.trim());
          await store.command('SET', changes, told.trim());
        };
      },
    };
  });
});
