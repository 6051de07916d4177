import { createHash } from 'node:crypto';

import { textOf } from '../../base/json.ts';
import { onceFor } from '../../base/once.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Transition } from '../../contract/plan/transitions/transition.ts';
import type { Item, RecordChange } from '../../store/record.ts';
import type { Deed } from '../contract-index.ts';
import { settleChange } from '../operations/merge.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { Poll, Waiting, WorldContext } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { makeBeside } from './making.ts';
import { isFrom, isLucky } from './choosing.ts';

/** More at once would keep all requests waiting; the next request goes on. */
const mostAtOnce = 10_000;

/** Undefined where the contract declares nothing of that kind. */
export function createWaiting(tools: SeedTools, context: WorldContext): Waiting | undefined {
  const { transitions } = tools.contractIndex.contract;
  const rules = transitions.flatMap((transition) => toRule(tools, transition));
  if (rules.length === 0) return undefined;
  const byId = new Map(rules.map((rule) => [rule.transition.id, rule]));
  const parts: WaitingParts = { tools, context, rules, byId };
  const marking = createMarking(parts);
  return {
    settle() {
      void marking.markAt(context.now());
      for (let count = 0; count < mostAtOnce; count += 1) {
        const due = marking.next();
        if (!due || due.at > context.now()) return;
        happen(parts, due);
        void marking.markAt(due.at);
      }
    },
    mark: () => marking.markAt(context.now()),
    poll: (collection, item) => countRead(parts, collection, item),
  };
}

interface WaitingParts {
  readonly tools: SeedTools;
  readonly context: WorldContext;
  readonly rules: readonly Rule[];
  readonly byId: ReadonlyMap<string, Rule>;
}

interface Marking {
  /** Looks for records that begin or stop to wait, if anything has changed since. */
  markAt(now: number): Promise<void> | undefined;
  /** What is due first. */
  next(): Due | undefined;
}

function createMarking({ rules, byId, context }: WaitingParts): Marking {
  const { world } = context;
  const marks = [...new Set(rules.map((rule) => rule.marks))];
  let seen = '';
  let next: Due | undefined;
  return {
    markAt(now) {
      if (seen === `${world.epoch} ${world.version}`) return undefined;
      // Complete, so that the server makes no marks up.
      for (const one of marks) if (!world.isAuthoritative(one)) world.plant(one);
      const stale = staleMarks(byId, marks, context);
      const stored = world.commit([...stale, ...newMarks(rules, context, now)]);
      seen = `${world.epoch} ${world.version}`;
      const all = marks.flatMap((one) => world.items(one).flatMap((item) => dueOf(one, item)));
      next = all.reduce<Due | undefined>(earlier, undefined);
      return stored;
    },
    next: () => next,
  };
}

/** At the same moment, the entry that comes first in the contract happens first. */
function earlier(first: Due | undefined, one: Due): Due {
  return first && first.at <= one.at ? first : one;
}

function happen(parts: WaitingParts, { collection, item, at }: Due): void {
  const { byId, context } = parts;
  const rule = byId.get(textOf(item.body['rule']));
  const record = rule && context.existing.find(rule.collection, ...placeOf(item));
  const spent = put(collection, item, { ...item, body: { ...item.body, at: null } });
  const moment = { ...context, now: () => at };
  const changes = rule && record ? changeBy(rule, record, parts.tools, moment) : [];
  void context.world.commit([spent, ...changes]);
}

function countRead(
  { rules, tools, context }: WaitingParts,
  collection: Collection,
  item: Item,
): Poll | undefined {
  const rule = rules.find(
    (one) =>
      one.collection === collection &&
      one.transition.cause.kind === 'polls' &&
      isFrom(one.transition, item.body),
  );
  if (!rule || rule.transition.cause.kind !== 'polls') return undefined;
  const mark = markOf(rule, item);
  const before = context.world.find(rule.marks, mark.key, []);
  const polls = Number(before?.body['polls'] ?? 0) + 1;
  const counted = put(rule.marks, before, { ...mark, body: { ...mark.body, polls } });
  if (polls !== rule.transition.cause.count) return { item, changes: [counted] };
  const changes = changeBy(rule, item, tools, context);
  const own = changes.find((change) => change.collection === collection.name && change.after);
  return { item: own?.after ?? item, changes: [counted, ...changes] };
}

function changeBy(
  { transition, collection, deed, drafting }: Rule,
  before: Item,
  tools: SeedTools,
  context: WorldContext,
): readonly RecordChange[] {
  const { world } = context;
  if (!isFrom(transition, before.body) || !isLucky(transition, world.seed, before.key)) return [];
  const happening = { transition, isIgnored: false, body: undefined };
  const making = {
    target: deed.target,
    tools,
    drafting: drafting(),
    context: { ...context, happening },
  };
  const body = settleChange(making, deed.operation, before, { client: {}, next: before.body });
  if (body === before.body) return [];
  const after = { ...before, body };
  const made = makeBeside(tools, transition, before, { context, operation: deed.operation });
  return [...putChanges(world, collection, before, after), ...made];
}

/** A transition without a request, and what it takes to write its records. */
interface Rule {
  readonly transition: Transition;
  readonly collection: Collection;
  readonly deed: Deed;
  readonly drafting: () => ReturnType<typeof createDrafting>;
  /** The collection that keeps what is due. */
  readonly marks: string;
}

function toRule(tools: SeedTools, transition: Transition): readonly Rule[] {
  const { cause } = transition;
  const collection = tools.contractIndex.collectionNamed(transition.collection);
  const [deed] = collection ? tools.contractIndex.deedsOf(collection) : [];
  if (cause.kind === 'request' || !collection || !deed) return [];
  const drafting = onceFor((one: Deed) => createDrafting(one.target, tools));
  return [{ transition, collection, deed, drafting: () => drafting(deed), marks: cause.marks }];
}

interface Due {
  readonly collection: string;
  readonly item: Item;
  readonly at: number;
}

function dueOf(collection: string, item: Item): readonly Due[] {
  const { at } = item.body;
  return typeof at === 'number' ? [{ collection, item, at }] : [];
}

/** The records that have begun to wait. */
function newMarks(
  rules: readonly Rule[],
  { world, existing }: WorldContext,
  now: number,
): readonly RecordChange[] {
  return rules.flatMap((rule) => {
    const { transition, collection, marks } = rule;
    if (transition.cause.kind !== 'after') return [];
    const at = now + transition.cause.milliseconds;
    const anywhere = collection.parents.map(() => undefined);
    return existing
      .list(collection, anywhere)
      .filter((item) => isFrom(transition, item.body))
      .map((item) => markOf(rule, item))
      .filter((mark) => !world.find(marks, mark.key, []))
      .map((mark) => put(marks, undefined, { ...mark, body: { ...mark.body, at } }));
  });
}

/** The marks of records that wait no longer. */
function staleMarks(
  rules: ReadonlyMap<string, Rule>,
  marks: readonly string[],
  { world, existing }: WorldContext,
): readonly RecordChange[] {
  return marks.flatMap((collection) =>
    world.items(collection).flatMap((item): readonly RecordChange[] => {
      const rule = rules.get(textOf(item.body['rule']));
      const record = rule && existing.find(rule.collection, ...placeOf(item));
      const isWaiting = rule && record && isFrom(rule.transition, record.body);
      return isWaiting ? [] : [{ collection, before: item, after: undefined }];
    }),
  );
}

function markOf({ transition: { id } }: Rule, { key, parents }: Item): Item {
  const place = JSON.stringify([id, key, parents.map((parent) => parent ?? null)]);
  const own = createHash('sha256').update(place).digest('base64url').slice(0, 22);
  const above = parents.map((parent) => parent ?? null);
  return { key: own, parents: [], body: { id: own, rule: id, key, parents: above } };
}

function placeOf({ body }: Item): [key: string, parents: Item['parents']] {
  const above = Array.isArray(body['parents']) ? body['parents'] : [];
  const parents = above.map((one) => (typeof one === 'string' ? one : undefined));
  return [textOf(body['key']), parents];
}

function put(collection: string, before: Item | undefined, after: Item): RecordChange {
  return { collection, before, after };
}
