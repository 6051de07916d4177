import type { ServerResponse } from 'node:http';

import type { HoldReply } from '../../pipeline/exchange.ts';
import type { BodyBudget } from '../requests/body-budget.ts';
import { isStream } from './send.ts';
import type { Turns } from '../turns.ts';

interface ReplyWatch {
  /** Hears of the reply as soon as it was made, and counts it; throws where there is no room for it. */
  readonly hold: HoldReply;
  /** What comes next by the connection is not begun before: it is to see what this one changes. */
  keepOrder<T>(this: void, passage: Promise<T>): Promise<T>;
}

export function watchReply(response: ServerResponse, budget: BodyBudget, turns: Turns): ReplyWatch {
  let isMade = false;
  let letOn: (() => void) | undefined;
  return {
    hold(reply) {
      const body = isStream(reply.body) ? undefined : reply.body;
      if (body !== undefined) turns.noteReply(body.length, response);
      isMade = true;
      letOn?.();
      if (body !== undefined) budget.holdReply(body, response);
      return reply;
    },
    keepOrder(passage) {
      if (isMade) return passage;
      letOn = turns.hold(response.req.socket);
      return passage.finally(letOn);
    },
  };
}
