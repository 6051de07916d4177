import type { CompileContext } from '../../compile-context.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import { memberOf, wholeOf } from '../../schema/schema-walk.ts';
import { locate } from '../addresses.ts';
import type { Correction } from '../corrections.ts';
import { below } from '../corrections.ts';
import type { ListPlan } from '../lists/list-plan.ts';
import { planList } from '../lists/list-plan.ts';
import type { BodySpot, Stateful, Target } from '../plan.ts';
import { findList } from '../views/evidence.ts';
import type { RecordArray } from '../views/record-arrays.ts';
import { replyOf } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { TargetContext, Sight } from './target-context.ts';
import { improvised, listedIn, recordIn, shownIn, sightAbove, stateful } from './target-context.ts';

/** An operation with its correction. */
export interface Corrected {
  readonly operation: Operation;
  readonly entry: OperationEntry | undefined;
  readonly correction: Correction;
}

/** What an operation does: what its correction says and, for the rest, what was inferred. */
export function correctTarget(
  context: CompileContext,
  targetContext: TargetContext,
  corrected: Corrected,
  found: Target,
): Target {
  const { operation, entry, correction } = corrected;
  const role = correction.role ?? found.role;
  if (role === 'improvised') return correction.role ? improvised('the contract says so') : found;
  if (role === 'count') return found;
  const sight = entry && sightFor(targetContext, entry, role);
  if (!sight) {
    const message = `"${role}" needs a collection, and ${operation.path} is no place of one: name it with "collection"`;
    context.complain(below(correction.part, 'role'), message);
    return found;
  }
  const why = correction.role ? 'the contract says so' : found.why;
  if (role !== 'list') {
    const shown = correction.records
      ? spotAt(context, corrected, 'records', correction.records)
      : found.role === role
        ? found.shown
        : shownIn(targetContext, entry, sight);
    const location = role === 'create' ? locate(targetContext, sight.group, entry) : undefined;
    return stateful(targetContext, entry, sight, { role, shown, location, why });
  }
  const array = arrayFor(context, targetContext, entry, correction);
  if (!array) {
    const message = 'its reply has no array of records there: say where in "envelope"';
    context.complain(below(correction.part, correction.records ? 'envelope' : 'role'), message);
    return found;
  }
  const shown = listedIn(array);
  const inferred = planList(context.documents, operation, array, recordIn(sight));
  const list = correctList(context, corrected, inferred);
  return stateful(targetContext, entry, sight, { role, shown, list, why });
}

/** The collection at a path, in the form that a role needs: all records, or one. */
function sightFor(
  targetContext: TargetContext,
  entry: OperationEntry,
  role: Stateful['role'],
): Sight | undefined {
  const pattern = entry.pathPattern.pattern;
  const site = targetContext.sites.at.get(pattern);
  const place = site ? targetContext.shownAt(site) : {};
  if (role === 'list') return place.many;
  if (role === 'create') return place.many ?? place.single;
  const ofItem = targetContext.sites.ofItem.get(pattern);
  const item = ofItem && targetContext.shownAt(ofItem).many;
  return item ?? place.single ?? sightAbove(targetContext, entry);
}

function arrayFor(
  { documents }: CompileContext,
  { lens }: TargetContext,
  entry: OperationEntry,
  { records }: Correction,
): RecordArray | undefined {
  if (!records) return findList(lens, entry);
  const reply = replyOf(entry.operation);
  const array = reply && stepInto(documents, reply, records);
  const items =
    array && wholeOf(documents, array).flatMap((part) => documents.own(part, 'items') ?? []);
  return items?.[0] && { steps: records, items: items[0] };
}

function correctList(context: CompileContext, corrected: Corrected, list: ListPlan): ListPlan {
  const { envelope = [] } = corrected.correction;
  for (const { meaning, steps } of envelope) spotAt(context, corrected, meaning, steps);
  const meanings = new Set(envelope.map(({ meaning }) => meaning));
  const others = list.members.filter(({ meaning }) => !meanings.has(meaning));
  return { ...list, members: [...others, ...envelope] };
}

/** The place in the reply that a member of the corrected envelope names. */
function spotAt(
  context: CompileContext,
  { operation, correction: { part } }: Corrected,
  name: string,
  steps: readonly string[],
): BodySpot | undefined {
  const reply = replyOf(operation);
  // A correction of a whole path need not fit the operations whose replies show nothing.
  if (!reply) return undefined;
  const schema = stepInto(context.documents, reply, steps);
  if (schema) return { steps, schema };
  const place = below({ ...part, pointer: `${part.pointer}/envelope` }, name);
  context.complain(place, `the reply of ${operation.id} has no "${steps.join('.')}"`);
  return undefined;
}

function stepInto(
  documents: CompileContext['documents'],
  schema: Part,
  steps: readonly string[],
): Part | undefined {
  let current: Part | undefined = schema;
  for (const step of steps) {
    current = current && memberOf(documents, wholeOf(documents, current), step)[0];
  }
  return current;
}
