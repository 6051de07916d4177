import { plainName } from '../../../base/names.ts';
import { planList } from '../lists/list-plan.ts';
import type { BodySpot, Target } from '../plan.ts';
import { findList } from '../views/evidence.ts';
import { patternOf } from '../views/path-pattern.ts';
import { replyOf } from '../views/record-spots.ts';
import type { Records } from '../views/records.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { TargetContext } from './target-context.ts';
import { nounOf, recordIn, stateful } from './target-context.ts';

/** A path such as `/orders/count`, which says how many records the list at `/orders` has. */
export function countTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const { operation, pathPattern } = entry;
  const last = pathPattern.steps.at(-1);
  if (operation.method !== 'GET' || last?.kind !== 'text' || !isCount(last.text)) return undefined;
  const site = context.sites.at.get(patternOf(pathPattern.steps.slice(0, -1)));
  const sight = site && context.shownAt(site).many;
  const listing = site?.whole.find((one) => one.operation.method === 'GET');
  const array = listing && findList(context.lens, listing, sight?.view.evidence.name);
  const shown = numberIn(context.lens.records, entry);
  if (!sight || !array || !shown) return undefined;
  const list = planList(context.lens.documents, operation, array, recordIn(sight));
  const why = `says how many of ${nounOf(context, sight.group)} there are`;
  return stateful(context, entry, sight, { role: 'count', shown, list, why });
}

function isCount(text: string): boolean {
  return /^\$?count$/i.test(text);
}

/** Where a reply has a number of records: it is the number, or the only one in an object. */
function numberIn(records: Records, { operation }: OperationEntry): BodySpot | undefined {
  const reply = replyOf(operation);
  if (!reply) return undefined;
  if (isNumber(records.types(reply))) return { steps: [], schema: reply };
  const numbers = [...records.members(reply)].filter(([, part]) => isNumber(records.types(part)));
  const named = numbers.filter(([name]) =>
    /^(count|total|totalcount|number)$/.test(plainName(name)),
  );
  const [found] = named.length > 0 ? named : numbers;
  const isOnly = numbers.length === 1 || named.length === 1;
  return found && isOnly ? { steps: [found[0]], schema: found[1] } : undefined;
}

function isNumber(types: ReadonlySet<string>): boolean {
  return types.has('integer') || types.has('number');
}
