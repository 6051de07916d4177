import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import type { Behavior } from '../pipeline/exchange.ts';
import type { World } from '../store/world.ts';
import type { Generate } from './generate.ts';
import { createImprovisation } from './improvise.ts';
import { createMerge, createRead, isKnown } from './records.ts';

/** What each operation of the contract does, worked out once. */
export function createBehaviors(contract: Contract, world: World, generate: Generate): Behavior {
  const behaviors = new Map(
    contract.operations.map((operation) => [
      operation,
      chooseBehavior(contract, operation, world, generate),
    ]),
  );
  return (request) => {
    const behavior = behaviors.get(request.operation);
    if (!behavior) throw new Error(`${request.operation.id} has no behaviour`);
    return behavior(request);
  };
}

function chooseBehavior(
  contract: Contract,
  operation: Operation,
  world: World,
  generate: Generate,
): Behavior {
  const target = contract.targets.get(operation);
  if (!target || !isKnown(target.collection, world))
    return createImprovisation(operation, generate);
  const create = { read: createRead, merge: createMerge }[target.role];
  return create(target.collection, world);
}
