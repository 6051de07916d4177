import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, textOf } from '../../../base/json.ts';
import type { CompileContext } from '../../compile-context.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import { findResponse } from '../../operations.ts';
import type { StudySchema } from '../../schema/schema-facts.ts';
import { complainOfName, correctionsOf } from '../corrections.ts';
import type { DescribeMore } from '../accounts/people.ts';
import { freeName } from '../files/file-owners.ts';
import type { Collection, Plan, Stateful } from '../plan.ts';
import type { EntryReading } from './entry-reading.ts';
import {
  below,
  memberIn,
  readAfter,
  readAssignments,
  readChance,
  readConditions,
  readPolls,
  readUnset,
} from './entry-reading.ts';
import { readMake } from './make-reading.ts';
import type { Cause, Transition } from './transition.ts';

/** The transitions of a plan, and the collections that count for them. */
export interface PlannedTransitions {
  readonly transitions: readonly Transition[];
  readonly collections: readonly Collection[];
}

/** Reads the transitions that the contract declares, and complains about what can't be meant. */
export function planTransitions(
  context: CompileContext,
  operations: readonly Operation[],
  plan: Plan,
  tools: { readonly study: StudySchema; readonly describe: DescribeMore },
): PlannedTransitions {
  const taken = new Set(plan.collections.map(({ name }) => name));
  const marks = freeName('transitions', taken);
  const known = new Set<string>();
  const transitions = operations.flatMap((operation) => {
    const target = plan.targets.get(operation);
    return correctionsOf(context, operation).flatMap((part) => {
      const isOfPath = !part.pointer.startsWith(`${operation.part.pointer}/`);
      const isStateful = target !== undefined && target.role !== 'improvised';
      const place = `${part.uri}#${part.pointer}`;
      // A path says it once for all of its operations, some of which may know no record.
      if (isOfPath && (!isStateful || known.has(place))) return [];
      const entries = entriesIn(context, part);
      if (entries.length > 0) known.add(place);
      if (entries.length === 0) return [];
      if (!isStateful) {
        const message = `${operation.id} changes no record that is known: say with "collection" and "role" which it is`;
        context.complain(below(part, 'transitions'), message);
        return [];
      }
      const { schema } = target.collection;
      const facts = schema && tools.study(schema);
      return entries.flatMap((entry) =>
        readEntry(
          { ...entry, context, facts },
          { ...tools, operation, target, isOfPath, marks, collections: plan.collections },
        ),
      );
    });
  });
  const isCounted = transitions.some(({ cause }) => cause.kind !== 'request');
  return { transitions, collections: isCounted ? [tools.describe(marks, ['id'])] : [] };
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
  /** Whether the entry stands on the path, and not on the operation. */
  readonly isOfPath: boolean;
  readonly marks: string;
  /** Those of which a transition may make a record. */
  readonly collections: readonly Collection[];
  readonly study: StudySchema;
}

const usualNames = ['from', 'set', 'unset', 'make', 'chance'];
const timedNames = [...usualNames, 'after', 'polls'];
const names = [...usualNames, 'else'];

function readEntry(reading: EntryReading, holder: Holder): readonly Transition[] {
  const { context, part, value } = reading;
  const { operation, target } = holder;
  const isTimed = holder.isOfPath || Object.hasOwn(value, 'after') || Object.hasOwn(value, 'polls');
  const allowed = isTimed ? timedNames : names;
  for (const name of Object.keys(value)) {
    if (!allowed.includes(name)) complainOfName(context, below(part, name), name, allowed);
  }
  const cause = isTimed ? timedCause(reading, holder) : requestCause(reading, holder);
  if (!cause) return [];
  const read: EntryReading = { ...reading, hasBody: !isTimed };
  const from = readConditions(read);
  const set = readAssignments(read);
  const unset = readUnset(read);
  if (isTimed) requireWhole(reading, set.length + unset.length);
  if (target.role === 'create' && !isTimed && from.length > 0) {
    const message = `${operation.id} makes its record, which was nothing before`;
    context.complain(below(part, 'from'), message);
  }
  return [
    {
      place: part,
      // The entry may stand in a file of its own, where other files have the same pointer.
      id: `${operation.path} ${part.pointer}`,
      collection: target.collection.name,
      cause,
      from,
      set,
      unset,
      make: readMake(read, holder),
      chance: readChance(reading),
      otherwise: isTimed ? undefined : readOtherwise(reading, operation),
    },
  ];
}

/** Without a state that it leaves, time would change a record again and again. */
function requireWhole({ context, part, value }: EntryReading, changes: number): void {
  if (!Object.hasOwn(value, 'from')) {
    context.complain(part, 'a transition without a request needs "from": the state that it leaves');
  }
  if (changes === 0 && !Object.hasOwn(value, 'set') && !Object.hasOwn(value, 'unset')) {
    context.complain(part, 'a transition without a request needs "set" or "unset"');
  }
}

const changing: ReadonlySet<Stateful['role']> = new Set([
  'action',
  'merge',
  'replace',
  'create',
  'delete',
]);

function requestCause(
  { context, part }: EntryReading,
  { operation, target }: Holder,
): Cause | undefined {
  const { kind } = target.collection;
  const isOne = changing.has(target.role) && kind !== 'links' && !target.bulk;
  if (isOne) return { kind: 'request', operation };
  const what = target.bulk ? 'many records at once' : `no record (its role is ${target.role})`;
  const message = `${operation.id} changes ${what}: correct its "role", or move this to an operation that does`;
  context.complain(part, message);
  return undefined;
}

function timedCause(reading: EntryReading, { target, marks }: Holder): Cause | undefined {
  const { context, part, value } = reading;
  const hasAfter = Object.hasOwn(value, 'after');
  if (hasAfter === Object.hasOwn(value, 'polls')) {
    const message = hasAfter
      ? 'a transition happens "after" a while or after so many "polls": make two of it'
      : 'a transition of a path says when it happens: "after" a while, or after so many "polls"; what a request does stands on its operation';
    context.complain(part, message);
    return undefined;
  }
  if (target.collection.kind === 'links') {
    context.complain(part, `${target.collection.name} has no records of its own`);
    return undefined;
  }
  const milliseconds = readAfter(reading);
  const count = readPolls(reading);
  if (milliseconds !== undefined) return { kind: 'after', milliseconds, marks };
  return count === undefined ? undefined : { kind: 'polls', count, marks };
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
