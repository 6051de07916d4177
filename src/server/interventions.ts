import { ApiError } from '../base/errors.ts';
import { createTrust, tokenHeader } from '../control/guard.ts';
import type { Received } from '../pipeline/exchange.ts';
import type { Direct } from '../pipeline/intervene.ts';
import type { DirectedWorld } from '../traffic/interventions/directing.ts';
import { createDirect } from '../traffic/interventions/directing.ts';
import { createBuckets } from '../traffic/interventions/faults/buckets.ts';
import { createTurnOrder } from '../traffic/interventions/matching-override.ts';
import type { OverrideList } from '../traffic/interventions/override-list.ts';
import { createOverrideList } from '../traffic/interventions/override-list.ts';
import type { MockOptions } from './options.ts';

/** What is to happen to requests instead of the usual, as tests or the requests themselves ask. */
export interface Interventions {
  /** What tests have asked for, in all worlds. */
  readonly overrideList: OverrideList;
  /** Finds what is to happen to the requests in a world. */
  directIn(this: void, world: DirectedWorld): Direct;
}

export function openInterventions({
  controlToken,
  requestFaults = true,
}: MockOptions): Interventions {
  const isTrusted = createTrust(controlToken);
  const overrideList = createOverrideList(createBuckets());
  const shared = {
    ...overrideList,
    nextTurn: createTurnOrder(),
    requestFaults: {
      isOn: requestFaults,
      assertAllowed(request: Received): void {
        if (!isTrusted(request)) throw refuseFault(request, controlToken);
      },
    },
  };
  return { overrideList, directIn: (world) => createDirect(world, shared) };
}

/** A fault can hold connections and keep others waiting: it isn't for whoever can reach the API. */
function refuseFault(request: Received, token: string | undefined): ApiError {
  const advice =
    token === undefined
      ? 'There is no token yet: start with --control-token'
      : request.headers[tokenHeader] === undefined
        ? 'Send the token given with --control-token as X-Stuntdouble-Token'
        : 'What was sent as X-Stuntdouble-Token is not the token given with --control-token';
  const detail = `X-Stuntdouble-Fault counts only from this machine, where only this machine can call, or with the control token. ${advice}, or leave X-Stuntdouble-Fault out.`;
  return new ApiError('fault-not-allowed', detail);
}
