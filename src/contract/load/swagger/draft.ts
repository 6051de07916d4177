import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { defineMember, isJsonObject, stepDown } from '../../../base/json.ts';
import { isData, nameMaps } from '../references.ts';

/** An object that is still being built. */
export type MadeObject = Record<string, JsonValue>;

/** The new and the old pointer of a part of the document. */
export interface MovedPlace {
  readonly to: string;
  readonly from: string;
}

/** What all steps of one upgrade share. */
export interface UpgradeDraft {
  readonly given: JsonObject;
  /** Parts of other files that several operations may share. */
  readonly shared: ReadonlySet<JsonValue>;
  readonly moves: Moves;
  /** Copied objects with a `$ref`. Their references change at the end, when all moves are known. */
  readonly references: MadeObject[];
}

/**
 * Copies a value, because later steps change schemas in place. It leaves out members that are null:
 * Swagger 2.0 has no null, but serializers write it for a missing value.
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

/** Upgrades each member of a map. Undefined leaves a member out. A value that is no map stays. */
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

/**
 * Keywords of a parameter, form field or header that describe its value. 3.0 has them in a schema.
 */
const valueKeywords = (
  'type format items default enum pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum ' +
  'minLength maxLength minItems maxItems uniqueItems minProperties maxProperties additionalProperties'
).split(' ');

/** Moves these keywords from a copy into its schema, or into a new one. */
export function takeSchema(made: MadeObject): JsonObject | undefined {
  const taken = valueKeywords.filter((keyword) => Object.hasOwn(made, keyword));
  const own = Object.fromEntries(taken.map((keyword) => [keyword, made[keyword] ?? null]));
  for (const keyword of taken) Reflect.deleteProperty(made, keyword);
  if (taken.length === 0) return undefined;
  // In place: the schema may hold a reference that is still to be changed.
  return Object.assign(isJsonObject(made['schema']) ? made['schema'] : {}, own);
}

/** The pointer of a reference into the same document; undefined for other references. */
export function pointerIn(ref: string): string | undefined {
  if (!ref.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    // The reference can't be parsed. It is reported as one that leads to nothing.
    return undefined;
  }
}

/** The media types of an operation, and the pointer to their list. */
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

/** The old and new places of an upgraded document's parts. A part without a note did not move. */
export interface Moves {
  /** A part moved. If it moved to several places, references lead to the first. */
  note(to: string, from: string): void;
  /** A part was made of something else. Complaints about it lead there, but references do not. */
  noteOrigin(to: string, from: string): void;
  /** The old place of a pointer into the upgraded document. */
  toGiven(pointer: string): string;
  /** The new place of a pointer into the original document. */
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

/** Uses the note of the closest part around the place: what is inside of a part moves with it. */
function follow(moves: ReadonlyMap<string, string>, pointer: string): string {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const moved = moves.get(pointer.slice(0, end));
    if (moved !== undefined) return moved + pointer.slice(end);
  }
  return pointer;
}
