import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
// Not the global one: a test that holds the timers must get its replies.
import { setImmediate } from 'node:timers';

/** The connections of a server, each with its newest reply, whether begun or not. */
export interface Connections {
  readonly open: ReadonlyMap<Socket, ServerResponse | undefined>;
  /** How many connections there have been since the start. */
  readonly count: number;
  /** Takes a request. `answer` runs now, unless the server is stopping and still reads requests. */
  take(this: void, socket: Socket, reply: ServerResponse, answer: () => void): void;
  /** Drops all further requests of a connection: they are neither answered nor carried out. */
  stop(this: void, socket: Socket): void;
  isStopped(this: void, socket: Socket): boolean;
  /** Runs the task when all earlier requests of a connection are answered. */
  afterReplies(this: void, socket: Socket, task: () => void): void;
  /** From now on requests are read but not answered yet. */
  hold(this: void): void;
  /** Answers the held requests. From now on each newest reply says that it is the last one. */
  release(this: void): void;
}

export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, ServerResponse | undefined>();
  let count = 0;
  let isEnding = false;
  let held: (() => void)[] | undefined;
  const reads = createReads();
  const stopped = new WeakSet<Socket>();
  const noteAhead = createAheadCount(open);
  server.on('connection', (socket) => {
    count += 1;
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  return {
    open,
    get count() {
      return count;
    },
    take(socket, reply, answer) {
      if (stopped.has(socket)) return;
      // A reply with a socket is the first of its connection. A server that stops reads all
      // requests, so it does not count them.
      if (!reply.socket && !held && !isEnding) noteAhead();
      if (isEnding) {
        setLast(open.get(socket), socket, false);
        setLast(reply, socket, !reads.isFull(socket));
      }
      open.set(socket, reply);
      if (held) held.push(() => void (stopped.has(socket) || answer()));
      else answer();
    },
    stop: (socket) => void stopped.add(socket),
    isStopped: (socket) => stopped.has(socket),
    afterReplies(socket, task) {
      const reply = open.get(socket);
      if (isUnderWay(reply)) reply.once('close', task);
      else task();
    },
    hold() {
      held = [];
      // This also resumes connections that `turns.ts` has paused and whose own `resume` it has
      // replaced. Node's own pauses stay in force.
      for (const socket of open.keys()) Socket.prototype.resume.call(socket);
    },
    release() {
      isEnding = true;
      for (const [socket, reply] of open) {
        reads.isFull(socket);
        setLast(reply, socket, true);
      }
      const tasks = held ?? [];
      held = undefined;
      for (const answer of tasks) answer();
    },
  };
}

/** How many bytes Node reads at once; after such a read, more may wait. */
const mostAtOnce = 65_536;

interface Reads {
  /** Whether the last read of a connection has brought as many bytes as a read can. */
  isFull(this: void, socket: Socket): boolean;
}

function createReads(): Reads {
  const seen = new WeakMap<Socket, { bytes: number; more: number }>();
  return {
    isFull(socket) {
      const { bytesRead } = socket;
      const read = seen.get(socket) ?? { bytes: 0, more: 0 };
      seen.set(socket, read);
      if (bytesRead !== read.bytes) read.more = bytesRead - read.bytes;
      read.bytes = bytesRead;
      return read.more > 0 && read.more % mostAtOnce === 0;
    },
  };
}

/** After so many requests that wait behind others, all reading stops until the next turn. */
const mostAheadInTurn = 2048;

/**
 * Counts the requests that wait behind others. One read can bring thousands, and each takes time
 * and memory, even if there is no room for it. After too many, all connections are read again only
 * in the next turn.
 */
function createAheadCount(open: ReadonlyMap<Socket, unknown>): () => void {
  let count = 0;
  let paused: Socket[] = [];
  const goOn = (): void => {
    count = 0;
    const sockets = paused;
    paused = [];
    // This calls the socket's own `resume`, which `turns.ts` replaces where a connection must stay
    // paused.
    for (const socket of sockets) socket.resume();
  };
  return () => {
    count += 1;
    if (count === 1) setImmediate(goOn);
    if (count !== mostAheadInTurn) return;
    paused = [...open.keys()].filter((socket) => !socket.isPaused());
    for (const socket of paused) socket.pause();
  };
}

/** Whether a reply is still being made or sent. */
export function isUnderWay(reply: ServerResponse | undefined): reply is ServerResponse {
  return reply !== undefined && !reply.writableFinished && !reply.destroyed;
}

/**
 * Sets whether a reply is the last of its connection. The server drops requests behind a
 * `Connection: close`, so a paused connection, where unread requests may wait, keeps what it has.
 */
function setLast(reply: ServerResponse | undefined, socket: Socket, isLast: boolean): void {
  if (!isUnderWay(reply) || reply.headersSent || socket.isPaused()) return;
  reply.shouldKeepAlive = !isLast;
}
