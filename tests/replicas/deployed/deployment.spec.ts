import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { patience } from '../../patience.ts';
import { findRedis, hasRedis } from '../redis.ts';
import { findCaddy, hasCaddy } from './caddy.test-kit.ts';
import type { Asked, Caddy } from './caddy.test-kit.ts';
import type { Deployment } from './deployment.test-kit.ts';
import { caddyfile, controlToken, openDeployment } from './deployment.test-kit.ts';
import type { Description } from './description.test-kit.ts';
import { readCompose, readManifests } from './description.test-kit.ts';

const run = promisify(execFile);
const [caddy = '', redis = ''] = [findCaddy(), findRedis()];

test.skipIf(!hasCaddy)('the Caddyfile is one, and as Caddy formats it', async () => {
  const { stdout } = await run(caddy, ['fmt', caddyfile]);
  expect(stdout).toBe(readFileSync(caddyfile, 'utf8'));
  await run(caddy, ['validate', '--adapter', 'caddyfile', '--config', caddyfile]);
});

describe.skipIf(!hasCaddy || !hasRedis)('replicas behind Caddy', () => {
  const secrets = { 'control-token': controlToken, 'store-password': '5'.repeat(32) };
  const ways: readonly (readonly [string, Description])[] = [
    ['compose.replicas.yaml', readCompose()],
    ['the manifests of Kubernetes', readManifests(secrets)],
  ];

  test.each(ways)('serve one state over TLS, by %s', async (_, description) => {
    const { caddy: balancer, replicas } = await openTestDeployment(description);
    const plain = await fetch(`${balancer.plainUrl}/orders?limit=1`, { redirect: 'manual' });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toMatch(/^https:.*\/orders\?limit=1$/);

    const made = await makeOrder(balancer, 'kettle');
    expect(made.status).toBe(201);
    const { id } = JSON.parse(made.body) as { id: number };
    for (const { url } of replicas) {
      const reply = await fetch(`${url}/orders/${id}`);
      expect(await reply.json()).toMatchObject({ id, item: 'kettle' });
    }

    expect((await balancer.ask('/_mock/worlds')).status).toBe(401);
    const headers = { Authorization: `Bearer ${controlToken}` };
    expect((await balancer.ask('/_mock/worlds', { headers })).status).toBe(200);
  });

  test('can be rolled over one by one: reads go on, and no order that was acknowledged is lost', async () => {
    const { caddy: balancer, replicas } = await openTestDeployment();
    const clients = startClients(balancer);
    for (const replica of replicas) {
      expect(await replica.end('SIGTERM'), replica.log()).toBe(0);
      await replica.start();
    }
    const { reads, writes, acknowledged } = await clients.stop();
    report('rolled over', reads, writes);
    expect(reads.filter((status) => status !== 200)).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
    const items = await readItems(balancer);
    expect(items).toEqual(expect.arrayContaining([...acknowledged]));
    // How many writes Caddy could not bring to a replica depends on when it asks what is ready. None is made twice.
    expect(new Set(items).size).toBe(items.length);
  });

  test('bring a new contract when the owner of the old one is rolled over, for clients of old replicas, too', async () => {
    const { caddy: balancer, replicas, contracts } = await openTestDeployment();
    expect((await makeOrder(balancer, 'kettle')).status).toBe(201);
    const owner = replicas.find(({ log }) => log().includes('is the owner now'));
    const [first, last] = replicas.filter((replica) => replica !== owner);
    if (!owner || !first || !last) throw new Error('there are three, and one is the owner');
    const file = join(contracts, 'shop.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('title: Shop', 'title: Market'));
    const titles = async (): Promise<readonly unknown[]> =>
      Promise.all(
        replicas.map(async ({ url }) => {
          const contract = await (await fetch(`${url}/openapi.json`)).json();
          return (contract as { info: { title: string } }).info.title;
        }),
      );
    await first.end('SIGTERM');
    await first.start();
    expect(await titles()).toEqual(['Shop', 'Shop', 'Shop']);
    await owner.end('SIGTERM');
    await owner.start();
    await vi.waitFor(async () => expect(await titles()).toEqual(['Market', 'Market', 'Market']), {
      ...patience,
    });
    expect(last.log()).not.toContain('is the owner now');
    expect(await readItems(balancer)).toContain('kettle');
  });

  test('go on without a replica that was killed, whichever it is', async () => {
    const { caddy: balancer, replicas } = await openTestDeployment();
    for (const replica of replicas) {
      const clients = startClients(balancer);
      await replica.end('SIGKILL');
      await vi.waitUntil(async () => (await makeOrder(balancer, 'after')).status === 201, patience);
      const { reads, writes, acknowledged } = await clients.stop();
      report('killed', reads, writes);
      expect(await readItems(balancer)).toEqual(expect.arrayContaining([...acknowledged]));
      await replica.start();
    }
  });

  test('come back by themselves with what they had when the store was stopped for a while', async () => {
    const { caddy: balancer, store } = await openTestDeployment();
    expect((await makeOrder(balancer, 'before')).status).toBe(201);
    await store.end('SIGTERM');
    await vi.waitUntil(async () => (await makeOrder(balancer, 'during')).status === 503, patience);
    // After a while no replica is ready, and Caddy refuses requests by itself.
    const refused = await vi.waitUntil(async () => {
      const reply = await balancer.ask('/orders');
      return reply.body === 'Service Unavailable' && reply;
    }, patience);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    await store.start();
    await vi.waitUntil(async () => (await makeOrder(balancer, 'after')).status === 201, patience);
    expect(await readItems(balancer)).toEqual(expect.arrayContaining(['before', 'after']));
  });
});

async function openTestDeployment(description?: Description): Promise<Deployment> {
  const deployment = await openDeployment({ caddy, redis }, description);
  onTestFinished(() => deployment.close());
  return deployment;
}

async function makeOrder(
  balancer: Caddy,
  item: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const asked: Asked = { method: 'POST', body: { item } };
  return balancer.ask('/orders', asked);
}

async function readItems(balancer: Caddy): Promise<readonly string[]> {
  const { status, body } = await balancer.ask('/orders');
  expect(status, body).toBe(200);
  return (JSON.parse(body) as readonly { item: string }[]).map(({ item }) => item);
}

interface Heard {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** The items of the orders that were acknowledged. */
  readonly acknowledged: readonly string[];
}

/** One that reads and one that writes, each sending the next request when it has the reply. Status 0: no reply. */
function startClients(balancer: Caddy): { stop(): Promise<Heard> } {
  const [reads, writes, acknowledged]: [number[], number[], string[]] = [[], [], []];
  const over = new AbortController();
  const read = async (): Promise<void> => {
    while (!over.signal.aborted) reads.push(await statusOf(balancer.ask('/orders/1')));
  };
  const write = async (): Promise<void> => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const item = `kettle ${index} of ${balancer.port}`;
      const status = await statusOf(makeOrder(balancer, item));
      writes.push(status);
      if (status === 201) acknowledged.push(item);
    }
  };
  const both = [read(), write()];
  return {
    async stop() {
      over.abort();
      await Promise.all(both);
      return { reads, writes, acknowledged };
    },
  };
}

async function statusOf(reply: Promise<{ readonly status: number }>): Promise<number> {
  return (await reply.catch(() => ({ status: 0 }))).status;
}

/** How many requests had which status: told, since it depends on the moment. */
function report(what: string, reads: readonly number[], writes: readonly number[]): void {
  const count = (all: readonly number[]): string =>
    [...new Set(all)]
      .map((status) => `${status}: ${all.filter((each) => each === status).length}`)
      .join(', ');
  process.stdout.write(`${what}: reads ${count(reads)}; writes ${count(writes)}\n`);
}
