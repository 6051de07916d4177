import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much of what a client goes on sending is still taken in, in bytes. */
const mostDiscarded = 16_777_216;

/**
 * Sends the last words and closes this side, but goes on reading until the client closes its own, or for so
 * many milliseconds: a connection that is closed while unread bytes wait is reset, and the client may lose
 * what was sent to it.
 */
export function endGently(socket: Socket, milliseconds: number, lastWords = ''): void {
  if (socket.destroyed || socket.writableEnded) return;
  ended.add(socket);
  discardRest(socket);
  socket.end(lastWords, () => destroyLater(socket, milliseconds));
}

const ended = new WeakSet<Socket>();

/** Closes a connection at once: no request of it that waits is carried out. */
export function cutOff(socket: Socket): void {
  ended.add(socket);
  socket.destroy();
}

/** Whether this side has closed a connection: what its client has sent ahead gets no reply any more. */
export function isEnded(socket: Socket): boolean {
  return ended.has(socket);
}

/** Closes a connection in any case, unless it is closed by then. */
export function destroyLater(socket: Socket, milliseconds: number): void {
  const limit = setTimeout(() => socket.destroy(), milliseconds).unref();
  socket.once('close', () => clearTimeout(limit));
}

const discarding = new WeakSet<Socket>();

/** Whether nothing that comes by a connection is looked at any more. */
export function isDiscarded(socket: Socket): boolean {
  return discarding.has(socket);
}

/** From now on nothing that comes by a connection is looked at. */
export function discardRest(socket: Socket): void {
  if (discarding.has(socket)) return;
  discarding.add(socket);
  // Among them is the parser, which would complain about each piece again.
  socket.removeAllListeners('data');
  let size = 0;
  socket.on('data', (piece: Uint8Array) => {
    size += piece.byteLength;
    if (size > mostDiscarded) socket.destroy();
  });
  socket.resume();
}

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
