import { once } from 'node:events';
import { connect } from 'node:net';

import { onTestFinished, vi } from 'vitest';

import { patience } from '../patience.ts';

/** A connection on which a test says what a well-behaved client never would. */
export interface RawConnection {
  write(bytes: string | Uint8Array): void;
  /** All that came so far. */
  received(): string;
  /** Waits for a text to come. */
  until(text: string): Promise<void>;
  /** Ends it from this side. */
  close(): void;
  /** All that came until it was closed. */
  readonly rest: Promise<string>;
}

export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  // What matters is what had come by then.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  await once(socket, 'connect');
  return {
    write: (bytes) => void socket.write(bytes),
    received: () => received,
    until: async (text) => {
      await vi.waitUntil(() => received.includes(text), patience);
    },
    close: () => void socket.destroy(),
    rest: closed.then(() => received),
  };
}

/** One request as it stands, and the whole answer. */
export async function sendRaw(url: string, bytes: string | Uint8Array): Promise<string> {
  const connection = await openConnection(url);
  connection.write(bytes);
  return connection.rest;
}

/** A request that ends its connection. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ''): string {
  const length = Buffer.byteLength(body);
  const head = [
    `${line} HTTP/1.1`,
    ...(headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: 127.0.0.1']),
    'Connection: close',
    ...(length === 0 ? [] : [`Content-Length: ${length}`]),
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
