import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** The connections of a server, each with its newest reply, begun or not. */
export interface Connections {
  readonly open: ReadonlyMap<Socket, ServerResponse | undefined>;
  /** How many there have been. */
  readonly count: number;
  /** A request has come, which `answer` answers: now, unless the server is closing and still reads. */
  take(this: void, socket: Socket, reply: ServerResponse, answer: () => void): void;
  /** The reply under way is the last of its connection: requests behind it are not answered, nor carried out. */
  stop(this: void, socket: Socket): void;
  isStopped(this: void, socket: Socket): boolean;
  /** When what a connection has asked before was answered. */
  afterReplies(this: void, socket: Socket, task: () => void): void;
  /** From now on requests are read, and not answered yet. */
  hold(this: void): void;
  /** Answers them. From now on the newest reply of each connection tells the client that it is the last one. */
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
      // One that has its socket is the first of its connection. Before the end all are read.
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
      // Also by those that had more waiting than is answered at once; Node's own reasons not to read stay.
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

/** Node reads so many bytes at once; where there were as many, more may wait. */
const mostAtOnce = 65_536;

interface Reads {
  /** Whether the last read of a connection has brought as much as a read can. */
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

/** After so many requests that wait behind others of their connection, no more connections are read in this turn of the event loop. */
const mostAheadInTurn = 2048;

/**
 * One read can bring thousands of requests, and each takes time and memory, also where there is no room for it. Counts
 * them, and lets the other connections wait for the next turn where there were many.
 */
function createAheadCount(open: ReadonlyMap<Socket, unknown>): () => void {
  let count = 0;
  let paused: Socket[] = [];
  const goOn = (): void => {
    count = 0;
    const sockets = paused;
    paused = [];
    // By their own way: some are to stay as they are.
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

/** `Connection: close` drops what was asked behind it, so where more may wait to be read nothing is said. */
function setLast(reply: ServerResponse | undefined, socket: Socket, isLast: boolean): void {
  if (!isUnderWay(reply) || reply.headersSent || socket.isPaused()) return;
  reply.shouldKeepAlive = !isLast;
}
