import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { defineMember, isJsonObject, stepDown } from '../../../base/json.ts';
import { isData, nameMaps } from '../references.ts';

/** An object that is being made. */
export type MadeObject = Record<string, JsonValue>;

/** Where a part of the document goes, and where it stood. */
export interface MovedPlace {
  readonly to: string;
  readonly from: string;
}

/** What all parts of the upgrade of one document share. */
export interface UpgradeDraft {
  readonly given: JsonObject;
  readonly moves: Moves;
  /** Copied objects with a `$ref`; the references are changed once all new places are known. */
  readonly references: MadeObject[];
}

/**
 * A copy, since later steps change schemas in place. Members that are null are left out: Swagger 2.0
 * has no null, and serializers write it for a member that has no value.
 */
export function copy(draft: UpgradeDraft, value: JsonValue, isNameMap = false): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => copy(draft, item));
  return isJsonObject(value) ? copyObject(draft, value, isNameMap) : value;
}

export function copyObject(draft: UpgradeDraft, value: JsonObject, isNameMap = false): MadeObject {
  const made: MadeObject = {};
  for (const name in value) {
    const member = value[name] ?? null;
    if (!isNameMap && isData(name, member)) defineMember(made, name, member);
    else if (member !== null) {
      defineMember(made, name, copy(draft, member, !isNameMap && nameMaps.has(name)));
    }
  }
  if (!isNameMap && typeof made['$ref'] === 'string') draft.references.push(made);
  return made;
}

/** Upgrades each member of a map by itself; undefined leaves it out. A value that is no map stays. */
export function upgradeEach(
  value: JsonValue,
  pointer: string,
  upgrade: (member: JsonValue, pointer: string, name: string) => JsonValue | undefined,
): JsonValue {
  if (!isJsonObject(value)) return value;
  const made: MadeObject = {};
  for (const name in value) {
    const member = value[name] ?? null;
    const upgraded = member === null ? undefined : upgrade(member, stepDown(pointer, name), name);
    if (upgraded !== undefined) defineMember(made, name, upgraded);
  }
  return made;
}

/** What a parameter, a field of a form or a header says of its values, beside what it says of itself. */
const valueKeywords = (
  'type format items default enum pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum ' +
  'minLength maxLength minItems maxItems uniqueItems minProperties maxProperties additionalProperties'
).split(' ');

/** Takes these keywords out of a copy and adds them to its schema, or to a new one. */
export function takeSchema(made: MadeObject): JsonObject | undefined {
  const taken = valueKeywords.filter((keyword) => Object.hasOwn(made, keyword));
  const own = Object.fromEntries(taken.map((keyword) => [keyword, made[keyword] ?? null]));
  for (const keyword of taken) Reflect.deleteProperty(made, keyword);
  if (taken.length === 0) return undefined;
  // In place: a reference in it is still to be changed.
  return Object.assign(isJsonObject(made['schema']) ? made['schema'] : {}, own);
}

/** The place in the same document that a reference names. */
export function pointerIn(ref: string): string | undefined {
  if (!ref.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    // The reference can't be read; it is reported as one that leads nowhere.
    return undefined;
  }
}

/** The media types of an operation, and where they are listed. */
export interface MediaTypes {
  readonly names: readonly string[];
  readonly pointer: string;
}

export function mediaTypesOf(
  draft: UpgradeDraft,
  keyword: 'consumes' | 'produces',
  operation?: { readonly value: JsonObject; readonly pointer: string },
): MediaTypes {
  const own = operation?.value[keyword] ?? null;
  const list = own ?? draft.given[keyword] ?? ['application/json'];
  const names = [list].flat().filter((name) => typeof name === 'string');
  const holder = own === null || !operation ? '' : operation.pointer;
  return { names: [...new Set(names)], pointer: stepDown(holder, keyword) };
}

/** Where the parts of an upgraded document stood before. A part that nothing is noted of stands where it stood. */
export interface Moves {
  /** The part went from one place to another. References lead to the first of several places. */
  note(to: string, from: string): void;
  /** The part was made of what stands at a place: complaints about it lead there, no reference does. */
  noteOrigin(to: string, from: string): void;
  /** Where a place of the upgraded document stood in the given one. */
  toGiven(pointer: string): string;
  /** Where a place of the given document is in the upgraded one. */
  toUpgraded(pointer: string): string;
}

export function createMoves(): Moves {
  const origins = new Map<string, string>();
  const targets = new Map<string, string>();
  return {
    note(to, from) {
      origins.set(to, from);
      if (!targets.has(from)) targets.set(from, to);
    },
    noteOrigin: (to, from) => void origins.set(to, from),
    toGiven: (pointer) => follow(origins, pointer),
    toUpgraded: (pointer) => follow(targets, pointer),
  };
}

/** By the closest part around a place: whatever stands in that moved along. */
function follow(moves: ReadonlyMap<string, string>, pointer: string): string {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const moved = moves.get(pointer.slice(0, end));
    if (moved !== undefined) return moved + pointer.slice(end);
  }
  return pointer;
}
