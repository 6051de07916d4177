import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { schemaMaps, schemaMembers } from '../load/form-table.ts';
import { sameValue } from '../schema/schema-walk.ts';
import { compilePattern } from './patterns/safe-patterns.ts';

/** Whether the library will surely compile a schema and all that it refers to. */
export type IsSound = (schema: Part) => boolean;

/**
 * Answers without compiling, which is far faster. It knows only plain keywords: everything else is
 * in doubt, and the caller compiles it to find out.
 */
export function createSoundness(
  documents: Documents,
  isKeyword: (name: string) => boolean,
): IsSound {
  const known = new Set<JsonValue>();
  return (schema) => {
    if (typeof schema.value === 'boolean') return true;
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
    // Schemas for other values join the end of the list while it is walked, so that `around` only
    // holds schemas for one value.
    for (const { part, level } of walk.rest) if (!isSoundHere(walk, part, level)) return false;
    for (const value of walk.left) known.add(value);
    return true;
  };
}

/** Deeper schemas may be too deep for the library. */
const mostLevels = 50;

interface SoundnessWalk {
  readonly documents: Documents;
  readonly isKeyword: (name: string) => boolean;
  /** The schemas that earlier walks found sound. */
  readonly known: ReadonlySet<JsonValue>;
  /** The schemas for the same value through which the walk came to this place. */
  readonly around: Set<JsonValue>;
  /** The schemas that the walk has finished. */
  readonly left: Set<JsonValue>;
  readonly rest: { readonly part: Part; readonly level: number }[];
}

function isSoundHere(walk: SoundnessWalk, { uri, value }: Part, level: number): boolean {
  if (typeof value === 'boolean') return true;
  if (!isJsonObject(value)) return false;
  if (walk.known.has(value) || walk.left.has(value)) return true;
  // A schema that contains itself for the same value has no end.
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

/** Whether a keyword has a value that it may have; undefined for an unknown keyword. */
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
  [(held) => typeof held === 'string', 'format'],
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
  // These may have any value.
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
