import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import type { Relay } from './relay.test-kit.ts';
import { openRelay } from './relay.test-kit.ts';

test('a relay passes bytes both ways, and the end of one way', async () => {
  const relay = await openEcho();
  const client = connectTo(relay);
  client.socket.end('hello');
  await once(client.socket, 'close');
  expect(client.heard()).toBe('hello');
});

test('bytes that were sent while it was silent come late, and none is lost', async () => {
  const relay = await openEcho();
  const before = connectTo(relay);
  before.socket.write('1');
  await vi.waitUntil(() => before.heard() === '1', patience);
  relay.cut('silence');
  before.socket.write('2');
  const during = connectTo(relay);
  during.socket.write('3');
  await sleep(200);
  expect([before.heard(), during.heard()]).toEqual(['1', '']);
  expect([before.socket.destroyed, during.socket.destroyed]).toEqual([false, false]);
  relay.join();
  await vi.waitUntil(() => before.heard() === '12' && during.heard() === '3', patience);
});

test('much that stands still in silence arrives whole', async () => {
  const relay = await openEcho();
  const client = connectTo(relay);
  client.socket.write('x'.repeat(8_000_000));
  await once(client.socket, 'data');
  relay.cut('silence');
  await sleep(200);
  const held = client.heard().length;
  expect(held).toBeLessThan(8_000_000);
  relay.join();
  await vi.waitUntil(() => client.heard().length === 8_000_000, patience);
});

test('a refusal breaks connections, the new ones too, until it is joined', async () => {
  const relay = await openEcho();
  const before = connectTo(relay);
  relay.cut('refusal');
  const during = connectTo(relay);
  await vi.waitUntil(() => before.socket.closed && during.socket.closed, patience);
  relay.join();
  const after = connectTo(relay);
  after.socket.write('again');
  await vi.waitUntil(() => after.heard() === 'again', patience);
});

/** A relay in front of a server that sends back what it gets. */
async function openEcho(): Promise<Relay> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  const relay = await openRelay(address.port);
  onTestFinished(async () => {
    await relay.close();
    server.close();
  });
  return relay;
}

function connectTo({ port }: Relay): { readonly socket: Socket; readonly heard: () => string } {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  socket.on('error', () => socket.destroy());
  return { socket, heard: () => heard };
}
