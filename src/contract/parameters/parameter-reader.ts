import type { JsonValue } from '../../base/json.ts';
import { tryParseJson } from '../../base/json.ts';
import { findIllFormed } from '../../base/texts.ts';
import { jsonFormat } from '../bodies/formats/json.ts';
import { parseMediaType } from '../bodies/media.ts';
import type { Check } from '../checks/validators.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Documents, Part } from '../load/documents.ts';
import { UnreadableText } from '../routing/percent.ts';
import type { JsonType } from '../schema/keywords.ts';
import { outlineMembers, outlineTypes } from '../schema/outlines.ts';
import { keywordOf } from '../schema/schema-walk.ts';
import type { Coerce } from './coercion.ts';
import { compileCoercion } from './coercion.ts';
import type { ParameterShape } from './styles.ts';
import type { ParameterNotation, Spread, Take, Wire } from './wire.ts';
import { compileTake, isSpread } from './wire.ts';

/** How the contract declares a parameter. */
export interface DeclaredParameter extends ParameterNotation {
  /** Whether an empty value is valid, whatever the schema says. */
  readonly allowsEmpty: boolean;
  /** The media type of the text, if the parameter has one in place of a style. */
  readonly mediaType: string | undefined;
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
}

/** The names of a query that belong to a parameter. */
export interface Claim {
  readonly names: readonly string[];
  /** Whether `name[…]` belongs to it, too. */
  readonly isBranching: boolean;
  /** Whether it is an object whose members are sent one by one, and never under its plain name. */
  readonly isInMembers: boolean;
  /** Whether all names that no other parameter claims belong to it. */
  readonly isGreedy: boolean;
}

export interface ParameterReader {
  readonly claim: Claim;
  /** The value if the client sends none. */
  readonly fallback: JsonValue | undefined;
  /**
   * The value, as the schema describes it; undefined if it was not sent. Throws an `UnreadableText`
   * if the text cannot be read.
   */
  read(wire: Wire): JsonValue | undefined;
}

const noClaim: Claim = { names: [], isBranching: false, isInMembers: false, isGreedy: false };

const noSpread: Spread = { members: new Map(), lists: new Set(), isOpen: false };

/** Decides once all that depends on the declaration alone. */
export function compileReader(
  { documents, validators }: Pick<CompileContext, 'documents' | 'validators'>,
  declared: DeclaredParameter,
): ParameterReader {
  const { schema, mediaType, style } = declared;
  const types = schema && outlineTypes(documents, schema);
  const fallback = schema && keywordOf(documents, schema, 'default');
  const coerce = compileCoercion({ documents, validators }, schema, 'request');
  if (mediaType !== undefined) {
    const take = compileTake(asText(declared), 'primitive', noSpread);
    const read = compileRead(take, (text) => readContent(text, mediaType, coerce));
    const claim = claimOf(declared, ['primitive'], noSpread);
    return { claim, fallback, read: allowEmpty(declared, read) };
  }
  const shapes = shapesOf(types);
  const spread =
    schema && shapes.includes('object') && isSpread(declared)
      ? outlineSpread(documents, schema)
      : noSpread;
  // `deepObject` has one way to read: the brackets show what the value is.
  const candidates: readonly ParameterShape[] = style === 'deepObject' ? ['object'] : shapes;
  const takes = candidates.map((shape) => compileTake(declared, shape, spread));
  const [take] = takes;
  const asSchema = style === 'deepObject' ? firstOfScalars(coerce, types) : coerce;
  const read =
    take && takes.length === 1
      ? compileRead(take, asSchema)
      : compileChoice<Wire>(takes, asSchema, declared.check);
  const claim = claimOf(declared, shapes, spread);
  return { claim, fallback, read: allowEmpty(declared, read) };
}

/** The shapes that a text may have, by the types of its schema. Without types it is a primitive. */
export function shapesOf(types: ReadonlySet<JsonType> | undefined): readonly ParameterShape[] {
  const shapes: ParameterShape[] = [];
  const isOnly = (...names: readonly JsonType[]): boolean =>
    types !== undefined && [...types].every((type) => names.includes(type));
  if (!isOnly('array', 'object', 'null')) shapes.push('primitive');
  if (types?.has('object')) shapes.push('object');
  if (types?.has('array')) shapes.push('array');
  return shapes.length === 0 ? ['primitive'] : shapes;
}

/** A parameter with a media type is read as one plain text. */
function asText(declared: DeclaredParameter): DeclaredParameter {
  const style = declared.in === 'query' || declared.in === 'cookie' ? 'form' : 'simple';
  return { ...declared, style, explode: false };
}

function outlineSpread(documents: Documents, schema: Part): Spread {
  const { members, isOpen } = outlineMembers(documents, schema);
  const lists = [...members].filter(([, parts]) =>
    parts.some((part) => outlineTypes(documents, part)?.has('array')),
  );
  return { members, isOpen, lists: new Set(lists.map(([name]) => name)) };
}

function compileRead(take: Take, coerce: Coerce): ParameterReader['read'] {
  return (wire) => {
    const taken = take(wire);
    return taken === undefined ? undefined : coerce(taken);
  };
}

/** Picks the first shape whose value fits the schema. A list of several items is tried first. */
export function compileChoice<Source>(
  takes: readonly ((source: Source) => JsonValue | undefined)[],
  coerce: Coerce,
  check: Check | undefined,
): (source: Source) => JsonValue | undefined {
  return (source) => {
    const values = takeAll(takes, source)
      .toSorted((left, right) => Number(isSeveral(right)) - Number(isSeveral(left)))
      .map(coerce);
    const fitting = values.findIndex((value) => !check || check(value).length === 0);
    return values[Math.max(fitting, 0)];
  };
}

/** A text that cannot be read as one shape may be readable as another. */
function takeAll<Source>(
  takes: readonly ((source: Source) => JsonValue | undefined)[],
  source: Source,
): readonly JsonValue[] {
  const values: JsonValue[] = [];
  let fault: UnreadableText | undefined;
  for (const take of takes) {
    try {
      const value = take(source);
      if (value !== undefined) values.push(value);
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error;
      fault = error;
    }
  }
  if (fault && values.length === 0) throw fault;
  return values;
}

function isSeveral(value: JsonValue): boolean {
  return Array.isArray(value) && value.length > 1;
}

/** If a name is repeated, the first value counts, unless the schema allows a list. */
function firstOfScalars(coerce: Coerce, types: ReadonlySet<JsonType> | undefined): Coerce {
  if (types?.has('array')) return coerce;
  return (value) => coerce(Array.isArray(value) ? (value[0] ?? '') : value);
}

function allowEmpty(
  { name, in: place, allowsEmpty }: DeclaredParameter,
  read: ParameterReader['read'],
): ParameterReader['read'] {
  if (!allowsEmpty || place !== 'query') return read;
  return (wire) => (wire.query().valuesOf(name)[0] === '' ? '' : read(wire));
}

function claimOf(
  { name, in: place, style, explode }: DeclaredParameter,
  shapes: readonly ParameterShape[],
  spread: Spread,
): Claim {
  if (place !== 'query') return noClaim;
  const isDeep = style === 'deepObject';
  const isInMembers = (explode || isDeep) && shapes.join() === 'object';
  return {
    names: [
      ...(isInMembers && !isDeep ? [] : [name]),
      ...(shapes.includes('array') ? [`${name}[]`] : []),
      ...spread.members.keys(),
      ...[...spread.lists].map((member) => `${member}[]`),
    ],
    isBranching: isDeep,
    isInMembers,
    isGreedy: spread.isOpen,
  };
}

/** Deeper values could exhaust the stack of code that walks through them. */
const depthLimit = 100;

/** Parses JSON, or coerces any other text. With a wildcard type it tries both. */
export function readContent(text: JsonValue, mediaType: string, coerce: Coerce): JsonValue {
  if (typeof text !== 'string' || !isJson(mediaType)) return coerce(text);
  const value = mediaType.includes('*') ? (tryParseJson(text) ?? coerce(text)) : parseJson(text);
  if (isDeeperThan(value, depthLimit)) {
    throw new UnreadableText(`is nested deeper than ${depthLimit} levels`);
  }
  const found = findIllFormed(value);
  if (found) throw new UnreadableText(`${found.message}${placeIn(found.pointer)}`);
  return value;
}

function placeIn(pointer: string): string {
  return pointer === '' ? '' : ` (at ${pointer})`;
}

/** Writes a value as JSON, with only the characters that a header can hold. */
export function writeJson(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function isJson(mediaType: string): boolean {
  return jsonFormat.matches(parseMediaType(mediaType)?.essence ?? '');
}

function parseJson(text: string): JsonValue {
  const value = tryParseJson(text);
  if (value === undefined) throw new UnreadableText('must be JSON, and can not be parsed');
  return value;
}

function isDeeperThan(root: JsonValue, limit: number): boolean {
  let level: readonly JsonValue[] = [root];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
