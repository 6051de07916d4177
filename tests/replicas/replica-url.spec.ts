import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Launched } from '../cli/run-stuntdouble.ts';
import { launch } from '../cli/run-stuntdouble.ts';
import { patience } from '../patience.ts';
import { findFixedPort } from './fixed-port.test-kit.ts';
import { itemsContract, send, untilStatus } from './items.test-kit.ts';
import { hasRedis } from './redis.ts';
import { openStore } from './store-process.test-kit.ts';

const url = (port: number): string => `http://127.0.0.1:${port}`;

describe.skipIf(!hasRedis)('a replica whose --replica-url is wrong', () => {
  it.each(['nothing', 'another replica'])(
    'and leads to %s is told by the others, which are not ready',
    async (where) => {
      const store = await openStore();
      onTestFinished(() => store.close());
      const [port, other] = [await findFixedPort(), await findFixedPort()];
      const wrong = url(where === 'nothing' ? await findFixedPort() : other);
      const owner = await start(store.url, port, '--replica-url', wrong);
      await vi.waitUntil(() => owner.stdout().includes('is the owner now'), patience);
      const standby = await start(store.url, other);
      const told = `the owner can not be reached at ${wrong} (`;
      const isTold = async (): Promise<boolean> => {
        const ready = await send(url(other), 'GET', '/_mock/ready');
        expect(ready.status).not.toBe(200);
        return ready.status === 503 && ready.text.includes(told);
      };
      await vi.waitUntil(isTold, patience);
      await vi.waitUntil(() => standby.stdout().includes(told), patience);
      expect(await isTold()).toBe(true);
      expect(standby.stdout()).toContain('is its --replica-url right?');
      // It answers what it is asked itself.
      expect((await send(url(port), 'GET', '/_mock/ready')).status).toBe(200);
      owner.kill();
      await untilStatus(200, () => send(url(other), 'GET', '/_mock/ready'));
    },
  );
});

async function start(store: string, port: number, ...more: string[]): Promise<Launched> {
  const usual = [itemsContract, '--port', String(port), '--log', 'json', '--store', store];
  const launched = await launch([...usual, ...more]);
  onTestFinished(async () => {
    launched.kill();
    await launched.ended;
  });
  return launched;
}
