import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson, pointerSteps } from '../../base/json.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { factsAt } from '../../contract/schema/schema-facts.ts';
import type { Generate } from '../values/generate.ts';
import { tryGenerate } from './supply.ts';

/** Values that match exactly one alternative, with other members each: lazy, since few are needed. */
export type FindDistinct = (pointer: string) => Iterable<JsonObject>;

/** How many values are tried: each begins with another alternative. */
const mostTried = 8;

export function createDistinct(
  generate: Generate,
  facts: SchemaFacts,
  place: string,
): FindDistinct {
  return function* find(pointer) {
    const schema = schemaAt(facts, pointer);
    if (!schema) return;
    for (let turn = 0; turn < mostTried; turn += 1) {
      const made = tryGenerate(generate, schema, `${place}${pointer}~${turn}`, {
        examples: 'never',
      });
      if (isJsonObject(made)) yield made;
    }
  };
}

function schemaAt(facts: SchemaFacts, pointer: string): Part | undefined {
  return factsAt(facts, pointerSteps(pointer))?.part;
}

/**
 * Changes an object that matches several alternatives of a `oneOf`, so that it matches one: adds
 * members that tell the alternatives apart, or leaves members out. No member gets another value.
 * Undefined where it finds no such change.
 */
export function separate(
  value: JsonObject,
  distinct: Iterable<JsonObject>,
  isRight: (candidate: JsonObject) => boolean,
): JsonObject | undefined {
  let best: SeparateObject | undefined;
  for (const other of distinct) {
    const found = isRight(other) ? takeOver(value, other, isRight) : undefined;
    if (found && isBetter(found, best)) best = found;
    if (best?.left === 0 && best.added <= 1) break;
  }
  if (best?.left === 0) return best.value;
  const fewer = leaveOut(value, isRight);
  // Keys stand first, and it leaves out the last members first.
  return fewer && !(best && isBetter(best, fewer)) ? fewer.value : best?.value;
}

interface SeparateObject {
  readonly value: JsonObject;
  /** How many members were left out, and how many were added. */
  readonly left: number;
  readonly added: number;
}

function isBetter(one: SeparateObject, other: SeparateObject | undefined): boolean {
  if (!other) return true;
  return one.left === other.left ? one.added < other.added : one.left < other.left;
}

/** The other object, with the members of the value; of its own members only those that it needs. */
function takeOver(
  value: JsonObject,
  other: JsonObject,
  isRight: (candidate: JsonObject) => boolean,
): SeparateObject | undefined {
  let current = other;
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(current, name) && isSameJson(current[name] ?? null, member)) continue;
    const kept = withMember(current, name, member);
    const next = isRight(kept) ? kept : without(current, name);
    if (!isRight(next)) return undefined;
    current = next;
  }
  for (const name of Object.keys(other)) {
    if (Object.hasOwn(value, name) || !Object.hasOwn(current, name)) continue;
    const fewer = without(current, name);
    if (isRight(fewer)) current = fewer;
  }
  return compare(value, current);
}

/** Leaves out one member, else more and more of them, the last ones first. */
function leaveOut(
  value: JsonObject,
  isRight: (candidate: JsonObject) => boolean,
): SeparateObject | undefined {
  const names = Object.keys(value).toReversed();
  const single = names.map((name) => without(value, name)).find(isRight);
  if (single) return compare(value, single);
  let current = value;
  for (const name of names) {
    current = without(current, name);
    if (isRight(current)) return compare(value, current);
  }
  return undefined;
}

function compare(value: JsonObject, changed: JsonObject): SeparateObject {
  const names = Object.keys(value);
  const left = names.filter((name) => !Object.hasOwn(changed, name)).length;
  return { value: changed, left, added: Object.keys(changed).length - (names.length - left) };
}

function withMember(holder: JsonObject, name: string, value: JsonValue): JsonObject {
  return Object.fromEntries([...Object.entries(holder), [name, value]]);
}

function without(holder: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([other]) => other !== name));
}
