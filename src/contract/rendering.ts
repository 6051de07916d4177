import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Documents, Part } from './documents.ts';
import type { Check, Fault } from './validators.ts';

/** What of a record a schema lets show. */
type Projection = (record: JsonObject) => JsonObject;

/** A value as it goes out, and what is wrong with it. */
export interface Rendering {
  readonly text: string;
  readonly faults: readonly Fault[];
}

export interface Renderer {
  render(value: JsonValue): Rendering;
  /** A record is immutable, so what it looks like is worked out once, verdict included. */
  renderRecord(record: JsonObject): Rendering;
}

export function compileRenderer(
  documents: Documents,
  schema: Part | undefined,
  check: Check | undefined,
): Renderer {
  const project = compileProjection(documents, schema);
  const known = new WeakMap<JsonObject, Rendering>();
  const render = (value: JsonValue): Rendering => ({
    text: JSON.stringify(value),
    faults: check?.(value) ?? [],
  });
  return {
    render,
    renderRecord(record) {
      const before = known.get(record);
      if (before) return before;
      const rendering = render(project(record));
      known.set(record, rendering);
      return rendering;
    },
  };
}

/**
 * A record may hold more than a response shows: members that another operation's schema has, and
 * secrets that are written but never read. Only members that the response's schema names are shown;
 * a schema that names no finite set of members (alternatives, maps) shows them all.
 */
function compileProjection(documents: Documents, schema: Part | undefined): Projection {
  const shown = schema && collectMembers(documents, schema);
  if (!shown) return (record) => record;
  return (record) => {
    const entries = Object.entries(record).filter(([name]) => shown.has(name));
    return Object.fromEntries(entries);
  };
}

const openEnded = ['oneOf', 'anyOf', 'if', 'patternProperties', 'dependentSchemas', 'not'];

/** The names that a schema gives to members; undefined where it leaves them open. */
export function collectMembers(
  documents: Documents,
  schema: Part,
  visited: Set<JsonValue> = new Set(),
): ReadonlySet<string> | undefined {
  const part = documents.follow(schema);
  if (!part || !isJsonObject(part.value) || visited.has(part.value)) return undefined;
  visited.add(part.value);
  if (isOpenEnded(part.value)) return undefined;
  const own = namedMembers(documents, part);
  const branches = part.value['allOf'];
  if (!Array.isArray(branches)) return own;
  const members = new Set(own);
  for (const index of branches.keys()) {
    const branch = documents.child(part, 'allOf', index);
    const more = branch && collectMembers(documents, branch, visited);
    if (!more) return undefined;
    for (const name of more) members.add(name);
  }
  return members;
}

function isOpenEnded(schema: JsonObject): boolean {
  const { additionalProperties } = schema;
  const isMap = additionalProperties !== undefined && additionalProperties !== false;
  return isMap || openEnded.some((keyword) => keyword in schema);
}

function namedMembers(documents: Documents, schema: Part): ReadonlySet<string> | undefined {
  const properties = documents.child(schema, 'properties');
  if (!properties || !isJsonObject(properties.value)) return undefined;
  const names = Object.keys(properties.value);
  return new Set(
    names.filter((name) => documents.child(properties, name, 'writeOnly')?.value !== true),
  );
}
