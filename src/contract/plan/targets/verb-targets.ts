import { plainName } from '../../../base/names.ts';
import { locate } from '../addresses.ts';
import { findKey } from '../keys.ts';
import type { BodySpot, Target } from '../plan.ts';
import { findEntry, givenTo, shownBy } from '../views/evidence.ts';
import { patternOf } from '../views/path-pattern.ts';
import { bodyOf, isLike, replyOf } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { nounOf, recordIn, shownIn, sightAbove, stateful } from './target-context.ts';

const making = new Set(['create', 'new', 'add', 'insert', 'upload']);
const changing = new Set(['update', 'edit', 'modify', 'change', 'save']);
const removing = new Set(['delete', 'remove', 'destroy']);
const methods = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Some paths end in what other contracts say by the method: `POST /films/upload`, `/films/{id}/update`,
 * `/films/{id}/delete`. Bodies that are like the record tell the first two.
 */
export function verbTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const last = entry.pathPattern.steps.at(-1);
  const verb = last?.kind === 'text' ? plainName(last.text) : '';
  if (!methods.has(entry.operation.method)) return undefined;
  if (making.has(verb)) return makingTarget(context, entry);
  if (!changing.has(verb) && !removing.has(verb)) return undefined;
  const sight = isBelowItem(entry) ? sightAbove(context, entry) : undefined;
  if (sight?.view.kind !== 'items') return undefined;
  return changing.has(verb)
    ? changeTarget(context, entry, sight)
    : removalTarget(context, entry, sight, verb);
}

function isBelowItem({ pathPattern: { steps } }: OperationEntry): boolean {
  return steps.at(-2)?.kind === 'parameter';
}

function makingTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const site = context.sites.at.get(patternOf(entry.pathPattern.steps.slice(0, -1)));
  const sight = site && context.shownAt(site).many;
  if (sight?.view.kind !== 'items' || !sight.view.hasItems || !isOfRecord(context, entry, sight))
    return undefined;
  const shown = shownIn(context, entry, sight) ?? partialIn(context, entry, sight);
  const location = locate(context, sight.group, entry);
  const why = `makes one of ${nounOf(context, sight.group)}, as its path says`;
  return stateful(context, entry, sight, { role: 'create', shown, location, why });
}

function changeTarget(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  if (!isOfRecord(context, entry, sight)) return undefined;
  const shown = shownIn(context, entry, sight);
  const why = `changes one of ${nounOf(context, sight.group)}, as its path says`;
  return stateful(context, entry, sight, { role: 'merge', shown, why });
}

function removalTarget(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
  verb: string,
): Target | undefined {
  const others = sight.group.views.flatMap(({ site }) => site.item?.entries ?? []);
  // Beside a DELETE, `/remove` may take something off the record; `/delete` can only mean the same.
  const isOther = verb !== 'delete' && findEntry(others, 'DELETE') !== undefined;
  if (entry.operation.body !== undefined || isOther) return undefined;
  const shown = shownIn(context, entry, sight);
  const why = `removes one of ${nounOf(context, sight.group)}, as its path says`;
  return stateful(context, entry, sight, { role: 'delete', shown, why });
}

/** Whether the body has members of the record, and mostly these. */
function isOfRecord({ lens }: TargetContext, entry: OperationEntry, sight: Sight): boolean {
  const { records } = lens;
  const { name } = sight.view.evidence;
  const body = bodyOf(entry.operation);
  const given =
    givenTo(records, entry, name, shownBy(records, entry, name))?.schema ??
    (body && records.settle(body));
  const record = recordIn(sight) ?? sight.view.schema;
  return given !== undefined && records.members(given).size > 0 && isLike(records, given, record);
}

/** `{"film": {"id": 7}}`: a reply may show the key of the record, and not much more. */
export function partialIn(
  { lens: { records } }: TargetContext,
  { operation }: OperationEntry,
  sight: Sight,
): BodySpot | undefined {
  const reply = replyOf(operation);
  const record = recordIn(sight) ?? sight.view.schema;
  const known = record && records.plainMembers(record);
  const [only, second] = [...(reply ? records.members(reply) : [])].filter(([, part]) =>
    records.isRecord(part),
  );
  if (!known || !only || second) return undefined;
  const [step, schema] = only;
  const names = [...records.members(schema).keys()];
  const isKeyed = findKey(records, schema, sight.view.evidence.name) !== undefined;
  const isPart = names.every((name) => known.has(plainName(name)));
  return isKeyed && isPart ? { steps: [step], schema } : undefined;
}
