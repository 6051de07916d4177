import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson, memberAt, withMember } from '../../base/json.ts';
import type { Collection, WordList } from '../../contract/plan/plan.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { requireRecord } from '../records/addressing.ts';
import { recordPlace } from '../records/record-places.ts';
import { createShow } from '../replies/show.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { tryGenerate } from '../writing/supply.ts';
import { settleChange } from './merge.ts';

/** Reads or changes one list of words of a record; all else of the record stays. */
export const createWords: CreateAct = (target, tools, improvise) => {
  const { collection, words } = target;
  const drafting = createDrafting(target, tools);
  if (!words) return improvise;
  const { kept, schema } = words;
  const show = createShow(target, tools, improvise);
  const answer = (request: Validated, list: readonly JsonValue[], to: ShownTo): Outcome => {
    if (target.shown) return show(request, to.record, to.context);
    const outcome: Outcome = { ...improvise(request), record: to.record };
    return words.shown ? withWords(outcome, words.shown, list) : outcome;
  };
  return (request, context) => {
    const { world } = context;
    const before = requireRecord(context.existing, target, request);
    const isEmpty = isUnderNew(world, collection, before);
    const made = (): JsonValue | undefined =>
      collection.schema ? [] : tryGenerate(tools.generate, schema, recordPlace(collection, before));
    const known = listFrom(isEmpty ? [] : (memberAt(before.body, kept) ?? made()));
    const next = changed(words, known, sentIn(words, request));
    if (next === known) return answer(request, known, { record: before, context });
    const client = withMember({}, kept, next);
    const making = { target, tools, drafting, context };
    const step = { client, next: withMember(before.body, kept, next) };
    const body = settleChange(making, request.operation, before, step);
    const after = { ...before, body };
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit(putChanges(world, collection, before, after));
    return { ...answer(request, next, { record: after, context }), commit };
  };
};

interface ShownTo {
  readonly record: Item;
  readonly context: WorldContext;
}

function sentIn(
  { sent, named }: WordList,
  { operation, parameters, body }: Validated,
): readonly JsonValue[] {
  if (named === undefined) return listFrom(body === undefined ? undefined : memberAt(body, sent));
  return [parameters.path[operation.pathNames[named] ?? ''] ?? []].flat();
}

/** Whether no request has written words yet below a record that a request made: then it has none. */
function isUnderNew(
  world: WorldContext['world'],
  { kind, name, parents: kinds }: Collection,
  { parents }: Item,
): boolean {
  if (kind !== 'singleton' || world.find(name, '', parents)) return false;
  return kinds.some(({ collection }, index) => {
    const key = parents[index];
    if (collection === undefined || key === undefined) return false;
    return world.isBorn(collection, key, world.parentsIn(collection, name, parents));
  });
}

function listFrom(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The same list where the request changes nothing. */
function changed(
  { change }: WordList,
  known: readonly JsonValue[],
  sent: readonly JsonValue[],
): readonly JsonValue[] {
  if (change === 'none') return known;
  const next = {
    add: () => [...known, ...sent.filter((one) => !known.includes(one))],
    replace: () => sent,
    remove: () => known.filter((one) => !sent.includes(one)),
    'remove-all': () => [],
  }[change]();
  return isSameJson([...next], [...known]) ? known : next;
}

function withWords(
  outcome: Outcome,
  steps: readonly string[],
  list: readonly JsonValue[],
): Outcome {
  const around = isJsonObject(outcome.body) ? outcome.body : {};
  const body = steps.length === 0 ? list : withMember(around, steps, list);
  return { ...outcome, body, isExample: false, isLasting: false };
}
