import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { World } from '../store/world.ts';
import type { CompleteHeaders } from './answer-headers.ts';
import { hasWishes } from './applied-preferences.ts';
import type { Generate } from './generate.ts';
import { createImprovisation } from './improvise.ts';
import { createMerge, createRead, isKnown } from './records.ts';

/** What behaviours work with. */
export interface Means {
  readonly contract: Contract;
  /** Undefined where nothing is looked up. */
  readonly world: World | undefined;
  readonly generate: Generate;
  readonly completeHeaders: CompleteHeaders;
}

/** What each operation of the contract does, worked out once. */
export function createBehaviors(means: Means): Behavior {
  const behaviors = new Map(
    means.contract.operations.map((operation) => [operation, createBehavior(means, operation)]),
  );
  return (request) => {
    const behavior = behaviors.get(request.operation);
    if (!behavior) throw new Error(`${request.operation.id} has no behaviour`);
    return addHeaders(means.completeHeaders, request, behavior(request));
  };
}

/** Whoever wishes for a certain answer gets it without a look at the state. */
function createBehavior(means: Means, operation: Operation): Behavior {
  const improvise = createImprovisation(means.generate, findKeyMember(means.contract, operation));
  const look = createLook(means, operation) ?? improvise;
  return (request) => (hasWishes(request.preferences) ? improvise : look)(request);
}

function createLook({ contract, world }: Means, operation: Operation): Behavior | undefined {
  const target = contract.targets.get(operation);
  if (!target || !world || !isKnown(target.collection, world)) return undefined;
  const create = { read: createRead, merge: createMerge }[target.role];
  return create(target.collection, world);
}

/** The member that identifies what the path ends in, whatever the method does with it. */
function findKeyMember({ targets }: Contract, { path }: Operation): string | undefined {
  for (const [{ path: other }, { collection }] of targets) {
    if (other === path) return collection.key;
  }
  return undefined;
}

function addHeaders(complete: CompleteHeaders, request: Validated, outcome: Outcome): Outcome {
  const { choice, preferences } = request;
  if (!choice.response || choice.status !== outcome.status) return outcome;
  const { isDynamic = false, seed } = preferences;
  const manner = isDynamic || seed !== undefined ? { isDynamic, seed } : undefined;
  return { ...outcome, headers: complete(choice.response, outcome.headers ?? {}, manner) };
}
