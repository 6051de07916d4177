import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isIP } from 'node:net';

import { isLoopbackAddress } from '../addresses.ts';
import { messageOf, StartError } from '../errors.ts';

// An import would have the platform load all that it can do with HTTP, its client and WebSockets too:
// a third of what it takes to start.
const { createServer } = process.getBuiltinModule('node:http');

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Lets requests under way finish, for a while. */
  close(): Promise<void>;
}

/** How long requests under way may take to finish when the server closes. */
const patience = 5_000;

export async function listen(
  listener: RequestListener,
  port: number,
  host: string,
): Promise<Listening> {
  const server = createServer(listener);
  // Node drops the headers after the first 2,000, and with them what the last proxy wrote. The size of
  // the head bounds them anyway.
  server.maxHeadersCount = 0;
  // Without a listener Node asks for the body itself, before anyone wants it.
  server.on('checkContinue', listener);
  const sockets = trackSockets(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = isIP(address.address) === 6 ? `[${address.address}]` : address.address;
  return {
    url: `http://${isEverywhere(address.address) ? '127.0.0.1' : name}:${address.port}`,
    port: address.port,
    close: () => close(server, sockets),
  };
}

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

function isEverywhere(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(() => server.closeAllConnections(), patience);
    // A connection that is kept alive becomes idle when its last request has been answered.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close((error) => {
      clearTimeout(impatience);
      clearInterval(sweep);
      if (error) reject(error);
      else resolve();
    });
    server.closeIdleConnections();
    // Browsers connect ahead of time; such a connection has nothing under way.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}

function explain(error: Error, port: number, host: string): StartError {
  const code = 'code' in error ? error.code : undefined;
  const place = `${host}:${port}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `the port is in use; choose another with --port, or 0 for any that is free`,
    EACCES: `this user may not open that port; choose one above 1023 with --port`,
    EADDRNOTAVAIL: `this machine has no such address; choose another with --host`,
    ENOTFOUND: `there is no such host; choose another with --host`,
  };
  return new StartError([{ file: place, message: reasons[String(code)] ?? messageOf(error) }]);
}
