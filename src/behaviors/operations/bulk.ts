import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, withMember } from '../../base/json.ts';
import { plainName, singulars } from '../../base/names.ts';
import type { BulkChange, Collection } from '../../contract/plan/plan.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item, RecordChange } from '../../store/record.ts';
import { addressOf, requireAncestors } from '../records/addressing.ts';
import { identifierOf } from '../records/identifiers.ts';
import { createShow } from '../replies/show.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { createListReply } from './list.ts';
import { settleChange } from './merge.ts';

/** Does to each record that the body names, or to all, what the body or the path says; passes over unknown ones. */
export const createBulk: CreateAct = (target, tools, improvise) => {
  const { collection, bulk, list, shown } = target;
  const drafting = createDrafting(target, tools);
  const show = createShow(target, tools, improvise);
  const showList = list && createListReply(target, tools, improvise);
  if (!bulk) return improvise;
  const answer = (request: Validated, items: readonly Item[], context: WorldContext): Outcome => {
    if (showList) return showList(request, context, () => items);
    const [first] = items;
    return shown && first
      ? show(request, first, context)
      : withCount(improvise(request), collection, items.length);
  };
  return (request, context) => {
    const { existing, world } = context;
    requireAncestors(existing, target, request);
    const { parents } = addressOf(request, target);
    const sent = isJsonObject(request.body) ? request.body : {};
    const { keys } = bulk;
    const items =
      keys === undefined
        ? existing.list(collection, parents)
        : keysIn(sent[keys]).flatMap((key) => existing.find(collection, key, parents) ?? []);
    const word = bulk.action === undefined ? bulk.word : sent[bulk.action];
    const effects = typeof word === 'string' ? (bulk.effectsOf?.(word) ?? []) : [];
    const isDeleted = typeof word === 'string' && effects.length === 0 && removing.test(word);
    if (bulk.isRemoval || isDeleted) {
      const changes = existing.removal(collection, items);
      return { ...answer(request, items, context), commit: () => world.commit(changes) };
    }
    const making = { target: { ...target, effects: () => effects }, tools, drafting, context };
    const client = drafting.sift(membersIn(bulk, sent), existing);
    const after = items.map((item): Item => {
      const next = drafting.merge(item.body, client);
      return { ...item, body: settleChange(making, request.operation, item, { client, next }) };
    });
    const changes = items.flatMap((item, index): readonly RecordChange[] => {
      const changed = after[index];
      return !changed || changed.body === item.body
        ? []
        : putChanges(world, collection, item, changed);
    });
    const outcome = answer(request, after, context);
    return changes.length === 0 ? outcome : { ...outcome, commit: () => world.commit(changes) };
  };
};

/** To remove may mean: from something else. */
const removing = /^(?:delete|destroy|purge)$/i;

/** The keys, each once. */
function keysIn(value: JsonValue | undefined): readonly string[] {
  const all: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return [...new Set(all.flatMap((one) => identifierOf(one) ?? []))];
}

function membersIn({ members }: BulkChange, sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => members.includes(name)));
}

/** Says how many records there were, in `count`, `product_count` or `deletedProducts`. */
function withCount(outcome: Outcome, { name }: Collection, count: number): Outcome {
  const { body } = outcome;
  const ones = singulars(name.split(/[./]/).at(-1) ?? '').map(plainName);
  const done = ['deleted', ...ones.flatMap((one) => [`deleted${one}s`, `deleted${one}count`])];
  const wanted = new Set(['count', 'deletedcount', ...done, ...ones.map((one) => `${one}count`)]);
  const member = isJsonObject(body)
    ? Object.keys(body).find((one) => wanted.has(plainName(one)))
    : undefined;
  if (!isJsonObject(body) || member === undefined || typeof body[member] !== 'number')
    return outcome;
  return {
    ...outcome,
    body: withMember(body, [member], count),
    isExample: false,
    isLasting: false,
  };
}
