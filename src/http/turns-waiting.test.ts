import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it, vi } from 'vitest';

import { patience } from '../../tests/patience.ts';
import { holdTimers } from '../base/node-modules.test-kit.ts';
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
  await vi.waitUntil(() => answered === count, patience);
  socket.destroy();
  server.close();
  // Node reads so many bytes at once.
  expect(mostWaiting).toBeLessThanOrEqual(3 * 64 + 65_536 / line.length);
});

it('a connection whose replies are not read is held by those without a body, too', async () => {
  const turns = createTurns();
  const socket = Object.assign(new EventEmitter(), { pause: () => undefined });
  let answered = 0;
  const answer = (): void => {
    answered += 1;
    const waiting = Object.assign(new EventEmitter(), { closed: false, req: { socket } });
    // What turns see of a response that waits behind another.
    turns.noteReply(0, waiting as unknown as ServerResponse);
  };
  for (let index = 0; index < 1000; index += 1) turns.answer(answer, socket);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(answered).toBeLessThan(300);
});

interface Filled {
  readonly connection: { readonly pause: () => void; readonly destroy: () => void };
  readonly letOn: () => void;
}

/** So much waits that nothing more is read, and each turn answers one request. */
function fill(): Filled {
  holdTimers('setTimeout', 'clearTimeout');
  const turns = createTurns();
  const connection = { pause: vi.fn(), destroy: vi.fn() };
  const over = { closed: true, req: { socket: connection } } as unknown as ServerResponse;
  const letOn = turns.hold(connection);
  for (let index = 0; index < 100; index += 1) {
    // A large reply ends the turn that it is made in.
    turns.answer(() => turns.noteReply(100_000, over), connection);
  }
  expect(connection.pause).toHaveBeenCalledOnce();
  return { connection, letOn };
}

it('a connection that is not read and does not go on is ended', () => {
  const { connection } = fill();
  vi.advanceTimersByTime(59_000);
  expect(connection.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(connection.destroy).toHaveBeenCalledOnce();
});

it('a connection that goes on is not ended', async () => {
  const { connection, letOn } = fill();
  letOn();
  for (let turn = 0; turn < 90; turn += 1) {
    await nextTurn();
    vi.advanceTimersByTime(50_000);
  }
  expect(connection.destroy).not.toHaveBeenCalled();
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  vi.advanceTimersByTime(100_000);
  expect(connection.destroy).not.toHaveBeenCalled();
});
