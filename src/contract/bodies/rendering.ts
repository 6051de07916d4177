import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Check, SchemaFault } from '../checks/validators.ts';
import type { Documents, Part } from '../load/documents.ts';
import { compileHiding } from '../schema/hiding.ts';
import { wholeOf } from '../schema/schema-parts.ts';
import type { Payload, Writer } from './body-writer.ts';

/** What of a record a schema lets show. */
type Projection = (record: JsonObject) => JsonObject;

/** A value as it goes out, and what is wrong with it. */
export interface Rendering {
  readonly payload: Payload;
  readonly faults: readonly SchemaFault[];
}

export interface Renderer {
  render(value: JsonValue): Rendering;
  /** What is the same object every time is worked out once, verdict included. */
  renderLasting(value: JsonValue): Rendering;
  /** A record is immutable, so what it looks like is worked out once, verdict included, as far as there is room. */
  renderRecord(record: JsonObject): Rendering;
}

interface BodyForm {
  readonly check: Check | undefined;
  readonly write: Writer;
  /** What a text means that is written in the form of its media type already. */
  readonly read?: (value: JsonValue) => JsonValue;
}

export function compileRenderer(
  documents: Documents,
  schema: Part | undefined,
  { check, write, read = (value) => value }: BodyForm,
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

/** The members that a schema of objects speaks of. */
interface NamedMembers {
  readonly names: ReadonlySet<string>;
  /** Whether there may be others than those that are named. */
  readonly isOpen: boolean;
}

/** Whatever of these a schema has, its names alone don't tell which members there may be. */
const openEnded = ['oneOf', 'anyOf', 'if', 'patternProperties', 'dependentSchemas', 'not'];

export function describeMembers(documents: Documents, schema: Part): NamedMembers {
  const parts = wholeOf(documents, schema);
  const whole = parts.map(({ value }) => value);
  const isPart = (value: JsonValue): boolean => whole.some((one) => one === value);
  const named = whole.filter(({ properties }) => properties !== undefined);
  return {
    names: new Set(named.flatMap(({ properties }) => namesOf(properties))),
    isOpen:
      named.length === 0 ||
      whole.some(isOpenEnded) ||
      parts.some((part) => documents.kinds(part, isPart).length > 0),
  };
}

function isOpenEnded(schema: JsonObject): boolean {
  const { additionalProperties } = schema;
  const isMap = additionalProperties !== undefined && additionalProperties !== false;
  return isMap || openEnded.some((keyword) => keyword in schema);
}

function namesOf(properties: JsonValue | undefined): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** What records look like in one form, each as long as there is the record, if it isn't forgotten before. */
export interface Rendered<T> {
  get(record: JsonObject): T | undefined;
  set(record: JsonObject, rendering: T, length: number): void;
}

/** Each form of a large record is as large again: together, those of a contract take so many characters. */
const mostCharacters = 33_554_432;
/** The forms of smaller records don't count: there is more to a record itself. */
const leastLength = 4096;

export function createRendered<T>(documents: Documents): Rendered<T> {
  const known = new WeakMap<JsonObject, T>();
  const makeRoom = rooms.get(documents) ?? createRoom();
  rooms.set(documents, makeRoom);
  return {
    get: (record) => known.get(record),
    set(record, rendering, length) {
      known.set(record, rendering);
      if (length >= leastLength) makeRoom({ record: new WeakRef(record), known, length });
    },
  };
}

interface Large {
  readonly record: WeakRef<JsonObject>;
  readonly known: WeakMap<JsonObject, unknown>;
  readonly length: number;
}

/** Makes room for one more: the oldest are forgotten. */
type MakeRoom = (large: Large) => void;

const rooms = new WeakMap<Documents, MakeRoom>();

function createRoom(): MakeRoom {
  const kept = new Set<Large>();
  let total = 0;
  return (large) => {
    kept.add(large);
    total += large.length;
    for (const oldest of kept) {
      if (total <= mostCharacters) return;
      kept.delete(oldest);
      total -= oldest.length;
      const record = oldest.record.deref();
      if (record) oldest.known.delete(record);
    }
  };
}
