import type { Contract } from '../contract/compile.ts';
import { ApiError } from '../errors.ts';
import type { Guard } from './authenticate.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import type { Authorized, Behavior, Received, Reply, Routed, Validated } from './exchange.ts';
import type { Content } from './read-body.ts';
import { readBody } from './read-body.ts';
import type { RefusalRules } from './refuse.ts';
import { refuse } from './refuse.ts';
import { route } from './route.ts';
import type { RequestRules } from './validate-request.ts';
import { validateRequest } from './validate-request.ts';
import type { OnBreach } from './validate-response.ts';
import { validateResponse } from './validate-response.ts';

/** What a request meets on its way. */
export interface Road extends RequestRules, RefusalRules {
  readonly contract: Contract;
  readonly guard: Guard;
  readonly behave: Behavior;
  readonly onBreach: OnBreach;
  /** When all that can be seen of the state now is durable; undefined where it is. */
  durable(): Promise<void> | undefined;
}

/**
 * The one road that every request takes. It waits for a body and for a disk; what needs neither is
 * answered at once.
 */
export function respond(received: Received, road: Road): Reply | Promise<Reply> {
  let routed: Routed | undefined;
  const fail = (error: unknown): Reply => refuse(error, received, routed?.operation, road);
  try {
    routed = route(received, road.contract);
    const authenticated = authenticate(routed, road.guard);
    if (authenticated instanceof ApiError) return fail(authenticated);
    const authorized = authorize(authenticated, road.guard);
    if (authorized instanceof ApiError) return fail(authorized);
    const content = readBody(authorized);
    if (!(content instanceof Promise)) return conclude(authorized, content, road, fail);
    return content.then((read) => conclude(authorized, read, road, fail)).catch(fail);
  } catch (error) {
    return fail(error);
  }
}

/** The rest of it, once the body is there. */
function conclude(
  authorized: Authorized,
  content: Content | undefined,
  road: Road,
  fail: (error: unknown) => Reply,
): Reply | Promise<Reply> {
  const request = validateRequest(authorized, content, road);
  const { reply, settled } = perform(request, road);
  return settled ? settled.then(() => reply, fail) : reply;
}

interface Performed {
  readonly reply: Reply;
  /** When nothing that the reply tells can be lost any more; undefined: now. */
  readonly settled: Promise<void> | undefined;
}

/** Nothing waits in here, so that no other request ever sees half a change. */
function perform(request: Validated, road: Road): Performed {
  try {
    const outcome = road.behave(request);
    const reply = validateResponse(request, outcome, road.onBreach);
    return { reply, settled: outcome.commit?.() ?? road.durable() };
  } catch (error) {
    // Also what is not there may not be durable yet.
    const reply = refuse(error, request, request.operation, road);
    return { reply, settled: road.durable() };
  }
}
