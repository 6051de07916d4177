import type { ServerResponse } from 'node:http';

import type { HoldReply } from '../../pipeline/exchange.ts';
import type { Bodies } from '../requests/body-limits.ts';
import type { Turns } from '../turns.ts';
import { isStream } from './send.ts';

/** Follows a reply from the moment when it is made. */
interface ReplyWatch {
  /** Counts a reply as soon as it is made. Throws if there is no room for it. */
  readonly hold: HoldReply;
  /** Holds the connection until this reply is made: later requests must see what it changes. */
  keepOrder<T>(this: void, passage: Promise<T>): Promise<T>;
}

export function watchReply(
  response: ServerResponse,
  { bodies, turns }: { readonly bodies: Bodies; readonly turns: Turns },
): ReplyWatch {
  let isMade = false;
  let letOn: (() => void) | undefined;
  return {
    hold(reply) {
      const { body } = reply;
      const bytes = body === undefined || isStream(body) ? undefined : Buffer.byteLength(body);
      if (bytes !== undefined) turns.noteReply(bytes, response);
      isMade = true;
      letOn?.();
      if (bytes !== undefined) bodies.budget.holdReply(bytes, response);
      return reply;
    },
    keepOrder(passage) {
      if (isMade) return passage;
      letOn = turns.hold(response.req.socket);
      return passage.finally(letOn);
    },
  };
}
