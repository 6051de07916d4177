import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { Request, Response } from './exchange.ts';

/** Long enough for a server to answer and to hang up, if that is what it does. */
const pause = 150;

/**
 * Sends a request to its end before it reads a word, as plain clients do. A server that answers
 * early and closes at once, with bytes that it has not read, resets the connection, and its answer
 * is lost (RFC 9112, section 9.6).
 */
export async function sendDeafly(
  base: string,
  { method, path, headers, body = '' }: Request,
): Promise<Response> {
  const { hostname, port, host } = new URL(base);
  const bytes = Buffer.from(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({
      host,
      connection: 'close',
      'content-length': String(bytes.length),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
  ];
  const socket = new Socket();
  socket.pause();
  try {
    socket.connect(Number(port), hostname);
    await once(socket, 'connect');
    await write(socket, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
    await write(socket, bytes.subarray(0, bytes.length / 2));
    await wait(pause);
    await write(socket, bytes.subarray(bytes.length / 2));
    const chunks: Uint8Array[] = [];
    for await (const chunk of socket) if (chunk instanceof Uint8Array) chunks.push(chunk);
    return parseResponse(Buffer.concat(chunks).toString('utf8'));
  } finally {
    socket.destroy();
  }
}

function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** The body is taken as it is: a server that answers in chunks is none that this is asked of. */
function parseResponse(text: string): Response {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) throw new Error(`the connection was closed without an answer: "${text}"`);
  const [status = '', ...fields] = text.slice(0, end).split('\r\n');
  return {
    status: Number(status.split(' ')[1]),
    headers: new Map(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    ),
    body: text.slice(end + 4),
    hasAskedForBody: false,
  };
}
