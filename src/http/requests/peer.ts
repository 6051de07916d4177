import type { IncomingMessage } from 'node:http';

const peers = new WeakMap<IncomingMessage, string>();
const marks = new WeakMap<IncomingMessage, string>();

/** The address of the client or proxy that sent a request, also where another replica has passed it on. */
export function peerOf(request: IncomingMessage): string | undefined {
  return peers.get(request) ?? request.socket.remoteAddress;
}

/** Another replica tells who has sent it. */
export function setPeer(request: IncomingMessage, address: string): void {
  peers.set(request, address);
}

/** What the replica that has passed the request on knows its words by; undefined: it came from a client. */
export function markOf(request: IncomingMessage): string | undefined {
  return marks.get(request);
}

export function setMark(request: IncomingMessage, mark: string): void {
  marks.set(request, mark);
}
