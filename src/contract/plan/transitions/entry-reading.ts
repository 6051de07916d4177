import { readDuration } from '../../../base/durations.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown, textOf } from '../../../base/json.ts';
import { suggestNames } from '../../../base/nearest.ts';
import type { CompileContext } from '../../compile-context.ts';
import type { Part } from '../../load/documents.ts';
import type { SchemaFacts } from '../../schema/schema-facts.ts';
import { factsAt } from '../../schema/schema-facts.ts';
import { complainOfName } from '../corrections.ts';
import { describeCondition } from './describing.ts';
import type { Assignment, Condition, Steps, ValueSource } from './transition.ts';

type Place = Pick<Part, 'uri' | 'pointer'>;

/** One entry of `transitions`, and the schema of the records that it is about. */
export interface EntryReading {
  readonly context: CompileContext;
  readonly part: Part;
  readonly value: JsonObject;
  /** Undefined where the contract does not describe the records. */
  readonly facts: SchemaFacts | undefined;
  /** What gets the values, in words. Default: the record. */
  readonly called?: string;
  /** Of the record that `$record` means, where values are for another one. */
  readonly origin?: SchemaFacts | undefined;
  /** Whether a request makes it happen, so that `$body` can be meant. */
  readonly hasBody?: boolean;
}

export function below({ uri, pointer }: Place, name: string): Place {
  return { uri, pointer: stepDown(pointer, name) };
}

export function memberIn(
  { value }: Pick<EntryReading, 'value'>,
  name: string,
): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** `{status: pending}` or `{status: [draft, open], paid_at: null}`. */
export function readConditions(reading: EntryReading): readonly Condition[] {
  return readMembers(reading, 'from').flatMap(({ name, value, place }) => {
    const steps = readSteps(reading, place, name);
    if (!steps) return [];
    const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
    if (values.length === 0) reading.context.complain(place, 'an empty list lets nothing pass');
    for (const one of values) if (one !== null) checkValue(reading, place, steps, one);
    return [{ steps, values, text: describeCondition({ steps, values }) }];
  });
}

/** `{status: paid, paid_at: $now}`. `facts`: of the record that gets the values. */
export function readAssignments(reading: EntryReading, name = 'set'): readonly Assignment[] {
  return readMembers(reading, name).flatMap((member): readonly Assignment[] => {
    const { value, place } = member;
    const steps = readSteps(reading, place, member.name);
    const source = readSource(reading, place, value);
    if (!steps || !source) return [];
    const facts = reading.facts && factsAt(reading.facts, steps);
    if (source.kind === 'literal') checkValue(reading, place, steps, source.value);
    if (source.kind === 'now' && facts && !mayBeTime(facts)) {
      reading.context.complain(place, `"${member.name}" can't be a time`);
    }
    return [{ steps, value: source }];
  });
}

function mayBeTime({ types, listed }: SchemaFacts): boolean {
  const isPlain = types.size === 0 || ['string', 'integer', 'number'].some((one) => types.has(one));
  return isPlain && listed.length === 0;
}

/** `paid_at` or `[paid_at, receipt]`. */
export function readUnset(reading: EntryReading): readonly Steps[] {
  const { context, part, facts } = reading;
  const value = memberIn(reading, 'unset');
  if (value === undefined) return [];
  const place = below(part, 'unset');
  const names: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return names.flatMap((name) => {
    if (typeof name !== 'string') {
      context.complain(place, '"unset" must be the name of a member, or a list of names');
      return [];
    }
    const steps = readSteps(reading, place, name);
    if (!steps) return [];
    const above = facts && factsAt(facts, steps.slice(0, -1));
    const last = steps.at(-1) ?? '';
    const isNeeded = above?.required.has(last) === true && !above.member(last)?.isNullable;
    if (isNeeded) {
      const message = `"${name}" is required and can't be null: give it a value with "set"`;
      context.complain(place, message);
    }
    return isNeeded ? [] : [steps];
  });
}

/** In milliseconds. */
export function readAfter(reading: EntryReading): number | undefined {
  const value = memberIn(reading, 'after');
  if (value === undefined) return undefined;
  const time = typeof value === 'string' ? readDuration(value) : undefined;
  if (time !== undefined && time >= 1) return Math.round(time);
  const message = `"after" must be a duration such as 30s, 15m, 1h, 1d or PT1H, not ${textOf(value)}`;
  reading.context.complain(below(reading.part, 'after'), message);
  return undefined;
}

export function readPolls(reading: EntryReading): number | undefined {
  const value = memberIn(reading, 'polls');
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  const message = `"polls" must be how many reads it takes, from 1 on, not ${textOf(value)}`;
  reading.context.complain(below(reading.part, 'polls'), message);
  return undefined;
}

export function readChance(reading: EntryReading): number {
  const value = memberIn(reading, 'chance');
  if (value === undefined) return 1;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  const message = `"chance" must be a number from 0 to 1, not ${textOf(value)}`;
  reading.context.complain(below(reading.part, 'chance'), message);
  return 1;
}

interface NamedValue {
  readonly name: string;
  readonly value: JsonValue;
  readonly place: Place;
}

function readMembers(reading: EntryReading, name: string): readonly NamedValue[] {
  const value = memberIn(reading, name);
  if (value === undefined) return [];
  const place = below(reading.part, name);
  if (!isJsonObject(value)) {
    const message = `"${name}" must be an object of members and values, such as {status: paid}`;
    reading.context.complain(place, message);
    return [];
  }
  return Object.entries(value).map(([member, one]) => ({
    name: member,
    value: one,
    place: below(place, member),
  }));
}

/** A member of the record, or a dotted path to one below. */
function readSteps(
  { context, facts, called = 'the record' }: Pick<EntryReading, 'context' | 'facts' | 'called'>,
  place: Place,
  name: string,
): Steps | undefined {
  const steps = facts?.names.has(name) === true ? [name] : name.split('.');
  let current = facts;
  for (const [index, step] of steps.entries()) {
    if (!current || (current.isOpen && !current.names.has(step))) return steps;
    const next = current.member(step);
    if (!next) {
      const known = [...current.names];
      const above = steps.slice(0, index).join('.');
      const what = above === '' ? called : `"${above}"`;
      complainOfMember(context, place, { name: step, known, what });
      return undefined;
    }
    current = next;
  }
  return steps;
}

function complainOfMember(
  context: CompileContext,
  place: Place,
  { name, known, what }: { name: string; known: readonly string[]; what: string },
): void {
  context.complain(place, `${what} has no member "${name}": ${suggestNames(name, known)}`);
}

function checkValue(
  { context, facts }: EntryReading,
  place: Place,
  steps: Steps,
  value: JsonValue,
): void {
  const member = facts && factsAt(facts, steps);
  const faults = member ? context.validators.check(member.part, 'rest')(value) : [];
  const [fault] = faults;
  if (!fault) return;
  const name = steps.join('.');
  context.complain(place, `"${name}" ${fault.message}`);
}

const sources = ['$now', '$key', '$record.', '$body.'];

/** `$now`, `$key`, `$record.total`, `$body.reason`; `$$` begins a text that begins with `$`. */
function readSource(
  reading: EntryReading,
  place: Place,
  value: JsonValue,
): ValueSource | undefined {
  const { context, hasBody = false } = reading;
  if (typeof value !== 'string' || !value.startsWith('$')) return { kind: 'literal', value };
  if (value.startsWith('$$')) return { kind: 'literal', value: value.slice(1) };
  if (value === '$now') return { kind: 'now' };
  if (value === '$key') return { kind: 'key' };
  const [root = '', ...steps] = value.split('.');
  const isPath = steps.length > 0 && steps.every((step) => step !== '');
  if (isPath && root === '$record') {
    return readOrigin(reading, place, steps.join('.'));
  }
  if (isPath && root === '$body') {
    if (hasBody) return { kind: 'body', steps };
    context.complain(place, '"$body" needs a request, and this happens without one');
    return undefined;
  }
  const isBegun = sources.includes(`${root}.`);
  if (!isBegun) complainOfName(context, place, value, sources);
  else {
    const message = `"${value}" must be one of $now, $key, $record.<member>, $body.<member>, or begin with $$ for a plain $`;
    context.complain(place, message);
  }
  return undefined;
}

/** A member of the record that the transition is about. */
function readOrigin(reading: EntryReading, place: Place, name: string): ValueSource | undefined {
  const { context } = reading;
  const facts = 'origin' in reading ? reading.origin : reading.facts;
  const steps = readSteps({ context, facts }, place, name);
  return steps && { kind: 'record', steps };
}
