import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { SuccessBody } from '../../src/client/calls.ts';
import { patience } from '../patience.ts';
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

  test('tells at each replica which there are, and which of them is the owner', async () => {
    const { replicas } = await openTestFleet();
    const urls = replicas.map(({ url }) => url).toSorted();
    const told = replicas.map((one) => one.log().includes(`"replica":"${one.url}"`));
    expect(told).toEqual([true, true, true]);
    const [first, ...others] = await Promise.all(replicas.map(({ url }) => listAt(url)));
    expect(first?.replicas.map(({ url }) => url)).toEqual(urls);
    expect(first?.replicas.every((one) => one.serves_same)).toBe(true);
    const owners = first?.replicas.filter((one) => one.is_owner).map(({ url }) => url);
    expect(owners).toEqual([first?.owner?.url]);
    expect(others).toEqual([first, first]);
    const owner = replicas.find(({ url }) => url === first?.owner?.url);
    const [killed, last] = replicas.filter((one) => one !== owner);
    if (!owner || !killed || !last) throw new Error('there are three');
    await killed.kill();
    const untilListed = (...left: readonly string[]): Promise<void> =>
      vi.waitFor(async () => {
        const { replicas: listed } = await listAt(last.url);
        expect(listed.map(({ url }) => url)).toEqual(left.toSorted());
      }, patience);
    await untilListed(owner.url, last.url);
    expect((await listAt(last.url)).owner).toEqual(first?.owner);
    await owner.stop();
    await untilListed(last.url);
    expect((await listAt(last.url)).owner?.url).toBe(last.url);
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

async function listAt(url: string): Promise<SuccessBody<'GET /replicas'>> {
  const response = await fetch(`${url}/_mock/replicas`, { headers: { Connection: 'close' } });
  expect(response.status).toBe(200);
  return (await response.json()) as SuccessBody<'GET /replicas'>;
}

async function openTestFleet(): Promise<Fleet> {
  const fleet = await openFleet({});
  onTestFinished(() => fleet.close());
  return fleet;
}
