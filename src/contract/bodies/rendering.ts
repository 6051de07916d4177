import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { compileHiding } from '../schema/hiding.ts';
import { describeMembers } from '../schema/members.ts';
import { createRendered } from './rendered.ts';
import type { Check, Fault } from '../checks/validators.ts';
import type { Payload, Writer } from './body-writer.ts';

/** What of a record a schema lets show. */
type Projection = (record: JsonObject) => JsonObject;

/** A value as it goes out, and what is wrong with it. */
export interface Rendering {
  readonly payload: Payload;
  readonly faults: readonly Fault[];
}

export interface Renderer {
  render(value: JsonValue): Rendering;
  /** What is the same object every time is worked out once, verdict included. */
  renderLasting(value: JsonValue): Rendering;
  /** A record is immutable, so what it looks like is worked out once, verdict included, as far as there is room. */
  renderRecord(record: JsonObject): Rendering;
}

interface Form {
  readonly check: Check | undefined;
  readonly write: Writer;
  /** What a text means that is written in the form of its media type already. */
  readonly read?: (value: JsonValue) => JsonValue;
}

export function compileRenderer(
  documents: Documents,
  schema: Part | undefined,
  { check, write, read = (value) => value }: Form,
): Renderer {
  let project: Projection | undefined;
  const hide = schema ? compileHiding(documents, schema) : (value: JsonValue) => value;
  const known = createRendered<Rendering>(documents);
  const lasting = new WeakMap<object, Rendering>();
  const render = (value: JsonValue): Rendering => {
    const meant = read(value);
    // What is checked is what is sent.
    const shown = hide(meant);
    const isDocument = typeof value === 'string' && meant !== value;
    // A document goes out as it stands, unless it tells what nobody may read.
    const payload = isDocument && shown === meant ? value : write(shown);
    return { payload, faults: check?.(shown) ?? [] };
  };
  return {
    render,
    renderLasting(value) {
      if (typeof value !== 'object' || value === null) return render(value);
      const before = lasting.get(value);
      if (before) return before;
      const rendering = render(value);
      lasting.set(value, rendering);
      return rendering;
    },
    renderRecord(record) {
      const before = known.get(record);
      if (before) return before;
      project ??= compileProjection(documents, schema);
      const rendering = render(project(record));
      known.set(record, rendering, rendering.payload.length);
      return rendering;
    },
  };
}

/**
 * A record may hold more than a response shows: members that another operation's schema has. Only
 * those that the response's schema names are shown; a schema that names no finite set shows all.
 */
function compileProjection(documents: Documents, schema: Part | undefined): Projection {
  if (!schema) return (record) => record;
  const { names, isOpen } = describeMembers(documents, schema);
  if (isOpen) return (record) => record;
  return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
}
