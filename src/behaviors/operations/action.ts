import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { withFileMembers } from '../files/file-members.ts';
import { requireRecord } from '../records/addressing.ts';
import { createShow } from '../replies/show.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { settleChange } from './merge.ts';

/** Requires that its record exists, and changes of it what the word of the action says, and what tells of a file. */
export const createAction: CreateAct = (target, tools, improvise) => {
  const { collection } = target;
  const show = createShow(target, tools, improvise);
  const drafting = createDrafting(target, tools);
  const answer = (request: Validated, item: Item, context: WorldContext): Outcome =>
    target.shown ? show(request, item, context) : { ...improvise(request), record: item };
  return (request, context) => {
    const { existing, world } = context;
    const before = requireRecord(existing, target, request);
    const effects = target.effects?.() ?? [];
    const making = { target, tools, drafting, context };
    const next = withFileMembers(before.body, making, request, {});
    const isChanged = effects.length > 0 || context.happening || next !== before.body;
    if (!isChanged) return answer(request, before, context);
    const step = { client: {}, next };
    const body = settleChange(making, request.operation, before, step);
    if (body === before.body) return answer(request, before, context);
    const after = { ...before, body };
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit(putChanges(world, collection, before, after));
    return { ...answer(request, after, context), commit };
  };
};
