import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';

import { expect, it, vi } from 'vitest';

import { createTurns } from './turns.ts';

it('a connection that sends more than is answered has no more waiting than what was read at once', async () => {
  const turns = createTurns();
  const [count, line] = [20_000, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'];
  let [read, answered, mostWaiting] = [0, 0, 0];
  const server = createServer(({ socket }, response) => {
    read += 1;
    mostWaiting = Math.max(mostWaiting, read - answered);
    turns.answer(() => {
      answered += 1;
      response.end();
    }, socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('it listens');
  const socket = connect(address.port, '127.0.0.1').resume();
  socket.write(line.repeat(count));
  await vi.waitUntil(() => answered === count, { timeout: 20_000 });
  socket.destroy();
  server.close();
  // Node reads so many bytes at once.
  expect(mostWaiting).toBeLessThanOrEqual(3 * 64 + 65_536 / line.length);
}, 30_000);
