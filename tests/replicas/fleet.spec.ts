import { describe, expect, onTestFinished, test } from 'vitest';

import type { Fleet } from './fleet.test-kit.ts';
import { openFleet } from './fleet.test-kit.ts';
import { hasRedis } from './redis.ts';

describe.skipIf(!hasRedis)('a fleet', () => {
  test('answers as one, and each replica gets its share', async () => {
    const { url, connections } = await openTestFleet();
    for (let index = 0; index < 40; index += 1) {
      const response = await fetch(`${url}/_mock/version`, { headers: { Connection: 'close' } });
      await response.text();
      expect(response.status).toBe(200);
    }
    expect(Math.min(...connections())).toBeGreaterThan(3);
  });

  test('has replicas that are killed, stopped, paused, and started again on their port', async () => {
    const { replicas } = await openTestFleet();
    const [first, second, third] = replicas;
    if (!first || !second || !third) throw new Error('there are three');
    await first.kill();
    expect([first.isUp, second.isUp]).toEqual([false, true]);
    await expect(fetch(`${first.url}/_mock/health`)).rejects.toThrow('fetch failed');
    await first.start();
    expect((await fetch(`${first.url}/_mock/ready`)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(first.log().match(/"event":"ready"/g)).toHaveLength(2);
    third.pause();
    const answer = fetch(`${third.url}/_mock/health`);
    const winner = Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 300))]);
    expect(await winner).toBeUndefined();
    third.resume();
    expect((await answer).status).toBe(200);
  });
});

async function openTestFleet(): Promise<Fleet> {
  const fleet = await openFleet({});
  onTestFinished(() => fleet.close());
  return fleet;
}
