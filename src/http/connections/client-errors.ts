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
  /** For a request as a whole, however steadily it comes. */
  readonly request: number;
  /** How often Node looks at both. */
  readonly interval: number;
}

/** How long a client that is refused may take to close its side, in milliseconds. */
export const refusalLeave = 2_000;
/** How long replies that are under way may go on when the connection can't be read any further. */
const longestRest = 30_000;

/** Answers what Node can't read: after the replies that are under way on the same connection, and then ends it. */
export function createClientErrorHandler(
  { open, isStopped }: Connections,
  { refuse, failBody }: Handlers,
  limits: ClientLimits,
): (error: Error, socket: unknown) => void {
  const seen = new WeakSet<Socket>();
  return (error, socket) => {
    // Node goes on complaining of a connection that is being ended.
    if (!(socket instanceof Socket) || seen.has(socket)) return;
    seen.add(socket);
    // Browsers connect ahead of time, and may have nothing to say.
    if (!isRefusable(error) || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    discardRest(socket);
    destroyLater(socket, longestRest);
    const end = (lastWords = ''): void => endGently(socket, refusalLeave, lastWords);
    // Node calls it when the last reply was sent.
    socket.destroySoon = () => end();
    const reply = open.get(socket);
    const refuseHead = (): void => {
      if (!socket.writable) return;
      // It comes behind a request that was the last.
      if (isStopped(socket)) return end();
      const { error: told, known } = describeUnreadableHead(error, limits.head / 1000);
      end(writeWhole(refuse(told, known), known.method));
    };
    if (!reply || (reply.req.complete && !isUnderWay(reply))) refuseHead();
    else if (reply.req.complete) reply.once('close', refuseHead);
    else if (!isUnderWay(reply)) {
      // It is the rest of a body that was not wanted, and the request was answered.
      end();
    } else {
      const fault = describeUnreadableBody(error, limits.request / 1000);
      const hasBegun = reply.headersSent;
      if (!hasBegun) reply.shouldKeepAlive = false;
      reply.once('close', () => end());
      const isAwaited = failBody(reply.req, fault);
      // Middleware would wait for the body until the connection is closed.
      if (!isAwaited && !hasBegun && reply.socket && isBeingRead(reply.req)) {
        const known = knownOf(reply.req);
        end(writeWhole(refuse(fault, known), known.method));
      }
    }
  };
}

/** Where the connection itself is broken nothing can be answered. */
function isRefusable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function isBeingRead(request: IncomingMessage): boolean {
  return request.readableFlowing === true || request.listenerCount('readable') > 0;
}
