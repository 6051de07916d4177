import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson, memberAt, withMember } from '../../base/json.ts';
import type { Assignment, Steps, Transition } from '../../contract/plan/transitions/transition.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { factsAt, inFormOf } from '../../contract/schema/schema-facts.ts';
import type { Item } from '../../store/record.ts';
import type { ChangeMoment } from '../writing/timestamps.ts';
import { timesFor } from '../writing/timestamps.ts';

/** A transition that happens because of a request. */
export interface Happening {
  readonly transition: Transition;
  /** Whether the request came in another state, and changes nothing. */
  readonly isIgnored: boolean;
  readonly body: JsonValue | undefined;
}

/** Whether what the word of the operation means still counts. */
export function leavesInferred(happening: Happening | undefined): boolean {
  if (!happening) return true;
  const { set, unset } = happening.transition;
  return !happening.isIgnored && set.length === 0 && unset.length === 0;
}

/** Does to a record what the request makes happen, if anything. A new record was nothing before. */
export function makeHappen(
  record: JsonObject,
  happening: Happening | undefined,
  before: Pick<Item, 'key' | 'body'>,
  rules: ApplyRules,
): JsonObject {
  if (!happening) return record;
  const origin = { key: before.key, before: before.body, body: happening.body };
  return applyTransition(record, happening.transition, origin, rules);
}

/** The members that a transition gives to another record, which it makes. */
export function valuesOfNew(
  set: readonly Assignment[],
  origin: ValueOrigin,
  rules: ApplyRules,
): JsonObject {
  return applyTransition({}, { set, unset: [] }, origin, rules);
}

/** What the values of a transition can be taken from. */
export interface ValueOrigin {
  readonly key: string;
  /** The record as it was; a new record has no past. */
  readonly before: JsonObject;
  /** Of the request that makes it happen. */
  readonly body: JsonValue | undefined;
}

/** Does `set` and `unset` to a record. The same object if nothing changes. */
function applyTransition(
  record: JsonObject,
  { set, unset }: Pick<Transition, 'set' | 'unset'>,
  origin: ValueOrigin,
  { facts, moment }: ApplyRules,
): JsonObject {
  let changed = record;
  for (const { steps, value } of set) {
    const next = valueOf({ steps, value }, origin, facts && factsAt(facts, steps), moment);
    if (next !== undefined) changed = withMember(changed, steps, next);
  }
  for (const steps of unset) changed = without(changed, steps, facts);
  return isSameJson(changed, record) ? record : changed;
}

export interface ApplyRules {
  readonly facts: SchemaFacts | undefined;
  readonly moment: ChangeMoment;
}

/** Undefined where the request or the record does not have the value: then the member stays. */
function valueOf(
  { steps, value: source }: Assignment,
  { key, before, body }: ValueOrigin,
  member: SchemaFacts | undefined,
  moment: ChangeMoment,
): JsonValue | undefined {
  switch (source.kind) {
    case 'literal':
      return source.value;
    case 'now':
      return presentFor(steps, member, moment);
    case 'key':
      return member ? inFormOf(member, key) : key;
    case 'record':
      return memberAt(before, source.steps);
    case 'body':
      return body === undefined ? undefined : memberAt(body, source.steps);
  }
}

/** The present in a form that the member allows. */
function presentFor(
  steps: Steps,
  member: SchemaFacts | undefined,
  { now, before, validators }: ChangeMoment,
): JsonValue {
  const text = new Date(now).toISOString();
  if (!member) return text;
  const last = before && memberAt(before, steps);
  const own = typeof last === 'number' ? { [steps.at(-1) ?? '']: last } : undefined;
  const forms = timesFor(steps.at(-1) ?? '', member, { now, before: own });
  const check = validators.check(member.part, 'rest');
  return [...forms, text].find((value) => check(value).length === 0) ?? text;
}

/** Without the member; null stands in its place where the schema requires it. */
function without(record: JsonObject, steps: Steps, facts: SchemaFacts | undefined): JsonObject {
  const [name = '', ...rest] = steps;
  if (!Object.hasOwn(record, name)) return record;
  if (rest.length > 0) {
    const below = record[name];
    if (!isJsonObject(below)) return record;
    return withMember(record, [name], without(below, rest, facts?.member(name)));
  }
  if (facts?.required.has(name) === true) return withMember(record, [name], null);
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));
}
