import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Response } from './exchange.ts';

/** A server that says what it is told to, true or not. */
export interface Liar {
  readonly url: string;
  say(reply: Saying): void;
  close(): Promise<void>;
}

export type Saying = Pick<Response, 'status' | 'body'> & {
  readonly headers: Readonly<Record<string, string>>;
};

export async function startLiar(): Promise<Liar> {
  let saying: Saying = { status: 500, headers: {}, body: '' };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(saying.status, saying.headers).end(saying.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A trust edge: a server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    say(reply) {
      saying = reply;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
