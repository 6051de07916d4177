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
