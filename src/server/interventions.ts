import { ApiError } from '../base/errors.ts';
import { createTrust, tokenHeader } from '../control/guard.ts';
import type { Received } from '../pipeline/exchange.ts';
import type { Direct } from '../pipeline/intervention.ts';
import type { DirectedWorld } from '../traffic/interventions/directing.ts';
import { createDirect } from '../traffic/interventions/directing.ts';
import { createBuckets } from '../traffic/interventions/faults/buckets.ts';
import { createTurnOrder } from '../traffic/interventions/matching-override.ts';
import type { OverrideList } from '../traffic/interventions/override-list.ts';
import { createOverrideList } from '../traffic/interventions/override-list.ts';
import type { ServerOptions } from './options/options.ts';

/** Overrides that tests arranged, and faults that requests ask for themselves. */
export interface Interventions {
  /** The overrides of all worlds. */
  readonly overrideList: OverrideList;
  /** Finds the interventions for the requests of a world. */
  directIn(this: void, world: DirectedWorld): Direct;
}

export function openInterventions(options: ServerOptions): Interventions {
  const { controlToken, requestFaults } = options;
  const isTrusted = createTrust(options);
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

/** A fault can hold connections and delay others, so not every client may ask for one. */
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
