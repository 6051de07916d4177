import { ApiError } from '../../base/errors.ts';
import type { Credential } from '../../store/credentials/credentials.ts';
import { doAtOnce, membersOf } from '../outcomes.ts';
import type { Behaviors, ControlPorts } from '../ports.ts';

/** Who is let in, in the world that is asked for. */
export function createCredentialBehaviors(ports: ControlPorts): Behaviors {
  return {
    listCredentials: (request) => ({
      status: 200,
      body: ports
        .worldOf(request)
        .credentials.entries.map((entry) => ({ ...ports.writeCredential(mask(entry)) })),
    }),
    mintCredential: (request) => {
      const world = ports.worldOf(request);
      const credential = ports.prepareCredential(membersOf(request), world);
      return {
        status: 201,
        body: { ...ports.writeCredential(credential) },
        commit: doAtOnce(() => world.credentials.mint(credential)),
      };
    },
    revokeCredential: (request) => {
      const { name = '' } = request.parameters.path;
      const { credentials, name: where } = ports.worldOf(request);
      if (!credentials.entries.some((entry) => entry.name === name)) {
        const detail = `There is no credential "${name}" in the world "${where}". GET ${ports.prefix}/credentials lists them.`;
        throw new ApiError('record-not-found', detail);
      }
      return { status: 204, commit: doAtOnce(() => credentials.revoke(name)) };
    },
  };
}

/** Enough to tell it from others, and too little to use it. */
function mask(credential: Credential): Credential {
  const shown = credential.value.length < 12 ? '' : credential.value.slice(0, 4);
  return { ...credential, value: `${shown}…` };
}
