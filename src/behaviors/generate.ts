import type { Documents, Part } from '../contract/documents.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, stepDown } from '../json.ts';
import type { LeafMaker } from './leaves.ts';
import { createLeafMaker } from './leaves.ts';

/** A value for a schema. It depends on the seed and the place alone, so that it stays put. */
export type Generate = (schema: Part, place: string) => JsonValue;

interface Walk {
  readonly documents: Documents;
  readonly leaves: LeafMaker;
  readonly seed: string;
  /** How many levels deep: below a limit only what is required is made. */
  readonly depth: number;
}

const depthOfOptionals = 4;
const deepest = 12;

export function createGenerator(documents: Documents, seed: string): Generate {
  const leaves = createLeafMaker();
  return (schema, place) => generateValue(schema, place, { documents, leaves, seed, depth: 0 });
}

/** A number that depends on nothing but the texts (FNV-1a, then mixed). */
export function hashOf(...texts: readonly string[]): number {
  let hash = 0x811c9dc5;
  const text = texts.join('\0');
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function generateValue(part: Part, place: string, walk: Walk): JsonValue {
  const schema = walk.documents.follow(part);
  if (!schema || !isJsonObject(schema.value) || walk.depth > deepest) return null;
  return generateChoice(schema, place, walk) ?? generateTyped(schema, place, walk);
}

/** A value for a schema that lists its values, or its alternatives. */
function generateChoice(schema: Part, place: string, walk: Walk): JsonValue | undefined {
  const value = isJsonObject(schema.value) ? schema.value : {};
  if (value['const'] !== undefined) return value['const'];
  const pick = hashOf(walk.seed, place);
  const choices = value['enum'];
  if (Array.isArray(choices)) return choices[pick % choices.length];
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = value[keyword];
    const branch =
      Array.isArray(branches) && walk.documents.child(schema, keyword, pick % branches.length);
    if (!branch) continue;
    const chosen = generateValue(branch, place, walk);
    return isJsonObject(chosen) ? { ...generateObject(schema, place, walk), ...chosen } : chosen;
  }
  return undefined;
}

function generateTyped(schema: Part, place: string, walk: Walk): JsonValue {
  const value = isJsonObject(schema.value) ? schema.value : {};
  const pick = hashOf(walk.seed, place);
  switch (typeOf(value)) {
    case 'object':
      return generateObject(schema, place, walk);
    case 'array':
      return generateArray(schema, place, walk);
    case 'integer':
    case 'number':
      return walk.leaves.number(value, pick);
    case 'boolean':
      return pick % 2 === 0;
    case 'null':
      return null;
    default:
      return walk.leaves.text(value, nameOf(place), pick);
  }
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  const declared = Array.isArray(type) ? (type.find((name) => name !== 'null') ?? 'null') : type;
  if (typeof declared === 'string') return declared;
  if (isJsonObject(schema['properties']) || Array.isArray(schema['allOf'])) return 'object';
  return schema['items'] === undefined ? 'string' : 'array';
}

function generateObject(schema: Part, place: string, walk: Walk): JsonObject {
  const value = isJsonObject(schema.value) ? schema.value : {};
  const { properties, required, allOf } = value;
  const needed = new Set(Array.isArray(required) ? required : []);
  const below = { ...walk, depth: walk.depth + 1 };
  const members = new Map<string, JsonValue>();
  for (const index of Array.isArray(allOf) ? allOf.keys() : []) {
    const branch = walk.documents.child(schema, 'allOf', index);
    const made = branch && generateValue(branch, place, walk);
    if (isJsonObject(made))
      for (const [name, member] of Object.entries(made)) members.set(name, member);
  }
  for (const name of isJsonObject(properties) ? Object.keys(properties) : []) {
    if (!needed.has(name) && walk.depth >= depthOfOptionals) continue;
    const member = walk.documents.child(schema, 'properties', name);
    if (member) members.set(name, generateValue(member, stepDown(place, name), below));
  }
  return Object.fromEntries(members);
}

function generateArray(schema: Part, place: string, walk: Walk): readonly JsonValue[] {
  const value = isJsonObject(schema.value) ? schema.value : {};
  const items = walk.documents.child(schema, 'items');
  if (!items) return [];
  const least = Number(value['minItems'] ?? 0);
  const most = Number(value['maxItems'] ?? Math.max(2, least));
  const length = walk.depth >= depthOfOptionals ? least : Math.min(most, Math.max(least, 2));
  const below = { ...walk, depth: walk.depth + 1 };
  return Array.from({ length }, (_, index) => generateValue(items, stepDown(place, index), below));
}

function nameOf(place: string): string {
  const steps = place.split('/').filter((step) => !/^\d+$/.test(step));
  return steps.at(-1) ?? '';
}
