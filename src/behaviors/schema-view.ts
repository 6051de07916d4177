import type { Documents, Part } from '../contract/documents.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, isSameJson } from '../json.ts';

/** Schemas that one value has to meet, seen as one, with all the parts that they are made of. */
export interface SchemaView {
  /** Keywords that say something about the value itself; of bounds, the tightest. */
  readonly keywords: JsonObject;
  /** Every part may have something to say of a member. */
  readonly properties: ReadonlyMap<string, readonly Part[]>;
  readonly required: ReadonlySet<string>;
  readonly items: readonly Part[];
}

/** Which of several alternatives a value is to meet. */
export type Choose = (alternatives: readonly Part[]) => readonly Part[];

const lowerBounds = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems']);
const upperBounds = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']);

export function viewSchemas(
  documents: Documents,
  schemas: readonly Part[],
  choose: Choose,
): SchemaView {
  const keywords = new Map<string, JsonValue>();
  const properties = new Map<string, readonly Part[]>();
  const required = new Set<string>();
  const items: Part[] = [];
  const visited = new Set<JsonValue>();
  const visit = (part: Part): void => {
    if (!isJsonObject(part.value) || visited.has(part.value)) return;
    visited.add(part.value);
    for (const [name, value] of Object.entries(part.value)) {
      keywords.set(name, tighten(name, keywords.get(name), value));
    }
    for (const name of textsOf(part.value['required'])) required.add(name);
    const declared = documents.own(part, 'properties');
    for (const name of namesOf(declared)) {
      const member = declared && documents.at(declared, name);
      if (member) properties.set(name, [...(properties.get(name) ?? []), member]);
    }
    const own = documents.own(part, 'items');
    if (own) items.push(own);
    for (const other of documents.parts(part)) visit(other);
    for (const keyword of ['oneOf', 'anyOf']) {
      const alternatives = branchesOf(documents, documents.own(part, keyword));
      if (alternatives.length > 0) for (const chosen of choose(alternatives)) visit(chosen);
    }
  };
  for (const schema of schemas) visit(schema);
  return { keywords: Object.fromEntries(keywords), properties, required, items };
}

/** What is met first stays, but for bounds and lists of values, which only get tighter. */
function tighten(name: string, known: JsonValue | undefined, value: JsonValue): JsonValue {
  if (known === undefined) return value;
  if (name === 'enum' && Array.isArray(known) && Array.isArray(value)) {
    return known.filter((one: JsonValue) =>
      value.some((other: JsonValue) => isSameJson(one, other)),
    );
  }
  if (typeof known !== 'number' || typeof value !== 'number') return known;
  if (lowerBounds.has(name)) return Math.max(known, value);
  return upperBounds.has(name) ? Math.min(known, value) : known;
}

function branchesOf(documents: Documents, list: Part | undefined): readonly Part[] {
  const indexes = Array.isArray(list?.value) ? [...list.value.keys()] : [];
  return indexes.flatMap((index) => (list && documents.at(list, index)) ?? []);
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function namesOf(part: Part | undefined): readonly string[] {
  return part && isJsonObject(part.value) ? Object.keys(part.value) : [];
}
