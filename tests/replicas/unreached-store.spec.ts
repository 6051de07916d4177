import { createServer } from 'node:http';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { Launched } from '../cli/run-stuntdouble.ts';
import { launch, run } from '../cli/run-stuntdouble.ts';
import { patience } from '../patience.ts';
import { findFixedPort } from './fixed-port.test-kit.ts';
import { itemsContract } from './items.test-kit.ts';
import { hasRedis } from './redis.ts';
import { openStore } from './store-process.test-kit.ts';

test('says behind the banner that all is refused until the store is reached', async () => {
  const server = await start(`redis://127.0.0.1:${await findFixedPort()}/0`);
  await vi.waitUntil(() => server.stdout().includes('"event":"ready"'), patience);
  const later = (): string => server.stdout().slice(server.stdout().indexOf('"event":"ready"'));
  await vi.waitUntil(() => later().includes('is answered with 503 until the store'), patience);
});

test('does not start on a port that speaks another protocol', async () => {
  const other = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { code, stderr } = await run(argumentsFor(`redis://127.0.0.1:${port}/0`));
  expect([code, stderr]).toEqual([1, expect.stringContaining('as Redis and Valkey do')]);
});

describe.skipIf(!hasRedis)('a store with a password', () => {
  test('refuses the start without one, in plain words', async () => {
    const store = await openStore();
    onTestFinished(() => store.close());
    await store.command('CONFIG', 'SET', 'requirepass', 'pw');
    const { code, stderr } = await run(argumentsFor(store.url));
    expect([code, stderr]).toEqual([1, expect.stringContaining('it wants a password, such as')]);
  });

  test('that gets one later is told, and when it is reached again, too', async () => {
    const store = await openStore();
    onTestFinished(() => store.close());
    const server = await start(store.url);
    const untilTold = (text: string): Promise<true> =>
      vi.waitUntil(() => server.stdout().includes(text), patience);
    const untilBack = (times: number): Promise<true> =>
      vi.waitUntil(
        () => server.stdout().match(/"level":"info"[^\n]*is reached again/g)?.length === times,
        patience,
      );
    await untilTold('is the owner now');
    // What is there may be another store by now.
    await store.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await store.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await untilTold('(maxmemory-policy allkeys-lru, and not noeviction)');
    await untilBack(1);
    await store.kill();
    await untilTold('ECONNREFUSED');
    await store.start();
    await untilBack(2);
    await store.command('CONFIG', 'SET', 'requirepass', 'pw');
    await store.command('-a', 'pw', 'CLIENT', 'KILL', 'TYPE', 'normal');
    await untilTold('it wants a password');
    await store.command('-a', 'pw', 'CONFIG', 'SET', 'requirepass', '');
    await untilBack(3);
  });
});

function argumentsFor(store: string): readonly string[] {
  return [itemsContract, '--port', '0', '--log', 'json', '--store', store];
}

async function start(store: string): Promise<Launched> {
  const launched = await launch(argumentsFor(store));
  onTestFinished(async () => {
    launched.kill();
    await launched.ended;
  });
  return launched;
}
