import type { JsonObject, JsonValue } from '../json.ts';
import type { Documents, Part } from './documents.ts';
import { describeMembers } from './members.ts';
import type { Check, Fault } from './validators.ts';
import type { Payload, Writer } from './writing.ts';

/** What of a record a schema lets show. */
type Projection = (record: JsonObject) => JsonObject;

/** A value as it goes out, and what is wrong with it. */
export interface Rendering {
  readonly payload: Payload;
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
  { check, write }: { readonly check: Check | undefined; readonly write: Writer },
): Renderer {
  const project = compileProjection(documents, schema);
  const known = new WeakMap<JsonObject, Rendering>();
  const render = (value: JsonValue): Rendering => ({
    payload: write(value),
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
 * a schema that names no finite set of them shows all but the secrets.
 */
function compileProjection(documents: Documents, schema: Part | undefined): Projection {
  if (!schema) return (record) => record;
  const { names, hidden, isOpen } = describeMembers(documents, schema);
  if (isOpen && hidden.size === 0) return (record) => record;
  return (record) => {
    const shown = Object.entries(record).filter(
      ([name]) => !hidden.has(name) && (isOpen || names.has(name)),
    );
    return Object.fromEntries(shown);
  };
}
