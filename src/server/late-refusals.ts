import type { ApiError } from '../base/errors.ts';
import type { Road } from '../pipeline/respond.ts';
import type { World } from '../store/worlds/world.ts';

/** Where replicas share a state: why this one may not change or tell its state now; undefined: it may. */
export type RefuseLate = () => ApiError | undefined;

/** Before the change: what is in memory alone would stay changed. */
export function createTrace(world: World, refuseLate: RefuseLate | undefined): Road['trace'] {
  if (!refuseLate) return (change) => world.trace(change);
  return (change) => {
    const refusal = refuseLate();
    if (refusal) throw refusal;
    return world.trace(change);
  };
}

/** In the tick in which a reply is made: what it tells was the state then. */
export function createDurable(world: World, refuseLate: RefuseLate | undefined): Road['durable'] {
  if (!refuseLate) return () => world.durable();
  return () => {
    const refusal = refuseLate();
    return refusal ? Promise.reject(refusal) : world.durable();
  };
}
