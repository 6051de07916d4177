import { ApiError } from '../base/errors.ts';
import { createTrust, tokenHeader } from '../control/guard.ts';
import type { Received } from '../pipeline/exchange.ts';
import type { Direct } from '../pipeline/intervene.ts';
import type { Scene } from '../traffic/interventions/directing.ts';
import { createDirect } from '../traffic/interventions/directing.ts';
import { createBuckets } from '../traffic/interventions/faults/buckets.ts';
import { createTurnOrder } from '../traffic/interventions/matching-override.ts';
import type { Shelf } from '../traffic/interventions/override-list.ts';
import { createShelf } from '../traffic/interventions/override-list.ts';
import type { MockOptions } from './options.ts';

/** What is to happen to requests instead of the usual, as tests or the requests themselves ask. */
export interface Meddling {
  /** What tests have asked for, in all worlds. */
  readonly shelf: Shelf;
  /** Finds what is to happen to the requests in a world. */
  directIn(this: void, scene: Scene): Direct;
}

export function openMeddling({ controlToken, requestFaults = true }: MockOptions): Meddling {
  const isTrusted = createTrust(controlToken);
  const shelf = createShelf(createBuckets());
  const office = {
    ...shelf,
    nextTurn: createTurnOrder(),
    requestFaults: {
      isOn: requestFaults,
      assertAllowed(request: Received): void {
        if (!isTrusted(request)) throw refuseFault(request, controlToken);
      },
    },
  };
  return { shelf, directIn: (scene) => createDirect(scene, office) };
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
