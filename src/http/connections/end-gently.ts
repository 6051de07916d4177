import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

/** How many further bytes of a client the server reads and throws away. */
const mostDiscarded = 16_777_216;

/**
 * Sends the last words and closes this side. It reads on until the client closes its side, or for
 * so many milliseconds: the system resets a connection that is closed with unread bytes, and the
 * client may lose the reply.
 */
export function endGently(socket: Socket, milliseconds: number, lastWords = ''): void {
  if (socket.destroyed || socket.writableEnded) return;
  ended.add(socket);
  discardRest(socket);
  socket.end(lastWords, () => destroyLater(socket, milliseconds));
}

const ended = new WeakSet<Socket>();

/** Closes a connection at once. Its waiting requests are not carried out. */
export function cutOff(socket: Socket): void {
  ended.add(socket);
  socket.destroy();
}

/** Whether this side has closed the connection: its waiting requests get no reply. */
export function isEnded(socket: Socket): boolean {
  return ended.has(socket);
}

/** Closes a connection after so many milliseconds, unless it is closed by then. */
export function destroyLater(socket: Socket, milliseconds: number): void {
  const limit = setTimeout(() => socket.destroy(), milliseconds).unref();
  socket.once('close', () => clearTimeout(limit));
}

const discarding = new WeakSet<Socket>();

/** Whether the server throws away all bytes that come by a connection. */
export function isDiscarded(socket: Socket): boolean {
  return discarding.has(socket);
}

/** Throws away all bytes that come by a connection from now on. */
export function discardRest(socket: Socket): void {
  if (discarding.has(socket)) return;
  discarding.add(socket);
  // This also removes Node's parser, which would report an error for each piece.
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

/** Calls `onGone` when a connection is closed, unless the returned function is called before. */
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
 * Calls `onOver` once or twice when a response is over, however it ends. A response that waits
 * behind another gets no event when its connection closes, so the connection is watched, too.
 */
export function onceOver(response: ServerResponse, onOver: () => void): void {
  const unwatch = watchConnection(response.req.socket, onOver);
  response.once('close', () => {
    unwatch();
    onOver();
  });
}
