import type { Contract } from '../contract/compile.ts';
import type { Documents, Part } from '../contract/documents.ts';
import type { Direction } from '../contract/validators.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { stepDown } from '../json.ts';
import type { LeafMaker } from './leaves.ts';
import { createLeafMaker } from './leaves.ts';
import type { SchemaView } from './schema-view.ts';
import { viewSchemas } from './schema-view.ts';

/** A value for a schema. It depends on the seed and the place alone, so that it stays put. */
export type Generate = (schema: Part, place: string, manner?: Manner) => JsonValue;

export interface Manner {
  /** Default: `response`. */
  readonly direction?: Direction;
  /** Instead of the stand-in's own. */
  readonly seed?: string | undefined;
}

/** What a generator needs of a contract. */
export type Schemas = Pick<Contract, 'documents' | 'validators'>;

interface Walk {
  readonly documents: Documents;
  readonly leaves: LeafMaker;
  readonly seed: string;
  /** How many levels deep: below a limit only what is required is made. */
  readonly depth: number;
}

const depthOfOptionals = 4;
const deepest = 12;

export function createGenerator({ documents }: Schemas, seed: string): Generate {
  const leaves = createLeafMaker();
  return (schema, place, manner = {}) =>
    generateValue([schema], place, {
      documents,
      leaves,
      seed: manner.seed ?? seed,
      depth: 0,
    });
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

function generateValue(schemas: readonly Part[], place: string, walk: Walk): JsonValue {
  const { documents, seed, depth } = walk;
  const isCircle = schemas.some((schema) => documents.follow(schema) === undefined);
  if (isCircle || depth > deepest) return null;
  const pick = hashOf(seed, place);
  const view = viewSchemas(documents, schemas, (alternatives) => {
    const chosen = alternatives[pick % alternatives.length];
    return chosen ? [chosen] : [];
  });
  const { const: constant, enum: listed } = view.keywords;
  if (constant !== undefined) return constant;
  if (Array.isArray(listed) && listed.length > 0) return listed[pick % listed.length] ?? null;
  return generateTyped(view, place, walk);
}

function generateTyped(view: SchemaView, place: string, walk: Walk): JsonValue {
  const { keywords } = view;
  const pick = hashOf(walk.seed, place);
  switch (typeOf(view)) {
    case 'object':
      return generateObject(view, place, walk);
    case 'array':
      return generateArray(view, place, walk);
    case 'integer':
    case 'number':
      return walk.leaves.number({ ...keywords, type: typeOf(view) }, pick);
    case 'boolean':
      return pick % 2 === 0;
    case 'null':
      return null;
    default:
      return walk.leaves.text(keywords, nameOf(place), pick);
  }
}

function typeOf({ keywords, properties, items }: SchemaView): string {
  const { type } = keywords;
  const declared = Array.isArray(type) ? (type.find((name) => name !== 'null') ?? 'null') : type;
  if (typeof declared === 'string') return declared;
  if (properties.size > 0) return 'object';
  return items.length === 0 ? 'string' : 'array';
}

function generateObject(view: SchemaView, place: string, walk: Walk): JsonObject {
  const below = { ...walk, depth: walk.depth + 1 };
  const members = [...view.properties]
    .filter(([name]) => view.required.has(name) || walk.depth < depthOfOptionals)
    .map(([name, schemas]) => [name, generateValue(schemas, stepDown(place, name), below)]);
  return Object.fromEntries(members);
}

function generateArray(view: SchemaView, place: string, walk: Walk): readonly JsonValue[] {
  const { items, keywords } = view;
  if (items.length === 0) return [];
  const least = Number(keywords['minItems'] ?? 0);
  const most = Number(keywords['maxItems'] ?? Math.max(2, least));
  const length = walk.depth < depthOfOptionals ? Math.min(most, Math.max(least, 2)) : least;
  const below = { ...walk, depth: walk.depth + 1 };
  const made = new Map<string, JsonValue>();
  // A value that is there already is tried again at another place, for a while.
  const places = keywords['uniqueItems'] === true ? length * 10 : length;
  for (let index = 0; index < places && made.size < length; index += 1) {
    const item = generateValue(items, stepDown(place, index), below);
    made.set(keywords['uniqueItems'] === true ? JSON.stringify(item) : String(index), item);
  }
  return [...made.values()];
}

function nameOf(place: string): string {
  const steps = place.split('/').filter((step) => !/^\d+$/.test(step));
  return steps.at(-1) ?? '';
}
