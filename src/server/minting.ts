import type { JsonObject } from '../base/json.ts';
import type { PreparedCredential } from '../control/ports.ts';
import type { Guard } from '../pipeline/credentials/guard.ts';
import type { Credential } from '../store/credentials/credential.ts';
import { prepareCredential } from '../store/credentials/minting.ts';
import type { World } from '../store/worlds/world.ts';
import type { Runtime } from './runtime.ts';

/** `isRenewing`: whether an override lets older credentials count as expired. */
export function prepareMinting(
  input: JsonObject,
  world: World,
  runtime: Runtime,
  isRenewing: boolean,
): PreparedCredential {
  const { blueprint } = runtime;
  const credential = prepareCredential(input, world, blueprint.credentialRules);
  const { mode } = runtime.roadIn(world).guard;
  const isAsked = blueprint.contract.operations.some(({ security }) =>
    security.some((requirement) =>
      requirement.some(({ scheme }) => scheme.name === credential.scheme),
    ),
  );
  // Such an override looks at credentials that --auth presence does not tell apart.
  const isChecked = mode === 'strict' || (mode === 'presence' && isRenewing);
  const notice = describeIdle(credential, isChecked ? 'strict' : mode, isAsked);
  return { credential, notice };
}

function describeIdle(
  { name, scheme }: Credential,
  mode: Guard['mode'],
  isAsked: boolean,
): string | undefined {
  const way = `start with --auth strict (in the library auth: 'strict')`;
  if (mode === 'presence') {
    return `The credential "${name}" changes nothing: with the option auth "presence", as without a credentials file, the server takes any well-formed credential, with every scope. To try scopes and expiry, ${way}.`;
  }
  if (mode === 'off') {
    return `The credential "${name}" changes nothing: with the option auth "off", the server asks for none. To ask for one, ${way}.`;
  }
  if (isAsked) return undefined;
  return `The credential "${name}" changes nothing: no operation of the contract asks for the security scheme "${scheme}".`;
}
