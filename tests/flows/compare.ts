import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, isSameJson, stepDown } from '../../src/base/json.ts';
import type { Place } from '../referee/documents.ts';
import type { Referee } from '../referee/referee.ts';
import { findItems, findMember, says, spellingIn } from './schemas.ts';

/** What moves by itself when a record changes. */
const restless = /updat|modif|chang|edited|version|etag|revision|last|timestamp/i;

export function isRestless(name: string): boolean {
  return restless.test(name);
}

/** Whether a member shows in other words how a record is called, and a change told that. */
export function showsName(name: string, told: readonly string[]): boolean {
  const isNamed = told.some((one) => /^(?:name|title|label|subject|username|model)$/.test(one));
  return isNamed && /^display(?:_?name)?$/i.test(name);
}

/**
 * The first place where what was sent isn't seen again; undefined where all of it is. What the schema
 * there doesn't know, doesn't let through, or keeps for the server, needn't be seen.
 */
export async function findUnseen(
  referee: Referee,
  sent: JsonValue,
  seen: JsonValue | undefined,
  schema: Place | undefined,
): Promise<string | undefined> {
  return compareSent({ referee, pointer: '', schema }, sent, seen);
}

interface Spot {
  readonly referee: Referee;
  readonly pointer: string;
  readonly schema: Place | undefined;
}

async function compareSent(
  spot: Spot,
  sent: JsonValue,
  seen: JsonValue | undefined,
): Promise<string | undefined> {
  if (seen === undefined || isSameJson(sent, seen)) return undefined;
  if (isJsonObject(sent) && isJsonObject(seen)) {
    for (const [name, value] of Object.entries(sent)) {
      const fault = await compareMember(spot, name, value, seen);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  const { referee, pointer } = spot;
  if (Array.isArray(sent) && Array.isArray(seen) && sent.length === seen.length) {
    const schema = findItems(referee.documents, spot.schema);
    for (const [index, value] of sent.entries()) {
      const place = { referee, pointer: stepDown(pointer, index), schema };
      const fault = await compareSent(place, value, seen[index]);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  return `${pointer} was ${brief(sent)} and is ${brief(seen)}`;
}

async function compareMember(
  { referee, pointer, schema }: Spot,
  name: string,
  value: JsonValue,
  seen: JsonObject,
): Promise<string | undefined> {
  if (isRestless(name)) return undefined;
  const { places, isChoice } = findMember(referee.documents, schema, name);
  const spelling = spellingIn(Object.keys(seen), name);
  const found = spelling === undefined ? undefined : seen[spelling];
  if (found === undefined && (places.length === 0 || isChoice)) return undefined;
  const spot = { referee, pointer: stepDown(pointer, name), schema: places[0] };
  const fault =
    found === undefined
      ? `${spot.pointer} is gone: ${brief(value)}`
      : await compareSent(spot, value, found);
  // Another spelling may go with another form.
  if (places.length === 0 && found !== undefined && formOf(found) !== formOf(value))
    return undefined;
  return fault !== undefined && (await isFree(referee, places, value)) ? undefined : fault;
}

/** Whether a value that was sent needn't come back. */
async function isFree(
  referee: Referee,
  places: readonly Place[],
  value: JsonValue,
): Promise<boolean> {
  const { documents } = referee;
  for (const place of places) {
    if (says(documents, place, 'readOnly') || says(documents, place, 'writeOnly')) return true;
    if (!(await isValid(referee, place, value))) return true;
  }
  return false;
}

async function isValid(referee: Referee, place: Place, value: JsonValue): Promise<boolean> {
  try {
    return (await referee.check(place, value)).length === 0;
  } catch {
    return true;
  }
}

/** The first place where two views of one record say something else; another form says nothing. */
export function findDifference(
  left: JsonValue | undefined,
  right: JsonValue | undefined,
  isLeftOut: (name: string) => boolean = () => false,
  pointer = '',
): string | undefined {
  if (left === undefined || right === undefined || isSameJson(left, right)) return undefined;
  const pairs = pairMembers(left, right);
  for (const [name, one, other] of pairs ?? []) {
    const fault = isLeftOut(name)
      ? undefined
      : findDifference(one, other, isLeftOut, stepDown(pointer, name));
    if (fault !== undefined) return fault;
  }
  const isOtherForm = left !== null && right !== null && formOf(left) !== formOf(right);
  if (pairs || isOtherForm) return undefined;
  return `${pointer} was ${brief(left)} and is ${brief(right)}`;
}

/** What can be compared one by one; undefined where the values are compared as a whole. */
function pairMembers(
  left: JsonValue,
  right: JsonValue,
): readonly [string, JsonValue, JsonValue | undefined][] | undefined {
  if (isJsonObject(left) && isJsonObject(right)) {
    const shared = Object.entries(left).filter(([name]) => Object.hasOwn(right, name));
    return shared.map(([name, value]) => [name, value, right[name]]);
  }
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    const others: readonly JsonValue[] = right;
    return left.map((value: JsonValue, index) => [String(index), value, others[index]]);
  }
  return undefined;
}

function formOf(value: JsonValue): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function brief(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
