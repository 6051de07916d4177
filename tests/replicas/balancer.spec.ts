import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { openBalancer } from './balancer.test-kit.ts';

test('connections are spread over all servers, and each is counted', async () => {
  const servers = await openServers(3);
  const balancer = await openBalancer({ ports: servers.map(portOf), seed: 1 });
  onTestFinished(() => balancer.close());
  const heard: string[] = [];
  for (let index = 0; index < 60; index += 1) heard.push(await ask(balancer.url));
  const counts = ['0', '1', '2'].map((name) => heard.filter((each) => each === name).length);
  expect(balancer.connections()).toEqual(counts);
  expect(Math.min(...counts)).toBeGreaterThan(5);
});

test('a server that is down gets none, and a balancer without servers breaks connections', async () => {
  const servers = await openServers(2);
  const balancer = await openBalancer({ ports: servers.map(portOf), seed: 1 });
  onTestFinished(() => balancer.close());
  const [first, second] = servers;
  first?.close();
  for (let index = 0; index < 20; index += 1) expect(await ask(balancer.url)).toBe('1');
  second?.close();
  await expect(ask(balancer.url)).rejects.toThrow(/ECONNRESET|socket hang up/);
});

test('a server that may have none gets none', async () => {
  const servers = await openServers(2);
  const mayHave = (index: number): boolean => index === 0;
  const balancer = await openBalancer({ ports: servers.map(portOf), seed: 1, mayHave });
  onTestFinished(() => balancer.close());
  for (let index = 0; index < 20; index += 1) expect(await ask(balancer.url)).toBe('0');
});

/** Each says its number. */
async function openServers(count: number): Promise<readonly Server[]> {
  const servers = Array.from({ length: count }, (_, index) =>
    createServer((_request, response) => response.end(String(index))),
  );
  onTestFinished(() => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  return servers;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return address.port;
}

/** Over a connection of its own. */
async function ask(url: string): Promise<string> {
  const asked = request(url, { agent: false }).end();
  const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  return text(response);
}
