import type { Documents, Part } from '../contract/documents.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';

/** A schema and the parts that it is made of, seen as one. */
export interface SchemaView {
  /** Keywords that say something about the value itself; of bounds, the tightest. */
  readonly keywords: JsonObject;
  readonly properties: ReadonlyMap<string, Part>;
  readonly required: ReadonlySet<string>;
  readonly items: Part | undefined;
  /** The lists of alternatives: of each one has to be met. */
  readonly choices: readonly (readonly Part[])[];
}

const lowerBounds = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems']);
const upperBounds = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']);

export function viewSchema(documents: Documents, schema: Part): SchemaView {
  const keywords = new Map<string, JsonValue>();
  const properties = new Map<string, Part>();
  const required = new Set<string>();
  const choices: (readonly Part[])[] = [];
  const visited = new Set<JsonValue>();
  let items: Part | undefined;
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
      if (member && !properties.has(name)) properties.set(name, member);
    }
    items ??= documents.own(part, 'items');
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = branchesOf(documents, documents.own(part, keyword));
      if (branches.length > 0) choices.push(branches);
    }
    for (const other of documents.parts(part)) visit(other);
  };
  visit(schema);
  return { keywords: Object.fromEntries(keywords), properties, required, items, choices };
}

/** The schema of a member, whichever part of the whole has it. */
export function viewMember(documents: Documents, schema: Part, name: string): Part | undefined {
  return viewSchema(documents, schema).properties.get(name);
}

/** What is nearer to the schema itself comes first and stays, but for bounds. */
function tighten(name: string, known: JsonValue | undefined, value: JsonValue): JsonValue {
  if (known === undefined) return value;
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
