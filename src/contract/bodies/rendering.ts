import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Check, SchemaFault } from '../checks/validators.ts';
import type { Documents, Part } from '../load/documents.ts';
import { compileHiding } from '../schema/hiding.ts';
import { namesIn, textsIn } from '../schema/keywords.ts';
import { wholeOf } from '../schema/schema-walk.ts';
import type { Payload } from './formats/format.ts';

/** Keeps the members of a record that a schema shows. */
type Projection = (record: JsonObject) => JsonObject;

/** A value as the server sends it, and what its schema finds wrong with it. */
export interface Rendering {
  readonly payload: Payload;
  readonly faults: readonly SchemaFault[];
}

export interface Renderer {
  render(value: JsonValue): Rendering;
  /** Caches the rendering, with its faults, of a value that is the same object in every call. */
  renderLasting(value: JsonValue): Rendering;
  /** Caches the rendering of a record, which is immutable; space for large ones is limited. */
  renderRecord(record: JsonObject): Rendering;
}

interface BodyForm {
  readonly check: Check | undefined;
  readonly write: (value: JsonValue) => Payload;
  /** Reads a text that is already in the form of its media type as the value that it stands for. */
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
    // The check sees what the server sends.
    const shown = hide(meant);
    const isDocument = typeof value === 'string' && meant !== value;
    // A text that is already a document is sent unchanged, unless it holds write-only members.
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
 * A record may hold members that only another operation's schema has. A response shows the members
 * that its own schema names; a schema that names no finite set shows all of them.
 */
function compileProjection(documents: Documents, schema: Part | undefined): Projection {
  const names = schema && namedMembers(documents, schema);
  if (!names) return (record) => record;
  return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
}

/** With one of these keywords, `properties` alone does not tell which members a value may have. */
const openEnded = ['oneOf', 'anyOf', 'if', 'patternProperties', 'dependentSchemas', 'not'];

/** The members that a schema of objects declares or requires; undefined where a value may have others, too. */
function namedMembers(documents: Documents, schema: Part): ReadonlySet<string> | undefined {
  const parts = wholeOf(documents, schema);
  const isPart = (value: JsonValue): boolean => parts.some((part) => part.value === value);
  const named = parts.filter(({ value }) => value['properties'] !== undefined);
  const isOpen =
    named.length === 0 ||
    parts.some(({ value }) => isOpenEnded(value)) ||
    parts.some((part) => documents.kinds(part, isPart).length > 0);
  if (isOpen) return undefined;
  return new Set([
    ...named.flatMap((part) => namesIn(part.value['properties'])),
    ...parts.flatMap((part) => textsIn(part.value['required'])),
  ]);
}

function isOpenEnded(schema: JsonObject): boolean {
  const { additionalProperties = false } = schema;
  return additionalProperties !== false || openEnded.some((keyword) => keyword in schema);
}

/** A cache of records in one form. An entry lives as long as its record, or until it is removed. */
export interface Rendered<T> {
  get(record: JsonObject): T | undefined;
  set(record: JsonObject, rendering: T, length: number): void;
}

/** The most characters that all cached forms of one contract's large records may have together. */
const mostCharacters = 33_554_432;
/** Shorter forms do not count: the record itself takes more memory. */
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

/** Counts one more large form, and removes the oldest ones above the limit. */
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
