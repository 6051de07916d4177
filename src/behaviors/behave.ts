import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import type { Stateful, StatefulRole } from '../contract/plan/plan.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { World } from '../store/world.ts';
import type { CompleteHeaders } from './answer-headers.ts';
import { hasWishes } from './applied-preferences.ts';
import { createAction } from './action.ts';
import { withConditions } from './writing/conditions.ts';
import { createCreate } from './create.ts';
import { createDelete } from './delete.ts';
import { createHoldings } from './holdings.ts';
import type { Memory } from './writing/idempotency.ts';
import { createMemory, withIdempotency } from './writing/idempotency.ts';
import { createImprovisation } from './improvise.ts';
import { createLink } from './link.ts';
import { createList } from './list.ts';
import type { CreateBehavior, Means, StateMeans } from './means.ts';
import { createMerge } from './merge.ts';
import { createRead } from './read.ts';
import { createReplace } from './replace.ts';
import { createRepresentation } from './showing/represent.ts';

const creators: Readonly<Partial<Record<StatefulRole, CreateBehavior>>> = {
  read: createRead,
  list: createList,
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

interface State {
  readonly means: StateMeans;
  readonly memory: Memory;
}

function openState(means: Means, world: World): State {
  const holdings = createHoldings({ ...means, world });
  const represent = createRepresentation({ ...means, holdings });
  return { means: { ...means, world, holdings, represent }, memory: createMemory(world) };
}

/** Whoever wishes for a certain answer gets it without a look at the state. */
function createBehavior(means: Means, state: State | undefined, operation: Operation): Behavior {
  const target = findTarget(means.contract, operation);
  const keyMember = target?.key === undefined ? undefined : target.collection.key?.[0];
  const improvise = createImprovisation(means.generate, keyMember);
  const look = target && state && lookAtState(state, operation, target, improvise);
  if (!look) return improvise;
  return (request) => (hasWishes(request.preferences) ? improvise : look)(request);
}

/** A HEAD that is declared has no plan of its own: it needs what the GET beside it needs. */
function findTarget({ targets, operations }: Contract, operation: Operation): Stateful | undefined {
  const own = targets.get(operation);
  if (own && own.role !== 'improvised') return own;
  if (operation.method !== 'HEAD') return undefined;
  const twin = operations.find(({ method, path }) => method === 'GET' && path === operation.path);
  const other = twin && targets.get(twin);
  return other?.role === 'read' ? { ...other, role: 'action', shown: undefined } : undefined;
}

function lookAtState(
  { means, memory }: State,
  operation: Operation,
  target: Stateful,
  improvise: Behavior,
): Behavior | undefined {
  const create = creators[target.role];
  if (!create) return undefined;
  const behave = withConditions(create(target, means, improvise), target, operation, means);
  return withIdempotency(behave, operation, memory);
}

function addHeaders(complete: CompleteHeaders, request: Validated, outcome: Outcome): Outcome {
  const { choice, preferences } = request;
  if (!choice.response || choice.status !== outcome.status) return outcome;
  const { isDynamic = false, seed } = preferences;
  const manner = isDynamic || seed !== undefined ? { isDynamic, seed } : undefined;
  const headers = complete(choice.response, outcome.headers ?? {}, manner);
  const { spare } = outcome;
  if (!spare) return { ...outcome, headers };
  return { ...outcome, headers, spare: () => addHeaders(complete, request, spare()) };
}
