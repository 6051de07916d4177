import type { JsonObject } from '../../base/json.ts';
import type { ControlPorts, ReplicaList, SlowBehaviors } from '../ports.ts';
import { toDateTime } from '../ports.ts';

/** The behaviour that tells which replicas share the state. */
export function createReplicaBehaviors({
  replicas,
}: Pick<ControlPorts, 'replicas'>): SlowBehaviors {
  return {
    listReplicas: async () => ({ status: 200, body: describe((await replicas?.list()) ?? none) }),
  };
}

const none: ReplicaList = { owner: undefined, replicas: [] };

function describe({ owner, replicas }: ReplicaList): JsonObject {
  return {
    owner: owner ? { ...owner, since: toDateTime(owner.since) } : null,
    replicas: replicas.map(({ url, isOwner, servesSame }) => ({
      url,
      is_owner: isOwner,
      serves_same: servesSame,
    })),
  };
}
