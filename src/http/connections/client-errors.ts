import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import type { Handlers } from '../app.ts';
import type { Connections } from './connections.ts';
import { isUnderWay } from './connections.ts';
import { destroyLater, discardRest, endGently } from './end-gently.ts';
import {
  describeUnreadableBody,
  describeUnreadableHead,
  knownOf,
  writeWhole,
} from './unreadable.ts';

/** How long clients may take, in milliseconds. */
export interface ClientLimits {
  /** For the head of a request. */
  readonly head: number;
  /** For a whole request, even if it keeps arriving. */
  readonly request: number;
  /** How often Node checks both limits. */
  readonly interval: number;
}

/** How long a refused client may take to close its side, in milliseconds. */
export const refusalLeave = 2_000;
/** How long replies under way may go on when the connection can't be read, in milliseconds. */
const longestRest = 30_000;

/** Answers requests that Node can't read, after the replies under way, and ends the connection. */
export function createClientErrorHandler(
  { open, isStopped }: Connections,
  { refuse, failBody }: Handlers,
  limits: ClientLimits,
): (error: Error, socket: unknown) => void {
  const seen = new WeakSet<Socket>();
  return (error, socket) => {
    // Node reports further errors while the connection is being ended.
    if (!(socket instanceof Socket) || seen.has(socket)) return;
    seen.add(socket);
    // Browsers open connections ahead of time, and may send nothing by them.
    if (!isRefusable(error) || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    discardRest(socket);
    destroyLater(socket, longestRest);
    const end = (lastWords = ''): void => endGently(socket, refusalLeave, lastWords);
    // Node calls `destroySoon` when the last reply is sent.
    socket.destroySoon = () => end();
    const reply = open.get(socket);
    const refuseHead = (): void => {
      if (!socket.writable) return;
      // The reply to an earlier request was the last one of this connection.
      if (isStopped(socket)) return end();
      const { error: told, known } = describeUnreadableHead(error, limits.head / 1000);
      end(writeWhole(refuse(told, known), known.method));
    };
    if (!reply || (reply.req.complete && !isUnderWay(reply))) refuseHead();
    else if (reply.req.complete) reply.once('close', refuseHead);
    else if (!isUnderWay(reply)) {
      // The rest of a body can't be read, but its request was answered without it.
      end();
    } else {
      const fault = describeUnreadableBody(error, limits.request / 1000);
      const hasBegun = reply.headersSent;
      if (!hasBegun) reply.shouldKeepAlive = false;
      reply.once('close', () => end());
      const isAwaited = failBody(reply.req, fault);
      // Middleware reads this body, and would wait for it until the connection is closed.
      if (!isAwaited && !hasBegun && reply.socket && isBeingRead(reply.req)) {
        const known = knownOf(reply.req);
        end(writeWhole(refuse(fault, known), known.method));
      }
    }
  };
}

/** If the connection itself is broken, the server can't send a reply. */
function isRefusable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function isBeingRead(request: IncomingMessage): boolean {
  return request.readableFlowing === true || request.listenerCount('readable') > 0;
}
