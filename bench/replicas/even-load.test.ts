import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import type { Load } from '../questions.ts';
import { fireEvenly } from './even-load.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Keeps what it was asked for. */
async function listen(
  status: number,
): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url}`);
    request.resume();
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  // It listens on a port, and on no pipe.
  const { port } = server.address() as AddressInfo;
  return { port, asked };
}

function loadOf(...paths: readonly [string, ...string[]]): Load {
  const [first, ...rest] = paths.map((path) => ({
    method: 'PATCH' as const,
    path,
    headers: {},
    body: '{}',
    status: 204,
  }));
  if (!first) throw new Error('there is nothing to ask');
  return [first, ...rest];
}

it('asks each server as often, but for the last requests of each client', async () => {
  const servers = [await listen(204), await listen(204), await listen(204)];
  const ports = servers.map(({ port }) => port);
  const burst = { ports, load: loadOf('/a'), connections: 2, seconds: 0.2 };
  const { requests } = await fireEvenly(burst);
  expect(requests).toEqual(servers.map(({ asked }) => asked.length));
  expect(Math.max(...requests) - Math.min(...requests)).toBeLessThanOrEqual(2);
});

it('goes on with a load where it stopped', async () => {
  const { port, asked } = await listen(204);
  const burst = { ports: [port], load: loadOf('/a', '/b', '/c'), connections: 1, seconds: 0.05 };
  await fireEvenly(burst);
  await fireEvenly(burst);
  const expected = asked.map((_, at) => ['/a', '/b', '/c'][at % 3]);
  expect(asked).toEqual(expected);
});

it('counts no answer that is wrong', async () => {
  const { port } = await listen(503);
  const burst = { ports: [port], load: loadOf('/a'), connections: 1, seconds: 0.05 };
  await expect(fireEvenly(burst)).rejects.toThrow('503 instead of 204');
});
