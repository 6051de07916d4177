import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, pointerSteps, valueAt } from '../../base/json.ts';
import type { Check, SchemaFault } from '../../contract/checks/validators.ts';
import { matchesSeveral } from '../../contract/schema/ambiguous-faults.ts';
import { withoutValueAt, withValueAt } from '../../base/json-patch/pointed-changes.ts';
import type { FindDistinct } from './separate.ts';
import { separate } from './separate.ts';

/** How to make a value match a schema. */
export interface Mending {
  readonly check: Check;
  /** A value for a place that has none, or a wrong one. */
  supply(pointer: string): JsonValue | undefined;
  /** The same, but never the value that was there before. */
  invent?(pointer: string): JsonValue | undefined;
  /** Values that match exactly one alternative of a `oneOf`. */
  readonly distinct: FindDistinct;
  /** Whether another value may replace the wrong one. */
  isReplaceable(fault: SchemaFault): boolean;
}

export interface Mended {
  readonly value: JsonValue;
  readonly faults: readonly SchemaFault[];
}

/** A mended fault may reveal the next. */
const rounds = 6;
/** Faults of members that a schema does not know. */
const surplus = new Set(['additionalProperties', 'unevaluatedProperties', 'false schema']);

/** Adds missing members, removes unknown ones, and replaces values where it may. */
export function mend(value: JsonValue, mending: Mending): Mended {
  let current = value;
  let faults = mending.check(current);
  for (let round = 0; round < rounds && faults.length > 0; round += 1) {
    const next = faults.reduce((mended, fault) => mendOne(mended, fault, mending), current);
    if (next === current) break;
    current = next;
    faults = mending.check(current);
  }
  return { value: current, faults };
}

/** Takes over members of a value, one by one, where the result stays valid. */
export function overlay(base: JsonObject, value: JsonObject, check: Check): JsonObject {
  const isRight = (candidate: JsonObject): boolean => check(candidate).length === 0;
  return Object.entries(value).reduce((before, member) => {
    const next = Object.fromEntries([...Object.entries(before), member]);
    return isRight(next) ? next : before;
  }, base);
}

function mendOne(value: JsonValue, fault: SchemaFault, mending: Mending): JsonValue {
  const { pointer, keyword } = fault;
  const steps = pointerSteps(pointer);
  const isMissing = valueAt(value, pointer) === undefined;
  if (!isMissing && surplus.has(keyword)) return withoutValueAt(value, steps);
  const present = valueAt(value, pointer);
  const put = (candidate: JsonValue | undefined): JsonValue | undefined =>
    candidate === undefined ? undefined : withValueAt(value, steps, candidate);
  const isRight = (next: JsonValue): boolean =>
    mending.check(next).every((one) => !isWithin(one.pointer, pointer));
  const other = keyword === 'type' ? inOtherForm(present) : inOtherPrecision(present);
  const converted = keyword === 'type' || keyword === 'format' ? put(other) : undefined;
  if (converted !== undefined && isRight(converted)) return converted;
  if (!isMissing && !mending.isReplaceable(fault)) {
    const isApart = (one: JsonObject): boolean => {
      const next = put(one);
      return next !== undefined && isRight(next);
    };
    return put(separateAt(present, fault, mending, isApart)) ?? value;
  }
  const supplied = mending.supply(pointer);
  const named = put(namedAs(supplied, mending.invent?.(pointer) ?? supplied, present));
  if (named !== undefined && isRight(named)) return named;
  return put(supplied) ?? value;
}

function separateAt(
  present: JsonValue | undefined,
  fault: SchemaFault,
  { distinct }: Mending,
  isApart: (candidate: JsonObject) => boolean,
): JsonObject | undefined {
  if (!matchesSeveral(fault) || !isJsonObject(present)) return undefined;
  return separate(present, distinct(fault.pointer), isApart);
}

/** A day as its first moment, and a moment as its day. */
function inOtherPrecision(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return `${value}T00:00:00Z`;
  return /^(\d{4}-\d\d-\d\d)T/.exec(value)?.[1];
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** The members by which people identify a thing, and those by which programs do. */
const names = ['login', 'username', 'slug', 'name', 'key', 'title', 'label', 'code', 'email'];
const identifiers = ['id', 'uuid', 'gid', 'sid'];

/**
 * A word that was sent for an object is the object's name or key: takes the known object if it has
 * that word, else sets the word in another one.
 */
function namedAs(
  known: JsonValue | undefined,
  other: JsonValue | undefined,
  sent: JsonValue | undefined,
): JsonObject | undefined {
  if (!isJsonObject(other) || (typeof sent !== 'string' && typeof sent !== 'number')) {
    return undefined;
  }
  if (isJsonObject(known) && Object.values(known).includes(sent)) return known;
  const isIdentifier = /^[\d-]+$|^[0-9a-f-]{32,36}$/i.test(String(sent));
  const order = isIdentifier ? [...identifiers, ...names] : [...names, ...identifiers];
  const member = order.find(
    (one) => Object.hasOwn(other, one) && typeof other[one] === typeof sent,
  );
  return member === undefined ? undefined : { ...other, [member]: sent };
}

/** A number as a text, or a text as the number that it shows. */
function inOtherForm(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const number = typeof value === 'string' ? Number(value) : NaN;
  return String(number) === value ? number : undefined;
}
