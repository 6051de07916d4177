import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One listener for each connection, however many requests come by it. */
const watched = new WeakMap<Socket, Set<() => void>>();

/** Tells when a connection is no more, unless what is returned is called before. */
export function watchConnection(socket: Socket, onGone: () => void): () => void {
  let watchers = watched.get(socket);
  if (!watchers) {
    const all = (watchers = new Set());
    watched.set(socket, all);
    socket.once('close', () => {
      for (const tell of all) tell();
    });
  }
  watchers.add(onGone);
  return () => void watchers.delete(onGone);
}

/**
 * Tells when a response is over, however that ends, once or twice. One that waits behind another never hears
 * that its connection is gone.
 */
export function onceOver(response: ServerResponse, onOver: () => void): void {
  const unwatch = watchConnection(response.req.socket, onOver);
  response.once('close', () => {
    unwatch();
    onOver();
  });
}
