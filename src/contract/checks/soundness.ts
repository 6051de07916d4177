import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { schemaMaps, schemaMembers } from '../load/form-table.ts';
import { compilePattern } from './patterns/safe-patterns.ts';

/** Whether the schema library will surely make a check of a schema and of all that it refers to. */
export type IsSound = (schema: Part) => boolean;

/**
 * Tells without compiling anything, which takes far less time. It only knows what is plain: all else
 * that a schema holds is in doubt, and what is in doubt is compiled to find out.
 */
export function createSoundness(
  documents: Documents,
  isKeyword: (name: string) => boolean,
): IsSound {
  const known = new Set<JsonValue>();
  return (schema) => {
    if (documents.hasNames) return false;
    if (known.has(schema.value)) return true;
    const walk: SoundnessWalk = {
      documents,
      isKeyword,
      known,
      around: new Set(),
      left: new Set(),
      rest: [],
    };
    walk.rest.push({ part: schema, level: 0 });
    // What holds for other values is added on the way and comes later, so that nothing but what holds
    // for the same value is ever around.
    for (const { part, level } of walk.rest) if (!isSoundHere(walk, part, level)) return false;
    for (const value of walk.left) known.add(value);
    return true;
  };
}

/** What is nested deeper may be nested too deep for the library. */
const mostLevels = 50;

interface SoundnessWalk {
  readonly documents: Documents;
  readonly isKeyword: (name: string) => boolean;
  /** What earlier walks found no doubt in. */
  readonly known: ReadonlySet<JsonValue>;
  /** What the walk came through to this place without leaving the value that it holds for. */
  readonly around: Set<JsonValue>;
  /** What the walk has come through and left again. */
  readonly left: Set<JsonValue>;
  readonly rest: { readonly part: Part; readonly level: number }[];
}

function isSoundHere(walk: SoundnessWalk, { uri, value }: Part, level: number): boolean {
  if (typeof value === 'boolean') return true;
  if (!isJsonObject(value)) return false;
  if (walk.known.has(value) || walk.left.has(value)) return true;
  // A schema that is part of itself has no end.
  if (level > mostLevels || walk.around.has(value)) return false;
  walk.around.add(value);
  for (const keyword in value) {
    if (!isKeywordSound(walk, { uri, pointer: '', value }, keyword, level + 1)) return false;
  }
  walk.around.delete(value);
  walk.left.add(value);
  return true;
}

function isKeywordSound(
  walk: SoundnessWalk,
  schema: Part<JsonObject>,
  keyword: string,
  level: number,
): boolean {
  const held = schema.value[keyword] ?? null;
  if (keyword === '$ref') {
    const target = walk.documents.step(schema);
    return target !== undefined && isSoundHere(walk, target, level);
  }
  const isPlain = hasForm(keyword, held) ?? !walk.isKeyword(keyword);
  if (!isPlain || !schemaMembers.has(keyword)) return isPlain;
  const isMany = Array.isArray(held) || (schemaMaps.has(keyword) && isJsonObject(held));
  const below = isMany ? Object.values<JsonValue>(held) : [held];
  const parts = below.map((value) => ({ uri: schema.uri, pointer: '', value }));
  if (sameValue.has(keyword)) return parts.every((part) => isSoundHere(walk, part, level));
  for (const part of parts) walk.rest.push({ part, level });
  return true;
}

/** The schemas in these hold for the value that the schema around them holds for. */
const sameValue = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

/** Whether a keyword holds what it may hold; undefined for one that isn't known here. */
function hasForm(keyword: string, held: JsonValue): boolean | undefined {
  return forms.get(keyword)?.(held);
}

type KeywordForm = (held: JsonValue) => boolean;

const types = new Set<JsonValue>([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
]);

const listed: readonly (readonly [KeywordForm, string])[] = [
  [isType, 'type'],
  [isNumber, 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
  [isNumber, 'minLength maxLength minItems maxItems minContains maxContains'],
  [isNumber, 'minProperties maxProperties'],
  [isPattern, 'pattern'],
  [isPlainName, 'format'],
  [areTexts, 'required'],
  [(held) => Array.isArray(held) && held.length > 0, 'enum'],
  [(held) => typeof held === 'boolean', 'uniqueItems'],
  [isSchema, 'items additionalProperties propertyNames contains not if then else'],
  [isSchema, 'unevaluatedItems unevaluatedProperties'],
  [(held) => Array.isArray(held) && held.length > 0 && held.every(isSchema), 'allOf anyOf oneOf'],
  [(held) => Array.isArray(held) && held.length > 0 && held.every(isSchema), 'prefixItems'],
  [areSchemas, 'properties dependentSchemas $defs definitions'],
  [(held) => areSchemas(held) && Object.keys(held ?? {}).every(isPattern), 'patternProperties'],
  [(held) => isJsonObject(held) && Object.values(held).every(areTexts), 'dependentRequired'],
  // They say nothing that is checked.
  [() => true, 'const title description default deprecated readOnly writeOnly example examples'],
  [() => true, '$comment externalDocs xml contentEncoding contentMediaType'],
];

const forms: ReadonlyMap<string, KeywordForm> = new Map(
  listed.flatMap(([form, keywords]) => keywords.split(' ').map((keyword) => [keyword, form])),
);

function isType(held: JsonValue): boolean {
  return Array.isArray(held)
    ? held.length > 0 && held.every((name) => types.has(name))
    : types.has(held);
}

function isNumber(held: JsonValue): boolean {
  return typeof held === 'number';
}

function isPlainName(held: JsonValue): boolean {
  return typeof held === 'string' && !(held in Object.prototype);
}

function isPattern(held: JsonValue): boolean {
  if (typeof held !== 'string') return false;
  try {
    return compilePattern(held) !== undefined;
  } catch {
    return false;
  }
}

function areTexts(held: JsonValue): boolean {
  return Array.isArray(held) && held.every((item) => typeof item === 'string');
}

function isSchema(held: JsonValue): boolean {
  return typeof held === 'boolean' || isJsonObject(held);
}

function areSchemas(held: JsonValue): boolean {
  return isJsonObject(held) && Object.values(held).every(isSchema);
}
