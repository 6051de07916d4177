import { createPattern } from './contract/safe-patterns.ts';
import { createTrust, tokenHeader } from './control/guard.ts';
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
  const isTrusted = createTrust(controlToken);
  return createOverrides({
    operations: () => stage().blueprint.contract.operations,
    compilePattern: createPattern,
    mainWorld: mainName,
    hasWorld: (name) => name === mainName || stage().worlds.look(name) !== undefined,
    requestFaults: {
      isOn: requestFaults,
      assertAllowed(request) {
        if (!isTrusted(request)) throw refuseFault(request, controlToken);
      },
    },
  });
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
