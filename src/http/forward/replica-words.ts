import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a replica tells the one that has passed a request on: no client sees it. */
export type ReplicaWord = 'not-owner' | 'reset';

const field = 'X-Stuntdouble-Owner';
const status = 421;

/** `not-owner`: nothing was done. `reset`: the connection of the client is to be reset. */
export function sayToReplica(response: ServerResponse, word: ReplicaWord): void {
  response.writeHead(status, [field, word, 'Content-Length', '0']).end();
}

/** Undefined: the reply is for the client. */
export function hearReplica({ statusCode, headers }: IncomingMessage): ReplicaWord | undefined {
  const word = headers[field.toLowerCase()];
  return statusCode === status && (word === 'not-owner' || word === 'reset') ? word : undefined;
}
