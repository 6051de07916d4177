import type { Operation } from '../contract/operations.ts';
import type { StatefulRole } from '../contract/plan/plan.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { World } from '../store/world.ts';
import type { CompleteHeaders } from './answer-headers.ts';
import { hasWishes } from './applied-preferences.ts';
import { createAction } from './action.ts';
import { createCreate } from './create.ts';
import { createDelete } from './delete.ts';
import { createHoldings } from './holdings.ts';
import { createImprovisation } from './improvise.ts';
import { createLink } from './link.ts';
import type { CreateBehavior, Means, StateMeans } from './means.ts';
import { createMerge } from './merge.ts';
import { createRead } from './read.ts';
import { createReplace } from './replace.ts';
import { createRepresentation } from './represent.ts';

const creators: Readonly<Partial<Record<StatefulRole, CreateBehavior>>> = {
  read: createRead,
  replace: createReplace,
  merge: createMerge,
  delete: createDelete,
  create: createCreate,
  link: createLink,
  action: createAction,
};

/** What each operation of the contract does, worked out once. Without a world nothing is looked up. */
export function createBehaviors(means: Means, world: World | undefined): Behavior {
  const state = world && openState(means, world);
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

function openState(means: Means, world: World): StateMeans {
  const holdings = createHoldings(world);
  return { ...means, world, holdings, represent: createRepresentation({ ...means, holdings }) };
}

/** Whoever wishes for a certain answer gets it without a look at the state. */
function createBehavior(
  means: Means,
  state: StateMeans | undefined,
  operation: Operation,
): Behavior {
  const found = means.contract.targets.get(operation);
  const target = found?.role === 'improvised' ? undefined : found;
  const keyMember = target?.key === undefined ? undefined : target.collection.key?.[0];
  const improvise = createImprovisation(means.generate, keyMember);
  const create = target && creators[target.role];
  const look = create && state ? create(target, state, improvise) : improvise;
  return (request) => (hasWishes(request.preferences) ? improvise : look)(request);
}

function addHeaders(complete: CompleteHeaders, request: Validated, outcome: Outcome): Outcome {
  const { choice, preferences } = request;
  if (!choice.response || choice.status !== outcome.status) return outcome;
  const { isDynamic = false, seed } = preferences;
  const manner = isDynamic || seed !== undefined ? { isDynamic, seed } : undefined;
  return { ...outcome, headers: complete(choice.response, outcome.headers ?? {}, manner) };
}
