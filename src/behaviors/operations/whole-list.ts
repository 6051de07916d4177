import { isJsonObject } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import { addressOf, requireAncestors } from '../records/addressing.ts';
import type { CreateAct } from '../world-context.ts';
import { birthChange, putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { createKeyMaker } from '../writing/keys/new-keys.ts';
import type { RecordMaking } from '../writing/new-records.ts';
import { makeRecord } from '../writing/new-records.ts';
import { keySent } from './create.ts';
import { createListReply } from './list.ts';

/** Leaves only the records that the body has; improvises where one of them has no key. */
export const createWholeList: CreateAct = (target, tools, improvise) => {
  const { collection } = target;
  const answer = createListReply(target, tools, improvise);
  const drafting = createDrafting(target, tools);
  const keysIn = createKeyMaker(collection, tools);
  return (request, context) => {
    const { existing, world } = context;
    requireAncestors(existing, target, request);
    const { parents } = addressOf(request, target);
    const making: RecordMaking = { target, tools, drafting, context };
    const keys = keysIn(context);
    const made = new Map<string, Item>();
    for (const one of Array.isArray(request.body) ? request.body : []) {
      const client = isJsonObject(one) ? drafting.sift(one, existing) : {};
      const key = keySent(target, keys, client);
      if (key === undefined) return improvise(request);
      made.set(key, makeRecord(making, request, { key, parents }, client));
    }
    const before = new Map(existing.list(collection, parents).map((item) => [item.key, item]));
    const gone = [...before.values()].filter(({ key }) => !made.has(key));
    const changes = [
      ...existing.removal(collection, gone),
      ...[...made.values()].flatMap((item) => {
        const found = before.get(item.key);
        return found ? putChanges(world, collection, found, item) : [birthChange(collection, item)];
      }),
    ];
    const outcome = answer(request, context, () => [...made.values()]);
    return { ...outcome, commit: () => world.commit(changes) };
  };
};
