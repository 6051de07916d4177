import type { Operation } from '../contract/operations.ts';
import type { StatefulRole } from '../contract/plan/plan.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { World } from '../store/world.ts';
import type { CompleteHeaders } from './answer-headers.ts';
import { hasWishes } from './applied-preferences.ts';
import { createHoldings } from './holdings.ts';
import { createImprovisation } from './improvise.ts';
import { createList } from './list.ts';
import type { CreateBehavior, Means, StateMeans } from './means.ts';
import { createMerge } from './merge.ts';
import { createRead } from './read.ts';
import { createRepresentation } from './represent.ts';

const creators: Readonly<Partial<Record<StatefulRole, CreateBehavior>>> = {
  read: createRead,
  list: createList,
  merge: createMerge,
};

/** What each operation of the contract does, worked out once. Without a world nothing is looked up. */
export function createBehaviors(means: Means, world: World | undefined): Behavior {
  const state = world && {
    ...means,
    world,
    holdings: createHoldings(world),
    represent: createRepresentation(),
  };
  const behaviors = new Map(
    means.contract.operations.map((operation) => [
      operation,
      createBehavior(means, state, operation),
    ]),
  );
  return (request) => {
    const behavior = behaviors.get(request.operation);
    if (!behavior) throw new Error(`${request.operation.id} has no behaviour`);
    return addHeaders(means.completeHeaders, request, behavior(request));
  };
}

/** Whoever wishes for a certain answer gets it without a look at the state. */
function createBehavior(
  means: Means,
  state: StateMeans | undefined,
  operation: Operation,
): Behavior {
  const target = means.contract.targets.get(operation);
  const isStateful = target !== undefined && target.role !== 'improvised';
  const keyMember = isStateful && target.key !== undefined ? target.collection.key?.[0] : undefined;
  const improvise = createImprovisation(means.generate, keyMember);
  const create = isStateful ? creators[target.role] : undefined;
  const isKnown = isStateful && state?.holdings.isKnown(target.collection);
  const look = create && state && isKnown ? create(target, state, improvise) : improvise;
  return (request) => (hasWishes(request.preferences) ? improvise : look)(request);
}

function addHeaders(complete: CompleteHeaders, request: Validated, outcome: Outcome): Outcome {
  const { choice, preferences } = request;
  if (!choice.response || choice.status !== outcome.status) return outcome;
  const { isDynamic = false, seed } = preferences;
  const manner = isDynamic || seed !== undefined ? { isDynamic, seed } : undefined;
  return { ...outcome, headers: complete(choice.response, outcome.headers ?? {}, manner) };
}
