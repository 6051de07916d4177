import type { KeywordCxt, KeywordErrorDefinition } from 'ajv/dist/2020.js';
import { _, Name } from 'ajv/dist/compile/codegen/index.js';

import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

const self = new Name('this');

/** Up to this many values, comparing one by one is as fast as a look-up. */
const fewValues = 16;

export function holdToList(cxt: KeywordCxt, builtIn: (cxt: KeywordCxt) => void): void {
  const { gen, data } = cxt;
  const values: readonly JsonValue[] = Array.isArray(cxt.schema) ? cxt.schema : [];
  // The library refuses to compile an empty list, which no value matches.
  if (values.length === 0) {
    cxt.fail();
    return;
  }
  if (values.length <= fewValues) {
    builtIn(cxt);
    return;
  }
  const listed = gen.scopeValue('schema', { ref: createListed(values) });
  const find = gen.scopeValue('func', { ref: isListed });
  cxt.pass(_`${find}(${listed}, ${data}, ${self})`);
}

export const twinsError: KeywordErrorDefinition = {
  message: 'must not have an item twice',
  params: ({ params: { twins } }) => _`{first: ${twins}[0], second: ${twins}[1]}`,
};

export function forbidTwins(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt;
  if (schema !== true) return;
  const find = gen.scopeValue('func', { ref: findTwins });
  const twins = gen.const('twins', _`${find}(${data}, ${self})`);
  cxt.setParams({ twins });
  cxt.fail(_`${twins} !== undefined`);
}

export function holdToMultiple(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt;
  const test = gen.scopeValue('func', { ref: isMultiple });
  cxt.pass(_`${test}(${data}, ${schema})`);
}

/** Decimal fractions have no exact binary form, yet 0.07 has to be a multiple of 0.01. */
const tolerance = 1e-9;

function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  // The quotient of a large number may overflow; its remainder has no rounding error.
  if (!Number.isFinite(quotient)) return value % divisor === 0;
  return Math.abs(Math.round(quotient) - quotient) <= tolerance;
}

/** Numbers for lists and objects: equal ones have equal numbers. A run reads each of them once. */
export interface Identities {
  readonly known: WeakMap<object, number>;
  readonly byContent: Map<string, number>;
  /** The numbers of listed values, by the list. */
  readonly listed: Map<object, ReadonlySet<number>>;
}

function createIdentities(): Identities {
  return { known: new WeakMap(), byContent: new Map(), listed: new Map() };
}

interface EnumValues {
  readonly plain: ReadonlySet<JsonValue>;
  /** Objects and arrays. */
  readonly nested: readonly (object & JsonValue)[];
}

function createListed(values: readonly JsonValue[]): EnumValues {
  return {
    plain: new Set(values.filter((value) => !isNested(value))),
    nested: values.filter(isNested),
  };
}

function isNested(value: JsonValue): value is object & JsonValue {
  return typeof value === 'object' && value !== null;
}

/** Reads the value once, however many values are listed. */
function isListed({ plain, nested }: EnumValues, value: JsonValue, run: Identified): boolean {
  if (!isNested(value)) return plain.has(value);
  if (nested.length === 0) return false;
  const identities = (run.identities ??= createIdentities());
  const known =
    identities.listed.get(nested) ?? new Set(nested.map((one) => identityOf(one, identities)));
  identities.listed.set(nested, known);
  return known.has(identityOf(value, identities));
}

interface Identified {
  identities: Identities | undefined;
}

/**
 * The positions of two equal items; undefined if there are none. Reads each item once: to compare
 * each with each takes minutes for what fits in one request.
 */
export function findTwins(
  items: readonly JsonValue[],
  run: Identified,
): readonly [first: number, second: number] | undefined {
  const plain = new Map<JsonValue, number>();
  const nested = new Map<number, number>();
  for (const [index, item] of items.entries()) {
    const identity = isNested(item)
      ? identityOf(item, (run.identities ??= createIdentities()))
      : -1;
    const before = identity >= 0 ? nested.get(identity) : plain.get(item);
    if (before !== undefined) return [before, index];
    if (identity >= 0) nested.set(identity, index);
    else plain.set(item, index);
  }
  return undefined;
}

function identityOf(value: object & JsonValue, identities: Identities): number {
  const { known, byContent } = identities;
  const before = known.get(value);
  if (before !== undefined) return before;
  const content = contentOf(value, identities);
  const identity = byContent.get(content) ?? byContent.size;
  byContent.set(content, identity);
  known.set(value, identity);
  return identity;
}

/**
 * Equal values get equal texts, in any order of members. Strings carry their length, so that no
 * content looks like syntax.
 */
function contentOf(value: object & JsonValue, identities: Identities): string {
  let content = isJsonObject(value) ? '{' : '[';
  if (isJsonObject(value)) {
    for (const name of Object.keys(value).toSorted()) {
      content += `${name.length}:${name}${wordFor(value[name] ?? null, identities)},`;
    }
  } else for (const item of value) content += `${wordFor(item, identities)},`;
  return content;
}

function wordFor(value: JsonValue, identities: Identities): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (!isNested(value)) return String(value);
  return `#${identityOf(value, identities)}`;
}
