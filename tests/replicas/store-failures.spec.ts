import { describe, expect, it, onTestFinished } from 'vitest';

import type { Fleet } from './fleet.test-kit.ts';
import { openFleet } from './fleet.test-kit.ts';
import type { Said } from './items.test-kit.ts';
import {
  itemsContract,
  listTokens,
  makeItem,
  memberOf,
  newItem,
  send,
  untilStatus,
} from './items.test-kit.ts';
import { hasRedis } from './redis.ts';

describe.skipIf(!hasRedis)('a store', () => {
  it.each(['killed', 'paused'] as const)(
    'that is %s makes writes fail at once, and all is back by itself',
    async (kind) => {
      const fleet = await open();
      const { store, replicas, url } = fleet;
      await makeItem(url, 'before');
      if (kind === 'killed') await store.kill();
      else store.pause();
      onTestFinished(() => store.resume());
      // The first writes may wait until it is clear that nothing comes.
      for (const [index, replica] of replicas.entries()) {
        const path = `lost-${index}`;
        await untilStatus(503, () => send(replica.url, 'POST', '/items', newItem(path)));
        const refused = await send(replica.url, 'POST', '/items', newItem(path));
        expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
        expect((await send(replica.url, 'GET', '/_mock/health')).status).toBe(200);
        await untilStatus(503, () => send(replica.url, 'GET', '/_mock/ready'));
      }
      if (kind === 'killed') await store.start();
      else store.resume();
      for (const replica of replicas) {
        await untilStatus(200, () => send(replica.url, 'GET', '/_mock/ready'));
      }
      await makeItem(url, 'after');
      const tokens = await listTokens(url);
      expect(tokens.filter((token) => !token.startsWith('lost-'))).toEqual(['after', 'before']);
      expect(new Set(tokens).size).toBe(tokens.length);
      for (const replica of replicas) expect(await listTokens(replica.url)).toEqual(tokens);
    },
  );

  it('that was restarted empty loses the state, which replicas notice and tell', async () => {
    const fleet = await open();
    const { store, replicas, url } = fleet;
    await makeItem(url, 'before');
    await store.restartEmpty();
    await untilStatus(201, () => send(url, 'POST', '/items', newItem('after')));
    // What the store lost is gone on all of them, and not on some.
    for (const replica of replicas) expect(await listTokens(replica.url)).toEqual(['after']);
    expect(replicas.map((replica) => replica.log()).join('')).toMatch(/emptied|another one/);
  });

  it('that is full refuses a write with no half of it done, and reads go on', async () => {
    const fleet = await open();
    const { store, replicas, url } = fleet;
    const key = await makeItem(url, 'before');
    await store.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    await store.command('CONFIG', 'SET', 'maxmemory', '1');
    for (const [index, replica] of replicas.entries()) {
      const large = { ...newItem(`lost-${index}`), fill: 'x'.repeat(10_000) };
      const refused = await send(replica.url, 'POST', '/items', large);
      expect([refused.status, detailOf(refused)]).toEqual([
        507,
        'The change was taken back: the store is full (maxmemory).',
      ]);
      const read = await untilStatus(200, () => send(replica.url, 'GET', `/items/${key}`));
      expect(read.json).toMatchObject({ token: 'before' });
      expect(await listTokens(replica.url)).toEqual(['before']);
    }
    for (const replica of replicas) {
      const ready = await send(replica.url, 'GET', '/_mock/ready?for=writes');
      expect([ready.status, detailOf(ready)]).toEqual([
        503,
        'Changes can not be stored: the store is full (maxmemory). Requests that only read are served.',
      ]);
    }
    // Also when a lease would have ended: to renew it needs no more memory.
    const end = Date.now() + 8000;
    while (Date.now() < end) {
      for (const { url: own } of replicas) expect(await listTokens(own)).toEqual(['before']);
    }
    await store.command('CONFIG', 'SET', 'maxmemory', '0');
    await untilStatus(201, () => send(url, 'POST', '/items', newItem('after')));
    for (const replica of replicas) {
      expect(await listTokens(replica.url)).toEqual(['after', 'before']);
      await untilStatus(200, () => send(replica.url, 'GET', '/_mock/ready?for=writes'));
    }
  });
});

function detailOf({ json }: Said): string {
  return memberOf(json, 'detail');
}

async function open(): Promise<Fleet> {
  const fleet = await openFleet({ arguments: [itemsContract, '--ignore-examples'] });
  onTestFinished(() => fleet.close());
  return fleet;
}
