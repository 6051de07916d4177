import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a replica tells the one that has passed a request on: no client sees it. */
export type ReplicaWord = 'not-owner' | 'reset';

const field = 'X-Stuntdouble-Owner';
const status = 421;

/** `not-owner`: nothing was done. `reset`: the connection of the client is to be reset. */
/** `mark`: that of the request, so that no reply of another server is taken for a word. */
export function sayToReplica(response: ServerResponse, word: ReplicaWord, mark: string): void {
  response.writeHead(status, [field, `${mark} ${word}`, 'Content-Length', '0']).end();
}

/** Undefined: the reply is for the client. */
export function hearReplica(
  { statusCode, headers }: IncomingMessage,
  mark: string,
): ReplicaWord | undefined {
  if (statusCode !== status) return undefined;
  const told = headers[field.toLowerCase()];
  return words.find((word) => told === `${mark} ${word}`);
}

const words: readonly ReplicaWord[] = ['not-owner', 'reset'];
