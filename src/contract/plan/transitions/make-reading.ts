import { isJsonObject } from '../../../base/json.ts';
import { suggestNames } from '../../../base/nearest.ts';
import type { StudySchema } from '../../schema/schema-facts.ts';
import { complainOfName } from '../corrections.ts';
import type { Collection, Stateful } from '../plan.ts';
import type { EntryReading } from './entry-reading.ts';
import { below, memberIn, readAssignments } from './entry-reading.ts';
import type { Assignment, Making } from './transition.ts';

interface MakeRules {
  /** What the operation does with the record that the transition is about. */
  readonly target: Stateful;
  readonly collections: readonly Collection[];
  readonly study: StudySchema;
}

const names = ['collection', 'set'];

/** `{collection: refunds, set: {amount: $record.total}}`. */
export function readMake(reading: EntryReading, rules: MakeRules): Making | undefined {
  const { context } = reading;
  const value = memberIn(reading, 'make');
  if (value === undefined) return undefined;
  const part = { ...below(reading.part, 'make'), value };
  if (!isJsonObject(value)) {
    const message =
      '"make" must be an object, such as {collection: refunds, set: {amount: $body.amount}}';
    context.complain(part, message);
    return undefined;
  }
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) complainOfName(context, below(part, name), name, names);
  }
  const own: EntryReading = { ...reading, part, value, origin: reading.facts };
  const collection = findMade(own, rules);
  if (!collection) return undefined;
  const facts = collection.schema && rules.study(collection.schema);
  const set = readAssignments({ ...own, facts, called: `a record of "${collection.name}"` });
  complainOfParents(own, rules, { collection, set });
  return { collection: collection.name, set };
}

function findMade(
  reading: EntryReading,
  { target, collections }: MakeRules,
): Collection | undefined {
  const { context, part } = reading;
  const name = memberIn(reading, 'collection');
  if (typeof name !== 'string') {
    context.complain(part, '"make" needs "collection": the collection that gets the record');
    return undefined;
  }
  const place = below(part, 'collection');
  // The plan keeps what it remembers itself in collections that no operation is about.
  const open = collections.filter(({ kind, schema }) => kind === 'items' && schema);
  const found = open.find((one) => one.name === name);
  if (!found) {
    const known = open.flatMap((one) => (one === target.collection ? [] : one.name));
    const instead = suggestNames(name, known);
    context.complain(place, `there is no collection "${name}" that gets records: ${instead}`);
  } else if (found === target.collection) {
    context.complain(place, `"make" makes a record of another collection than "${name}"`);
    return undefined;
  }
  return found;
}

/** The parents of the new record are the record itself and its parents, or stand in `set`. */
function complainOfParents(
  { context, part }: EntryReading,
  { target }: MakeRules,
  { collection, set }: { readonly collection: Collection; readonly set: readonly Assignment[] },
): void {
  const { name: own, parents } = target.collection;
  const known = new Set([own, ...parents.map((one) => one.collection)]);
  const given = new Set(set.map(({ steps }) => steps.join('.')));
  for (const { parameter, member, collection: above, isOptional } of collection.parents) {
    const name = member ?? parameter;
    if (isOptional || given.has(name) || (above !== undefined && known.has(above))) continue;
    const message = `a record of "${collection.name}" is below one of "${above ?? parameter}": say with "set" which ("${name}")`;
    context.complain(part, message);
  }
}
