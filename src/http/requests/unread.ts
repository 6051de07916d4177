import type { ServerResponse } from 'node:http';

import { ApiError } from '../../base/errors.ts';
import { refusePlainly } from '../../pipeline/checks/refuse.ts';
import type { Received, Reply } from '../../pipeline/exchange.ts';
import { cutOff } from '../connections/end-gently.ts';
import type { KnownHead } from '../connections/unreadable.ts';
import { knownOf } from '../connections/unreadable.ts';
import type { Answered, EntryRoute } from '../entry-route.ts';
import { chooseEntryRoute } from '../entry-route.ts';
import type { Turns } from '../turns.ts';
import type { Bodies, Incoming } from './receive.ts';

interface UnreadOptions {
  readonly entryRoutes: readonly EntryRoute[];
  readonly bodies: Bodies;
  readonly observe: (answered: Answered) => void;
}

interface Ahead {
  readonly request: Incoming;
  readonly response: ServerResponse;
  readonly isLocal: boolean;
}

/**
 * Counts a request that was sent ahead; the returned function is called when it begins. Returns
 * undefined if there is no room for it. A refusal would have to wait, too, so the server closes the
 * connection.
 */
export function holdAhead(
  { request, response, isLocal }: Ahead,
  turns: Turns,
  place: UnreadOptions,
): (() => void) | undefined {
  // Node still reads the other requests of the same packet; they get no reply either.
  if (request.socket.destroyed) return undefined;
  try {
    return place.bodies.budget.holdAhead(response);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuseUnread(error, { ...knownOf(request), isLocal }, place);
    cutOff(request.socket);
    turns.clear(request.socket);
    return undefined;
  }
}

/** Makes the reply to a request that never came to a road, and reports it like any other. */
export function refuseUnread(
  error: ApiError,
  known: KnownHead & Pick<Received, 'isLocal'>,
  { entryRoutes, observe }: Omit<UnreadOptions, 'bodies'>,
): Reply {
  const readBody = (): never => {
    throw error;
  };
  const received = { ...known, prefix: '', world: undefined, findPeer: findNoPeer, readBody };
  const reply = refusePlainly(error, received);
  const { path } = known;
  observe({
    entryRoute: chooseEntryRoute(entryRoutes, path),
    path,
    milliseconds: 0,
    passage: { reached: received, reply },
  });
  return reply;
}

/** Only the road asks for the peer, and this request never comes to it. */
function findNoPeer(): undefined {
  return undefined;
}
