import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, textOf } from '../../../base/json.ts';
import type { CompileContext } from '../../compile-context.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import { findResponse } from '../../operations.ts';
import type { StudySchema } from '../../schema/schema-facts.ts';
import { complainOfName, correctionsOf } from '../corrections.ts';
import type { Collection, Plan, Stateful } from '../plan.ts';
import type { EntryReading } from './entry-reading.ts';
import {
  below,
  memberIn,
  readAssignments,
  readChance,
  readConditions,
  readUnset,
} from './entry-reading.ts';
import type { Cause, Transition } from './transition.ts';

/** Reads the transitions that the contract declares, and complains about what can't be meant. */
export function planTransitions(
  context: CompileContext,
  operations: readonly Operation[],
  plan: Plan,
  study: StudySchema,
): readonly Transition[] {
  return operations.flatMap((operation) => {
    const target = plan.targets.get(operation);
    return correctionsOf(context, operation).flatMap((part) => {
      const entries = entriesIn(context, part);
      if (entries.length === 0) return [];
      if (!target || target.role === 'improvised') {
        const message = `${operation.id} changes no record that is known: say with "collection" and "role" which it is`;
        context.complain(below(part, 'transitions'), message);
        return [];
      }
      const { schema } = target.collection;
      const facts = schema && study(schema);
      return entries.flatMap((entry): readonly Transition[] => {
        const reading: EntryReading = { ...entry, context, facts, hasBody: true };
        return readEntry(reading, { operation, target });
      });
    });
  });
}

interface Entry {
  readonly part: Part;
  readonly value: JsonObject;
}

function entriesIn(context: CompileContext, part: Part): readonly Entry[] {
  const list = context.documents.own(part, 'transitions');
  if (!list) return [];
  if (!Array.isArray(list.value)) {
    context.complain(list, '"transitions" must be a list');
    return [];
  }
  const values: readonly JsonValue[] = list.value;
  return values.flatMap((value, index) => {
    const place = { ...below(list, String(index)), value };
    if (isJsonObject(value)) return [{ part: place, value }];
    context.complain(place, 'a transition must be an object, such as {from: …, set: …}');
    return [];
  });
}

interface Holder {
  readonly operation: Operation;
  readonly target: Stateful;
}

const names = ['from', 'set', 'unset', 'chance', 'else'];

function readEntry(reading: EntryReading, holder: Holder): readonly Transition[] {
  const { context, part, value } = reading;
  const { operation, target } = holder;
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) complainOfName(context, below(part, name), name, names);
  }
  const cause = causeOf(reading, holder);
  if (!cause) return [];
  const from = readConditions(reading);
  if (target.role === 'create' && from.length > 0) {
    const message = `${operation.id} makes its record, which was nothing before`;
    context.complain(below(part, 'from'), message);
  }
  return [
    {
      place: part,
      id: `${operation.id}${part.pointer.slice(part.pointer.lastIndexOf('/'))}`,
      collection: target.collection.name,
      cause,
      from,
      set: readAssignments(reading),
      unset: readUnset(reading),
      make: undefined,
      chance: readChance(reading),
      otherwise: readOtherwise(reading, operation),
    },
  ];
}

const changing: ReadonlySet<Stateful['role']> = new Set([
  'action',
  'merge',
  'replace',
  'create',
  'delete',
]);

function causeOf(
  { context, part }: EntryReading,
  { operation, target }: Holder,
): Cause | undefined {
  const kind: Collection['kind'] = target.collection.kind;
  if (changing.has(target.role) && kind !== 'links') return { kind: 'request', operation };
  const message = `${operation.id} changes no record (its role is ${target.role}): correct its "role", or move this to an operation that does`;
  context.complain(part, message);
  return undefined;
}

function readOtherwise(reading: EntryReading, operation: Operation): Transition['otherwise'] {
  const value = memberIn(reading, 'else');
  if (value === undefined || value === 'ignore') return value;
  const place = below(reading.part, 'else');
  const isStatus = typeof value === 'number' && Number.isSafeInteger(value);
  if (!isStatus || value < 400 || value > 599) {
    const message = `"else" must be a status from 400 to 599, or "ignore", not ${textOf(value)}`;
    reading.context.complain(place, message);
    return undefined;
  }
  if (!findResponse(operation, value)) {
    const declared = [...operation.responses.keys()].filter((one) => /^[45d]/.test(one));
    const instead = declared.length === 0 ? 'no error' : declared.join(', ');
    reading.context.complain(place, `${operation.id} declares no ${value}; it declares ${instead}`);
  }
  return value;
}
