import type { Operation } from '../../contract/operations.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { Transition } from '../../contract/plan/transitions/transition.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { requireRecord } from '../records/addressing.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { OperationAct, WorldContext } from '../world-context.ts';
import { withChanges } from '../writing/changes.ts';
import { makeBeside } from './making.ts';
import { isFrom, isLucky, refuseTransition } from './choosing.ts';

/**
 * An operation whose transitions the contract declares: the first that leads from the record's state
 * happens, and where none does, the request is refused.
 */
export function withTransitions(
  act: OperationAct,
  target: Stateful,
  operation: Operation,
  tools: SeedTools,
): OperationAct {
  const transitions = tools.contractIndex.transitionsOf(operation);
  const [first] = transitions;
  if (!first) return act;
  const last = transitions.at(-1) ?? first;
  return (request, context) => {
    const before =
      target.role === 'create' ? undefined : requireRecord(context.existing, target, request);
    const found = transitions.find((one) => isPossible(one, { request, context, before }));
    if (!found && !mayGoOn(last, before, transitions)) throw refuseTransition(transitions, before);
    const happening = {
      transition: found ?? { ...last, set: [], unset: [], make: undefined },
      isIgnored: !found,
      body: request.body,
    };
    const outcome = act(request, { ...context, happening });
    const subject = before ?? outcome.record;
    if (!found?.make || !subject) return outcome;
    const made = makeBeside(tools, found, subject, { context, request, operation });
    return withChanges(outcome, context, () => made);
  };
}

interface Moment {
  readonly request: Validated;
  readonly context: WorldContext;
  readonly before: Item | undefined;
}

function isPossible(transition: Transition, { request, context, before }: Moment): boolean {
  const { world } = context;
  if (before) return isFrom(transition, before.body) && isLucky(transition, world.seed, before.key);
  // A new record has no key yet: what was sent tells one request from the other.
  const count = (): number => world.list(transition.collection, []).length;
  return (
    transition.chance === 1 ||
    isLucky(transition, world.seed, JSON.stringify([count(), request.body ?? null]))
  );
}

/** What is new comes from no state, so nothing refuses it but an `else` that says so. */
function mayGoOn(
  last: Transition,
  before: Item | undefined,
  transitions: readonly Transition[],
): boolean {
  if (last.otherwise === 'ignore') return true;
  return !before && transitions.every(({ otherwise }) => otherwise === undefined);
}
