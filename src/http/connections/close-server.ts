import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as PlainServer } from 'node:net';

// These are not the global timers: a test that replaces those must be able to close its server.
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Connections } from './connections.ts';
import { isUnderWay } from './connections.ts';
import { endGently } from './end-gently.ts';

/** How long requests under way may take to finish, in milliseconds. */
const patience = 5_000;
/** How often the server looks at its connections, in milliseconds. */
const interval = 20;
/** For so many looks connections without a request stay open while bytes still come by others. */
const mostGraceLooks = 5;
/** How many idle connections the server closes before the event loop reads again. */
const mostEndedInTurn = 8;
/** How long a client may take to close its side, in milliseconds. */
const leave = 250;

/**
 * Stops a server. It answers all requests that have arrived, tells each client with its last reply
 * that no more follow, and then closes the connections. Clients that the system has accepted and
 * bytes in its buffers count as arrived: the system resets a connection that is closed with unread
 * bytes, and the clients that wait at a listening socket when it is closed.
 *
 * `sendDelayed` sends the replies that faults delay. It is called when the last reply of each
 * connection is known, so that a delayed reply also says `Connection: close`.
 */
export async function closeServer(
  server: Server,
  connections: Connections,
  sendDelayed: () => void,
): Promise<void> {
  // The server knows the last request of each connection only after it has read all of them.
  connections.hold();
  await acceptWaiting(connections);
  const closed = new Promise<void>((resolve) => {
    // The `close()` of an HTTP server would also cut connections that only seem idle to Node.
    PlainServer.prototype.close.call(server, () => resolve());
  });
  for (const socket of connections.open.keys()) {
    // Node calls it after the last reply of a connection; the client may still be sending.
    socket.destroySoon = () => endGently(socket, leave);
  }
  connections.release();
  sendDelayed();
  const limit = setTimeout(() => {
    for (const socket of connections.open.keys()) socket.destroy();
  }, patience);
  const look = createSweep(connections);
  const sweep = setInterval(() => void look(), interval);
  await closed;
  clearTimeout(limit);
  clearInterval(sweep);
  // No connection is left, but this ends the timer that looks for slow requests.
  server.close();
}

/** The length of Node's queue of clients that wait to be accepted. */
const longestQueue = 511;
/**
 * How many turns of the event loop must bring nothing new. The first may be half over when it is
 * counted. Each turn reads all connections and accepts one client.
 */
const turnsToRead = 2;

/** Limit for all of it in milliseconds, however busy the server is. */
const longestAccepting = 2_000;
/** Limit in milliseconds while only bytes on known connections are new. */
const longestReading = 250;

/** Waits until no client and no bytes arrive. Clients that keep sending can't put off the end. */
async function acceptWaiting(connections: Connections): Promise<void> {
  const most = connections.count + longestQueue;
  const start = performance.now();
  let before = progressOf(connections);
  for (let turns = 0; turns < turnsToRead;) {
    const time = performance.now() - start;
    if (connections.count > most || time > longestAccepting) return;
    await nextTurn();
    const now = progressOf(connections);
    const isMore =
      now.count !== before.count || (now.bytes !== before.bytes && time < longestReading);
    turns = isMore ? 0 : turns + 1;
    before = now;
  }
}

function progressOf({ count, open }: Connections): {
  readonly count: number;
  readonly bytes: number;
} {
  let bytes = 0;
  for (const socket of open.keys()) bytes += socket.bytesRead;
  return { count, bytes };
}

/** Closes idle connections, once no bytes come by any or after `mostGraceLooks` looks. */
function createSweep({ open }: Connections): () => Promise<void> {
  let looks = 0;
  let isLooking = false;
  const read = (): ReadonlyMap<Socket, number> =>
    new Map([...open.keys()].map((socket) => [socket, socket.bytesRead]));
  let before = read();
  const isIdle = (socket: Socket): boolean =>
    open.has(socket) && before.get(socket) === socket.bytesRead && !isUnderWay(open.get(socket));
  /** Closes a few per turn: each turn first reads requests that have come, which need replies. */
  const endIdle = async (sockets: Iterable<Socket>): Promise<void> => {
    let count = 0;
    for (const socket of sockets) {
      if (count % mostEndedInTurn === 0) await nextTurn();
      count += 1;
      if (isIdle(socket)) endGently(socket, leave);
    }
  };
  return async () => {
    if (isLooking) return;
    isLooking = true;
    looks += 1;
    const now = read();
    const isSilent = (socket: Socket): boolean => before.get(socket) === now.get(socket);
    const isGraceOver = looks > mostGraceLooks || [...now.keys()].every(isSilent);
    if (isGraceOver) await endIdle(now.keys());
    before = now;
    isLooking = false;
  };
}
