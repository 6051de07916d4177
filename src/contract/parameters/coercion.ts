import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Check, BodyDirection } from '../checks/validators.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { JsonType } from '../schema/keywords.ts';
import { typeOf } from '../schema/keywords.ts';
import { outlineTypes } from '../schema/outlines.ts';
import type { Lineage } from '../schema/schema-walk.ts';
import { alternativesOf, membersOf, wholeOf } from '../schema/schema-walk.ts';
import { readNumber } from '../schema/text-shape.ts';

/**
 * Turns a value made of texts into what its schema describes; the same value if nothing changes. A
 * text that cannot be read that way stays a text, and the check reports it.
 */
export type Coerce = (value: JsonValue) => JsonValue;

/** The coercion by one schema. */
type CoercionStep = (value: JsonValue, run: CoercionRun) => JsonValue;

/**
 * What each schema has made of the objects and lists in one value. Alternatives that contain
 * themselves would otherwise coerce nested values again and again: with two of them, twice as often
 * at each level.
 */
type CoercionRun = Map<Part, Map<object, JsonValue>>;

/** The names of list items in `a[0]=` and `a[]=`. */
const indexPattern = /^(?:|0|[1-9]\d{0,3})$/;

const scalars: readonly JsonType[] = ['string', 'number', 'boolean'];

/** Reads schemas on first use: they may be recursive, and most are never needed. */
export function compileCoercion(
  { documents, validators }: Pick<CompileContext, 'documents' | 'validators'>,
  schema: Part | undefined,
  direction: BodyDirection,
): Coerce {
  if (!schema) return coerceFreely;
  const known = new Map<string, CoercionStep>();
  const coercionOf = (part: Part): CoercionStep => {
    const place = `${part.uri}#${part.pointer}`;
    const found =
      known.get(place) ??
      remember(
        part,
        defer(() => compileNode(part, new Set())),
      );
    known.set(place, found);
    return found;
  };
  const compileNode = (part: Part, lineage: Lineage): CoercionStep => {
    const layers = wholeOf(documents, part, lineage);
    const below = new Set([...lineage, ...layers.map(({ value }) => value)]);
    const types = outlineTypes(documents, part);
    const coerceText = compileText(types, deferCheck(part));
    const coerceItems = compileItems(documents, layers, coercionOf);
    const coerceMembers = compileMembers(documents, layers, coercionOf, deferCheck);
    const groups = layers.flatMap((layer) => alternativesOf(documents, layer, below));
    const choices = groups.map((group) =>
      compileChoice(
        group.map((alternative) => ({
          types: outlineTypes(documents, alternative),
          coerce: defer(() => compileNode(alternative, below)),
          check: deferCheck(alternative),
        })),
      ),
    );
    const isListOnly = types?.has('array') === true && !scalars.some((type) => types.has(type));
    return (value, run) => {
      let coerced = value;
      if (typeof value === 'string') {
        coerced = coerceText(value);
        if (typeof coerced !== 'string' || !isListOnly) return coerced;
        coerced = [value];
      } else if (isJsonObject(value) && isIndexed(value, types)) coerced = toList(value);
      if (Array.isArray(coerced)) coerced = coerceItems(coerced, run);
      else if (isJsonObject(coerced)) coerced = coerceMembers(coerced, run);
      for (const choose of choices) coerced = choose(coerced, run);
      return coerced;
    };
  };
  const deferCheck = (part: Part): Check => {
    let made: Check | undefined;
    return (value) => {
      made ??= validators.check(part, direction);
      return made(value);
    };
  };
  const coerce = coercionOf(schema);
  return (value) => coerce(value, new Map());
}

function remember(part: Part, coerce: CoercionStep): CoercionStep {
  return (value, run) => {
    if (typeof value !== 'object' || value === null) return coerce(value, run);
    const made = run.get(part) ?? new Map<object, JsonValue>();
    run.set(part, made);
    const coerced = made.get(value) ?? coerce(value, run);
    made.set(value, coerced);
    return coerced;
  };
}

/** Reads a text as a number, a boolean or null, where the schema allows that. */
function compileText(types: ReadonlySet<JsonType> | undefined, check: Check): Coerce {
  const isText = types === undefined || types.has('string');
  const readings = [
    ...(types?.has('number') ? [readNumber] : []),
    ...(types?.has('boolean') ? [toBoolean] : []),
    ...(types?.has('null') && !isText ? [toNull] : []),
  ];
  if (readings.length === 0) return keep;
  return (text) => {
    if (typeof text !== 'string') return text;
    for (const read of readings) {
      const value: JsonValue | undefined = read(text);
      if (value === undefined) continue;
      // If the schema also allows strings, the value must print as the same text and fit the
      // schema.
      if (!isText || (String(value) === text && check(value).length === 0)) return value;
    }
    return text;
  };
}

const keep: Coerce = (value) => value;

/** Without a schema texts stay texts, and members with names of list items become a list. */
function coerceFreely(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return mapItems(value, coerceFreely);
  if (!isJsonObject(value)) return value;
  if (isIndexed(value, undefined)) return mapItems(toList(value), coerceFreely);
  return mapMembers(value, (member) => coerceFreely(member));
}

/** Returns the same array if no item changes, so that a run recognises it. */
function mapItems(
  items: readonly JsonValue[],
  coerce: (item: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  const coerced = items.map(coerce);
  return coerced.every((item, index) => item === items[index]) ? items : coerced;
}

function mapMembers(
  members: JsonObject,
  coerce: (member: JsonValue, name: string) => JsonValue,
): JsonObject {
  const entries = Object.entries(members);
  const coerced = entries.map(([name, member]) => coerce(member, name));
  if (coerced.every((member, index) => member === entries[index]?.[1])) return members;
  return Object.fromEntries(entries.map(([name], index) => [name, coerced[index] ?? null]));
}

function toBoolean(text: string): boolean | undefined {
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

function toNull(text: string): null | undefined {
  return text === '' || text === 'null' ? null : undefined;
}

function compileItems(
  documents: Documents,
  layers: readonly Part<JsonObject>[],
  coercionOf: (part: Part) => CoercionStep,
): (items: readonly JsonValue[], run: CoercionRun) => readonly JsonValue[] {
  const first: CoercionStep[][] = [];
  const rest: { readonly from: number; readonly coerce: CoercionStep }[] = [];
  for (const layer of layers) {
    const leading = documents.listBelow(layer, 'prefixItems');
    for (const [index, part] of leading.entries()) (first[index] ??= []).push(coercionOf(part));
    const items = documents.own(layer, 'items');
    if (items) rest.push({ from: leading.length, coerce: coercionOf(items) });
  }
  if (rest.length === 0) rest.push({ from: first.length, coerce: coerceFreely });
  return (items, run) =>
    mapItems(items, (item, index) => {
      let value = item;
      for (const coerce of first[index] ?? []) value = coerce(value, run);
      for (const { from, coerce } of rest) if (index >= from) value = coerce(value, run);
      return value;
    });
}

function compileMembers(
  documents: Documents,
  layers: readonly Part<JsonObject>[],
  coercionOf: (part: Part) => CoercionStep,
  checkOf: (part: Part) => Check,
): (members: JsonObject, run: CoercionRun) => JsonObject {
  const named = new Map(
    [...membersOf(documents, layers)].map(([name, parts]) => [name, parts.map(coercionOf)]),
  );
  const others = layers.flatMap((layer) => {
    const patterns = documents.mapBelow(layer, 'patternProperties').map(([, part]) => part);
    const additional = documents.own(layer, 'additionalProperties');
    return additional && isJsonObject(additional.value) ? [...patterns, additional] : patterns;
  });
  // Does not ask which pattern a name matches: the first schema that the value fits is used.
  const coerceOther = compileChoice(
    others.map((part) => ({
      types: outlineTypes(documents, part),
      coerce: coercionOf(part),
      check: checkOf(part),
    })),
  );
  return (members, run) =>
    mapMembers(members, (value, name) => {
      const coercions = named.get(name) ?? [coerceOther];
      return coercions.reduce((coerced, coerce) => coerce(coerced, run), value);
    });
}

interface CoercedAlternative {
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly coerce: CoercionStep;
  readonly check: Check;
}

/** Uses the first schema that the coerced value fits, or else the first that allows its type. */
function compileChoice(choices: readonly CoercedAlternative[]): CoercionStep {
  const [only] = choices;
  if (!only) return coerceFreely;
  if (choices.length === 1) return only.coerce;
  return (value, run) => {
    const kind = typeOf(value);
    let fallback: JsonValue | undefined;
    for (const { types, coerce, check } of choices) {
      const coerced = coerce(value, run);
      if (check(coerced).length === 0) return coerced;
      if (fallback === undefined && types?.has(kind) !== false) fallback = coerced;
    }
    return fallback ?? value;
  };
}

/** Whether the members have names of list items, and the schema means a list. */
function isIndexed(members: JsonObject, types: ReadonlySet<JsonType> | undefined): boolean {
  if (types && !types.has('array')) return false;
  const names = Object.keys(members);
  if (names.length === 0 || !names.every((name) => indexPattern.test(name))) return false;
  if (types && !types.has('object')) return true;
  return names.every((name, index) => name === '' || name === String(index));
}

/** Closes gaps: `a[7]=x` alone is a list of one. */
function toList(members: JsonObject): readonly JsonValue[] {
  return Object.entries(members)
    .toSorted(([left], [right]) => indexOf(left) - indexOf(right))
    .flatMap(([name, value]) => (name === '' && Array.isArray(value) ? value : [value]));
}

function indexOf(name: string): number {
  return name === '' ? Number.MAX_SAFE_INTEGER : Number(name);
}

function defer(make: () => CoercionStep): CoercionStep {
  let made: CoercionStep | undefined;
  return (value, run) => (made ??= make())(value, run);
}
