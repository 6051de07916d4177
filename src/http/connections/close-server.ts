import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as PlainServer } from 'node:net';

// Not the global ones: a test that replaces those by its own closes its server, too.
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Connections } from './connections.ts';
import { isUnderWay } from './connections.ts';
import { endGently } from './end-gently.ts';

/** How long requests under way may take to finish, in milliseconds. */
const patience = 5_000;
/** How often the connections are looked at. */
const interval = 20;
/** Connections without a request may stay for so many looks while others are still being asked something. */
const mostGraceLooks = 5;
/** How many idle connections are closed without a look at what has come. */
const mostEndedInTurn = 8;
/** How long a client may take to close its side, in milliseconds. */
const leave = 250;

/**
 * Answers what has come, tells each client with its last reply that there is no more, and then closes the
 * connections. What the system has accepted, or holds in its buffers, has come, too: to close a socket that
 * has unread bytes, or one that listens while clients wait to be accepted, would reset them.
 *
 * `sendDelayed` sends the replies that faults delay. It is called when each connection knows its last reply, so that
 * a delayed reply says `Connection: close`, too.
 */
export async function closeServer(
  server: Server,
  connections: Connections,
  sendDelayed: () => void,
): Promise<void> {
  // Which request of a connection is the last one is known when all of them were read.
  connections.hold();
  await acceptWaiting(connections);
  const closed = new Promise<void>((resolve) => {
    // An HTTP server's own close() would cut connections that are idle as far as it knows.
    PlainServer.prototype.close.call(server, () => resolve());
  });
  for (const socket of connections.open.keys()) {
    // Node calls it when the last reply of a connection was sent; the client may still be sending.
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
  // There is nothing left to close, but this ends the timer that watches for slow requests.
  server.close();
}

/** Node's own queue of clients that wait to be accepted is no longer than this. */
const longestQueue = 511;
/** The first may have been half over; in each, all connections are read, and one client is accepted. */
const turnsToRead = 2;

/** For so many milliseconds at most, however busy the server is. */
const longestAccepting = 2_000;
/** And for so many where nothing is new but bytes on its connections. */
const longestReading = 250;

/**
 * Until no client waits to be accepted, and nothing more comes by the connections; what goes on coming does not put the
 * end off.
 */
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

/** Closes connections on which nothing is under way, once nothing has come by any, or after a while. */
function createSweep({ open }: Connections): () => Promise<void> {
  let looks = 0;
  let isLooking = false;
  const read = (): ReadonlyMap<Socket, number> =>
    new Map([...open.keys()].map((socket) => [socket, socket.bytesRead]));
  let before = read();
  const isIdle = (socket: Socket): boolean =>
    open.has(socket) && before.get(socket) === socket.bytesRead && !isUnderWay(open.get(socket));
  /** A few in each turn, which begins with what has come meanwhile: a request on its way would get no reply. */
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
