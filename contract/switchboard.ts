import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/**
 * One address in front of many servers, of which one is connected at a time. It passes bytes on as
 * they are. The referee starts slowly and is told its upstream at the start, so there is one of it,
 * and this behind.
 */
export interface Switchboard {
  readonly url: string;
  connectTo(url: string): void;
  close(): Promise<void>;
}

export async function openSwitchboard(): Promise<Switchboard> {
  let upstream: URL | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (!upstream) {
      incoming.destroy();
      return;
    }
    const outgoing = connect(Number(upstream.port), upstream.hostname);
    keep(outgoing);
    incoming.pipe(outgoing).pipe(incoming);
    // The end of one is no end of the other when it comes by an error.
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A trust edge: a server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connectTo(url) {
      hangUp();
      upstream = new URL(url);
    },
    async close() {
      hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}
