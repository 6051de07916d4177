import { describe, expect, onTestFinished, test } from 'vitest';

import { hasRedis } from './redis.ts';
import type { StoreProcess } from './store-process.test-kit.ts';
import { openStore } from './store-process.test-kit.ts';

describe.skipIf(!hasRedis)('a store', () => {
  test('keeps what it answered when it is killed', async () => {
    const store = await openTestStore();
    expect(await store.command('SET', 'a', '1')).toBe('OK');
    await store.kill();
    await expect(store.command('GET', 'a')).rejects.toThrow('redis-cli');
    await store.start();
    expect(await store.command('GET', 'a')).toBe('1');
  });

  test('says nothing while it is paused, and then goes on', async () => {
    const store = await openTestStore();
    store.pause();
    let isAnswered = false;
    const answer = store.command('PING').finally(() => (isAnswered = true));
    // The connection of another one that is refused or answered would be faster.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isAnswered).toBe(false);
    store.resume();
    expect(await answer).toBe('PONG');
  });

  test('restarts empty, and as it was told', async () => {
    const store = await openTestStore();
    await store.command('SET', 'a', '1');
    await store.restartEmpty();
    expect(await store.command('DBSIZE')).toBe('0');
    expect(await store.command('CONFIG', 'GET', 'appendfsync')).toBe('appendfsync\nalways');
    expect(await store.command('CONFIG', 'GET', 'save')).toBe('save');
  });
});

async function openTestStore(): Promise<StoreProcess> {
  const store = await openStore();
  onTestFinished(() => store.close());
  return store;
}
