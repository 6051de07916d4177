import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Part } from '../load/resolver.ts';
import { isNull, listedIn, textsIn, typeNamesIn, typeOf } from './keywords.ts';
import { isOpenEnded } from './outlines.ts';
import type { SchemaReader } from './schema-reader.ts';
import type { PossibleSchema } from './schema-walk.ts';
import { allBelow, listsOf, membersOf, possibleOf, wholeOf } from './schema-walk.ts';

/** What a form needs to know of a value: a member of a record, or an item of a list. */
export interface Field {
  /** Empty for the item of a list. */
  readonly name: string;
  /** Without null; empty: any. */
  readonly types: readonly string[];
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  readonly isNullable: boolean;
  /** The values that are allowed, without null. */
  readonly listed: readonly JsonValue[] | undefined;
  /** Title, format and the like, where the schema has them. */
  readonly hints: JsonObject;
  /** Of an object; undefined also where the description ends. */
  readonly fields: readonly Field[] | undefined;
  /** Of a list. */
  readonly items: Field | undefined;
  /** For objects: whether they may have other members. */
  readonly isOpen: boolean;
}

/** How deep fields may stand in fields, and how many there may be in all. */
const deepest = 6;
const mostFields = 500;

interface Draft extends Field {
  fields: readonly Field[] | undefined;
  items: Field | undefined;
}

/** A value whose members or items are still to be described. */
interface Task {
  readonly draft: Draft;
  readonly possible: readonly PossibleSchema[];
  readonly depth: number;
  /** The schemas of the values around it: one that comes again is not described again. */
  readonly around: ReadonlySet<JsonValue>;
}

type Parts = readonly Part[];

/**
 * The members that objects of a schema may have, with those of all alternatives. The outer ones come
 * first: where there are too many, the inner ones are left out.
 */
export function describeFields(reader: SchemaReader, schema: Part): readonly Field[] {
  const tasks: Task[] = [];
  let left = mostFields;
  const begin = (name: string, parts: Parts, isRequired: boolean, above?: Task): Field => {
    left -= 1;
    const possible = possibleOf(reader, parts, { choose: withoutNull });
    const draft: Draft = { ...describe(reader, possible), name, isRequired };
    const targets = parts.map((part) => reader.follow(part)?.value ?? part.value);
    const known = above?.around ?? new Set<JsonValue>();
    const depth = above ? above.depth + 1 : 0;
    const isMet = targets.some((target) => typeof target === 'object' && known.has(target));
    if (depth < deepest && !isMet) {
      tasks.push({ draft, possible, depth, around: new Set([...known, ...targets]) });
    }
    return draft;
  };
  const root = begin('', [schema], true);
  for (const task of tasks) {
    const { draft, possible } = task;
    const members = [...membersIn(reader, possible)].slice(0, Math.max(0, left));
    const required = requiredIn(possible);
    const fields = members.map(([name, parts]) => begin(name, parts, required.has(name), task));
    if (fields.length > 0) draft.fields = fields;
    const items = allBelow(reader, possible, 'items');
    if (items.length > 0 && left > 0) draft.items = begin('', items, false, task);
  }
  return root.fields ?? [];
}

/** The declared members, and those that are only required: these may have any value. */
function membersIn(
  reader: SchemaReader,
  possible: readonly PossibleSchema[],
): ReadonlyMap<string, Parts> {
  const members = new Map<string, Parts>(membersOf(reader, possible));
  for (const name of requiredIn(possible)) if (!members.has(name)) members.set(name, []);
  return members;
}

function requiredIn(possible: readonly PossibleSchema[]): ReadonlySet<string> {
  const sure = possible.filter(({ isSure }) => isSure);
  return new Set(sure.flatMap(({ value }) => textsIn(value['required'])));
}

function describe(
  reader: SchemaReader,
  possible: readonly PossibleSchema[],
): Omit<Draft, 'name' | 'isRequired'> {
  const schemas = possible.map(({ value }) => value);
  const nulls = possible.flatMap((part) => listsOf(reader, part).flat()).filter(isNullPart);
  const listed = listedBy(reader, possible);
  const named = typesOf(possible, listed);
  const types = named.filter((type) => type !== 'null');
  return {
    types,
    isReadOnly: schemas.some(({ readOnly }) => readOnly === true),
    isWriteOnly: schemas.some(({ writeOnly }) => writeOnly === true),
    isNullable: named.includes('null') || nulls.length > 0 || listed?.includes(null) === true,
    listed: listed?.filter((value) => value !== null),
    hints: { ...hintsIn(schemas), ...limitsIn(possible, types) },
    fields: undefined,
    items: undefined,
    isOpen:
      types.includes('object') &&
      (possible.some(isOpenEnded) || schemas.every(({ properties }) => properties === undefined)),
  };
}

/** Types that hold for sure come before those of alternatives. */
function typesOf(
  possible: readonly PossibleSchema[],
  listed: readonly JsonValue[] | undefined,
): readonly string[] {
  const sure = possible.filter(({ isSure }) => isSure).map(({ value }) => typeNamesIn(value));
  const [first, ...others] = sure.filter((types) => types.length > 0);
  const common = first?.filter((type) => others.every((types) => types.includes(type))) ?? [];
  if (common.length > 0) return common;
  const all = [...new Set(possible.flatMap(({ value }) => typeNamesIn(value)))];
  if (all.length > 0) return all;
  if (listed) return [...new Set(listed.map(typeOf))];
  const has = (keyword: string): boolean =>
    possible.some(({ value }) => value[keyword] !== undefined);
  if (has('properties')) return ['object'];
  return has('items') ? ['array'] : [];
}

/** The values that are listed for sure, or by each of the alternatives. */
function listedBy(
  reader: SchemaReader,
  possible: readonly PossibleSchema[],
): readonly JsonValue[] | undefined {
  const sure = possible.filter(({ isSure }) => isSure);
  const own = sure.flatMap(({ value }) => [listedIn(value) ?? []].flat());
  if (sure.some(({ value }) => listedIn(value))) return [...new Set(own)];
  for (const list of sure.flatMap((part) => listsOf(reader, part))) {
    const each = list.map((one) =>
      wholeOf(reader, one)
        .map(({ value }) => listedIn(value))
        .find((values) => values !== undefined),
    );
    if (each.every((values) => values !== undefined)) return [...new Set(each.flat())];
  }
  return undefined;
}

const hintNames = ['title', 'description', 'format', 'pattern', 'default'] as const;

/** What the outermost schema says that says anything. */
function hintsIn(schemas: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(
    hintNames.flatMap((name): readonly [string, JsonValue][] => {
      const value = schemas.find((schema) => schema[name] !== undefined)?.[name];
      const isUseful = name === 'default' || typeof value === 'string';
      return value !== undefined && isUseful ? [[name, value]] : [];
    }),
  );
}

/** The narrowest limits that hold for sure. */
function limitsIn(possible: readonly PossibleSchema[], types: readonly string[]): JsonObject {
  const sure = possible.filter(({ isSure }) => isSure).map(({ value }) => value);
  const numbersAt = (keyword: string): readonly number[] =>
    sure.flatMap((schema) => {
      const value = schema[keyword];
      return typeof value === 'number' ? [value] : [];
    });
  // Other numbers than whole ones have no next one: the limit itself is all that can be said.
  const step = types.every((type) => type === 'integer') && types.length > 0 ? 1 : 0;
  const lowest = [
    ...numbersAt('minimum'),
    ...numbersAt('exclusiveMinimum').map((limit) => limit + step),
  ];
  const highest = [
    ...numbersAt('maximum'),
    ...numbersAt('exclusiveMaximum').map((limit) => limit - step),
  ];
  const limits: readonly (readonly [string, readonly number[], (...all: number[]) => number])[] = [
    ['minimum', lowest, Math.max],
    ['maximum', highest, Math.min],
    ['minLength', numbersAt('minLength'), Math.max],
    ['maxLength', numbersAt('maxLength'), Math.min],
  ];
  return Object.fromEntries(
    limits.flatMap(([name, numbers, choose]) =>
      numbers.length === 0 ? [] : [[name, choose(...numbers)]],
    ),
  );
}

/** Null among alternatives is no alternative of its own. */
function withoutNull(alternatives: readonly Part[]): readonly Part[] {
  return alternatives.filter((part) => !isNullPart(part));
}

function isNullPart({ value }: Part): boolean {
  return isNull(value);
}
