import type { Server, Socket } from 'node:net';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Both ways: bytes, the end of one way, and a broken connection as a broken one. */
export function connectSockets(
  left: Socket,
  right: Socket,
  mayFlow: () => boolean = () => true,
): void {
  passOn(left, right, mayFlow);
  passOn(right, left, mayFlow);
  if (!mayFlow()) return;
  left.resume();
  right.resume();
}

function passOn(from: Socket, to: Socket, mayFlow: () => boolean): void {
  // Not by pipe(), which would let a connection flow again that was held.
  from.pause();
  from.on('data', (chunk) => {
    if (!to.write(chunk)) from.pause();
  });
  to.on('drain', () => {
    if (mayFlow()) from.resume();
  });
  from.on('end', () => to.end());
  from.on('error', () => to.resetAndDestroy());
  from.on('close', () => to.destroySoon());
}

/** A server on 127.0.0.1 whose connections wait for the first `resume()`; port 0: one that is free. */
export async function listenForSockets(
  onSocket: (socket: Socket) => void,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Each connection hears of its own errors; without a listener they would end the tests.
    socket.on('error', () => socket.destroy());
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
