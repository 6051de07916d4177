import { plainName } from '../../../base/names.ts';
import { findKey } from '../keys.ts';
import type { Target } from '../plan.ts';
import { findEntry, givenTo, shownBy } from '../views/evidence.ts';
import type { RecordSpot } from '../views/records.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { itemRoles, nounOf, sightAbove, stateful } from './target-context.ts';

/** Some places below an item show the item itself, and may write a part of it. */
export function selfTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const sight = sightAbove(context, entry);
  const { method } = entry.operation;
  const role = itemRoles[method];
  if (!sight || !role || method === 'DELETE' || sight.view.kind === 'links') return undefined;
  const { identity, evidence } = sight.view;
  const { records } = context.lens;
  const shown = shownBy(records, entry, evidence.name);
  const why = `shows one of ${nounOf(context, sight.group)} itself`;
  if (shown && method === 'GET' && isViewOf(context, entry, sight, shown))
    return stateful(context, entry, sight, { role, shown, why });
  if (identity === undefined || shown?.identity !== identity) return undefined;
  return isRead(context, entry, sight)
    ? stateful(context, entry, sight, { role, shown, why })
    : undefined;
}

/** Whether a request may write what is shown there, or reads what another one writes. */
function isRead(
  context: TargetContext,
  entry: OperationEntry,
  { view: { identity, evidence } }: Sight,
): boolean {
  const { method } = entry.operation;
  if (method !== 'PUT') return method === 'PATCH' || isReadBySite(context, entry);
  return givenTo(context.lens.records, entry, evidence.name)?.identity === identity;
}

/**
 * `GET /clients/{id}/edit` shows the client; so does `/plans/{id}/structure`, where the reply has all that
 * the plan itself has, and more. `/clients/{id}/parent` shows another one.
 */
function isViewOf(
  { lens: { records } }: TargetContext,
  { pathPattern: { steps } }: OperationEntry,
  sight: Sight,
  shown: RecordSpot,
): boolean {
  const last = steps.at(-1);
  if (last?.kind !== 'text' || steps.at(-2)?.kind !== 'parameter') return false;
  const { identity, evidence, schema } = sight.view;
  if (identity !== undefined && shown.identity === identity) return ofItself.test(last.text);
  const own = evidence.read?.schema ?? schema;
  const names = own ? [...records.members(own).keys()].map(plainName) : [];
  const more = new Set([...records.members(shown.schema).keys()].map(plainName));
  const isKeyed = findKey(records, shown.schema, evidence.name) !== undefined;
  const isWhole = names.length >= leastOfView && names.every((name) => more.has(name));
  return isKeyed && isWhole && !ofAnother.test(last.text);
}

const ofItself = /^(?:edit|info|information|details?|full|view|show)$/i;
const ofAnother =
  /^(?:parent|next|prev|previous|latest|manager|owner|author|root|source|origin|original|head|base|successor|predecessor|child|copy)/i;
/** How many members a record has at least that a place shows with more of them. */
const leastOfView = 4;

/** Only a PUT or PATCH beside a GET tells that it shows the item itself, and not one like it. */
function isReadBySite({ sites }: TargetContext, { pathPattern }: OperationEntry): boolean {
  const site = sites.at.get(pathPattern.pattern);
  return ['PUT', 'PATCH'].some((method) => findEntry(site?.whole, method) !== undefined);
}
