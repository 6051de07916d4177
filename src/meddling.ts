import { createHash, timingSafeEqual } from 'node:crypto';

import { createPattern } from './contract/safe-patterns.ts';
import { isFromThisMachine } from './control/guard.ts';
import { ApiError } from './errors.ts';
import type { MockOptions } from './mock-options.ts';
import type { Received } from './pipeline/exchange.ts';
import type { Stage } from './stage.ts';
import { mainName } from './store/worlds.ts';
import type { Overrides } from './traffic/interventions/overrides.ts';
import { createOverrides } from './traffic/interventions/overrides.ts';

/** What tests may ask to happen to requests, by the contract that is played now. */
export function openOverrides(
  { controlToken, requestFaults = true }: MockOptions,
  stage: () => Stage,
): Overrides {
  return createOverrides({
    operations: () => stage().blueprint.contract.operations,
    compilePattern: createPattern,
    mainWorld: mainName,
    hasWorld: (name) => name === mainName || stage().worlds.look(name) !== undefined,
    requestFaults: {
      isOn: requestFaults,
      assertAllowed: (request) => assertMayFault(request, controlToken),
    },
  });
}

const tokenHeader = 'x-stuntdouble-token';

/** A fault can hold connections and keep others waiting: it isn't for whoever can reach the API. */
function assertMayFault(request: Received, token: string | undefined): void {
  if (isFromThisMachine(request)) return;
  const shown = request.headers[tokenHeader];
  if (token !== undefined && typeof shown === 'string' && isSame(shown, token)) return;
  const advice =
    token === undefined
      ? 'There is no token yet: start with --control-token'
      : shown === undefined
        ? 'Send the token given with --control-token as X-Stuntdouble-Token'
        : 'What was sent as X-Stuntdouble-Token is not the token given with --control-token';
  const detail = `X-Stuntdouble-Fault counts only from this machine, where only this machine can call, or with the control token. ${advice}, or leave X-Stuntdouble-Fault out.`;
  throw new ApiError('fault-not-allowed', detail);
}

/** How long it takes tells nothing about the token. */
function isSame(shown: string, token: string): boolean {
  const [left, right] = [shown, token].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
