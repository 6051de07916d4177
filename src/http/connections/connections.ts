import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, each with its newest reply, begun or not. */
export interface Connections {
  readonly open: ReadonlyMap<Socket, ServerResponse | undefined>;
  /** How many there have been. */
  readonly count: number;
  /** A request has come. */
  note(this: void, socket: Socket, reply: ServerResponse): void;
  /** From now on the newest reply of each connection tells the client that it is the last one. */
  announceEnd(this: void): void;
}

export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, ServerResponse | undefined>();
  let count = 0;
  let isEnding = false;
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
    note(socket, reply) {
      if (isEnding) {
        setLast(open.get(socket), socket, false);
        setLast(reply, socket, true);
      }
      open.set(socket, reply);
    },
    announceEnd() {
      isEnding = true;
      for (const [socket, reply] of open) setLast(reply, socket, true);
    },
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
