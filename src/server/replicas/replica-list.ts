import type { ApiError } from '../../base/errors.ts';
import type { ReplicaPorts } from '../../control/ports.ts';
import type { StoreEngine } from '../../store/shared/engine.ts';
import { describeFailure, refuseByStore } from '../../store/shared/failure.ts';
import { numberOf } from './roles.ts';

/** Tells clients which replicas there are, as the store knows them. */
export function createReplicaList(
  { replicas }: Pick<StoreEngine, 'replicas'>,
  fingerprint: string,
): ReplicaPorts {
  return {
    async list() {
      const all = await replicas().catch(refuse);
      const owner = all.find(({ term }) => term);
      const served = owner?.fingerprint ?? fingerprint;
      return {
        owner: owner?.term && {
          url: owner.url,
          epoch: numberOf(owner.term.epoch),
          since: owner.term.since,
        },
        replicas: all.map((one) => ({
          url: one.url,
          isOwner: one === owner,
          servesSame: one.fingerprint === served,
        })),
      };
    },
  };
}

function refuse(error: unknown): never {
  const refusal: ApiError = refuseByStore(
    `The replicas can not be told: ${describeFailure(error)}.`,
    error,
  );
  throw refusal;
}
