import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a replica tells the one that has asked it: no client sees it. */
export type ReplicaWord = 'not-owner' | 'owner' | 'reset';

const field = 'X-Stuntdouble-Owner';
const status = 421;

/**
 * `not-owner`: nothing was done. `reset`: the connection of the client is to be reset. `owner`: it answers a question, and
 * the text says what problem it has. `mark`: that of the request, so that no reply of another server is taken for a word.
 */
export function sayToReplica(
  response: ServerResponse,
  word: ReplicaWord,
  mark: string,
  text = '',
): void {
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [field, `${mark} ${word}`, 'Content-Length', length]).end(text);
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

const words: readonly ReplicaWord[] = ['not-owner', 'owner', 'reset'];
