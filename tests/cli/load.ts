import { once } from 'node:events';
import { connect } from 'node:net';

import { onTestFinished } from 'vitest';

/** A client that asks again as soon as it was answered, on one connection. */
export interface Client {
  /** How many requests the system has taken for this client so far, every byte of them. */
  sent(): number;
  /** All whole replies, in the order of the requests. */
  readonly replies: readonly Reply[];
  /** What went wrong with the connection; undefined: it was closed in good order. */
  fault(): string | undefined;
  readonly closed: Promise<unknown>;
}

interface Reply {
  readonly status: number;
  readonly isLast: boolean;
  readonly body: string;
}

/** `write` makes the next request; `depth` of them are always on their way. */
export async function openClient(url: string, write: () => string, depth = 1): Promise<Client> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8').setNoDelay();
  onTestFinished(() => void socket.destroy());
  const replies: Reply[] = [];
  let [sent, text] = [0, ''];
  let fault: string | undefined;
  const say = (): void => {
    if (!socket.writable || socket.writableLength > 0) return;
    socket.write(Array.from({ length: depth }, write).join(''));
    // What isn't queued here was taken by the system, which hands it on at once.
    if (socket.writableLength === 0) sent += depth;
  };
  socket.on('data', (piece) => {
    text += String(piece);
    for (let reply = takeReply(text); reply; reply = takeReply(text)) {
      text = text.slice(reply.length);
      replies.push(reply);
    }
    if (replies.length >= sent && replies.at(-1)?.isLast === false) say();
  });
  socket.on('error', (error) => (fault = error.message));
  const closed = once(socket, 'close').catch(() => once(socket, 'close'));
  await once(socket, 'connect');
  say();
  return {
    sent: () => sent,
    replies,
    fault: () => fault,
    closed,
  };
}

/** The whole reply that a text begins with. */
function takeReply(text: string): (Reply & { readonly length: number }) | undefined {
  const [head] = /^HTTP\/1\.1 [^]*?\r\n\r\n/.exec(text) ?? [];
  if (head === undefined) return undefined;
  const length = head.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  if (text.length < length) return undefined;
  return {
    status: Number(head.slice(9, 12)),
    isLast: /^connection: close\r$/im.test(head),
    body: text.slice(head.length, length),
    length,
  };
}
