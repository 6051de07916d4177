import type { IncomingMessage } from 'node:http';

const peers = new WeakMap<IncomingMessage, string>();
const passedOn = new WeakSet<IncomingMessage>();

/** The address of the client or proxy that sent a request, also where another replica has passed it on. */
export function peerOf(request: IncomingMessage): string | undefined {
  return peers.get(request) ?? request.socket.remoteAddress;
}

/** Another replica tells who has sent it. */
export function setPeer(request: IncomingMessage, address: string): void {
  peers.set(request, address);
}

/** Whether another replica has passed the request on. */
export function isPassedOn(request: IncomingMessage): boolean {
  return passedOn.has(request);
}

export function notePassedOn(request: IncomingMessage): void {
  passedOn.add(request);
}
