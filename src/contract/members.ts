import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Documents, Part } from './documents.ts';

/** The members that a schema of objects speaks of. */
export interface Members {
  readonly names: ReadonlySet<string>;
  /** Those that are written and never read. */
  readonly hidden: ReadonlySet<string>;
  /** Whether there may be others than those that are named. */
  readonly isOpen: boolean;
}

/** Whatever of these a schema has, its names alone don't tell which members there may be. */
const openEnded = ['oneOf', 'anyOf', 'if', 'patternProperties', 'dependentSchemas', 'not'];

export function describeMembers(documents: Documents, schema: Part): Members {
  const names = new Set<string>();
  const hidden = new Set<string>();
  const visited = new Set<JsonValue>();
  let isOpen = false;
  let isNamed = false;
  const visit = (part: Part): void => {
    if (!isJsonObject(part.value) || visited.has(part.value)) return;
    visited.add(part.value);
    isOpen ||= isOpenEnded(part.value);
    const properties = documents.own(part, 'properties');
    isNamed ||= properties !== undefined;
    for (const name of namesOf(properties)) {
      names.add(name);
      const isHidden = properties && documents.child(properties, name, 'writeOnly')?.value === true;
      if (isHidden) hidden.add(name);
    }
    for (const other of documents.parts(part)) visit(other);
  };
  visit(schema);
  return { names, hidden, isOpen: isOpen || !isNamed };
}

function isOpenEnded(schema: JsonObject): boolean {
  const { additionalProperties } = schema;
  const isMap = additionalProperties !== undefined && additionalProperties !== false;
  return isMap || openEnded.some((keyword) => keyword in schema);
}

function namesOf(properties: Part | undefined): readonly string[] {
  return properties && isJsonObject(properties.value) ? Object.keys(properties.value) : [];
}
