import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { Subtypes } from './subtypes.ts';

/** What a schema says of its values, with its references, branches and alternatives. */
export interface SchemaFacts {
  readonly part: Part;
  /** All its parts, with the alternatives. */
  readonly schemas: readonly JsonObject[];
  /** The declared members, in the order of the schema. */
  readonly names: ReadonlySet<string>;
  /** The members that are required with every alternative. */
  readonly required: ReadonlySet<string>;
  /** Whether the schema provides for undeclared members. */
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
  readonly isNullable: boolean;
  readonly types: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly fallback: JsonValue | undefined;
  /** A value meets one of these schemas. */
  readonly alternatives: readonly Part[];
  member(name: string): SchemaFacts | undefined;
  items(): SchemaFacts | undefined;
  /** The facts for the subtype that a value names; without any subtype where it names none. */
  of(value: JsonValue | undefined): SchemaFacts;
}

export type StudySchema = (schema: Part) => SchemaFacts;

type Parts = readonly [Part, ...Part[]];
type Study = (parts: Parts) => SchemaFacts;

/** Reads the facts of each schema once. */
export function createStudy(documents: Documents): StudySchema {
  const known = new WeakMap<JsonObject, { readonly parts: Parts; readonly facts: SchemaFacts }[]>();
  // A recursive schema has the same parts at each level of a value, so the cache stays small.
  const study: Study = (parts) => {
    const [{ value }] = parts;
    if (!isJsonObject(value)) return studyParts(documents, study, parts);
    const begun = known.get(value) ?? [];
    const before = begun.find((one) => areSame(one.parts, parts));
    if (before) return before.facts;
    const facts = studyParts(documents, study, parts);
    known.set(value, [...begun, { parts, facts }]);
    return facts;
  };
  return (schema) => study([schema]);
}

function areSame(left: Parts, right: Parts): boolean {
  return (
    left.length === right.length && left.every(({ value }, index) => value === right[index]?.value)
  );
}

/** The facts of the place that the steps lead to; undefined where the schema declares none. */
export function factsAt(facts: SchemaFacts, steps: readonly string[]): SchemaFacts | undefined {
  let current: SchemaFacts | undefined = facts;
  for (const step of steps) {
    current = current?.member(step) ?? (/^\d+$/.test(step) ? current?.items() : undefined);
  }
  return current;
}

/** Turns a key into a number where the schema allows a number and no text. */
export function inFormOf(facts: SchemaFacts | undefined, text: string): JsonValue {
  const { types } = facts ?? { types: new Set<string>() };
  const isNumeric = types.has('integer') || types.has('number');
  const number = Number(text);
  const isNumber = text.trim() !== '' && Number.isSafeInteger(number);
  return isNumeric && !types.has('string') && isNumber ? number : text;
}

/** Whether the schema allows the type of a key, which may be a number here and a text elsewhere. */
export function isInFormOf({ types }: SchemaFacts, value: JsonValue | undefined): boolean {
  const forms = typeof value === 'number' ? ['number', 'integer'] : ['string'];
  return types.size === 0 || forms.some((form) => types.has(form));
}

interface Collected {
  readonly schemas: JsonObject[];
  readonly members: Map<string, [Part, ...Part[]]>;
  readonly required: Set<string>;
  readonly items: Part[];
  readonly alternatives: Part[];
  /** For each base with a discriminator, the subtypes that a value may name. */
  readonly subtypes: Subtypes[];
}

function studyParts(
  documents: Documents,
  study: Study,
  parts: Parts,
  hasKinds = true,
): SchemaFacts {
  const collected = collect(documents, parts, hasKinds);
  const { schemas, members, required, items, alternatives, subtypes } = collected;
  const studied = new Map<string, SchemaFacts>();
  const [item, ...others] = items;
  const types = new Set(schemas.flatMap(({ type }) => [type ?? []].flat()).filter(isText));
  let plain: SchemaFacts | undefined;
  const facts: SchemaFacts = {
    part: parts[0],
    schemas,
    names: new Set(members.keys()),
    required,
    isOpen: members.size === 0 || schemas.some(isOpenEnded),
    isReadOnly: schemas.some(({ readOnly }) => readOnly === true),
    isNullable: types.has('null'),
    types,
    formats: new Set(schemas.flatMap(({ format }) => format ?? []).filter(isText)),
    fallback: schemas.find((schema) => Object.hasOwn(schema, 'default'))?.['default'],
    alternatives,
    member(name) {
      const found = members.get(name);
      if (!found) return undefined;
      const below = studied.get(name) ?? study(found);
      studied.set(name, below);
      return below;
    },
    items: () => item && study([item, ...others]),
    of(value) {
      if (subtypes.length === 0) return facts;
      const kind = findKind(subtypes, value);
      if (kind) return study([kind, ...parts]).of(value);
      return (plain ??= studyParts(documents, study, parts, false));
    },
  };
  return facts;
}

function findKind(all: readonly Subtypes[], value: JsonValue | undefined): Part | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const { property, byValue } of all) {
    const named = Object.hasOwn(value, property) ? value[property] : undefined;
    const kind = isText(named) ? byValue.get(named) : undefined;
    if (kind) return kind;
  }
  return undefined;
}

function collect(documents: Documents, parts: readonly Part[], hasKinds: boolean): Collected {
  const found: Collected = {
    schemas: [],
    members: new Map(),
    required: new Set(),
    items: [],
    alternatives: [],
    subtypes: [],
  };
  const visited = new Set<JsonValue>();
  const sure = new Set<JsonValue>();
  const visit = (part: Part, isSure: boolean, above: readonly JsonValue[]): void => {
    const { value } = part;
    if (!isJsonObject(value)) return;
    const way = [...above, value];
    if (isSure) sure.add(value);
    if (!visited.has(value)) {
      visited.add(value);
      visitParts({ ...part, value }, isSure, way);
    }
    // Also for a base that was visited before as the base of one of its subtypes.
    const kinds = documents.kinds(part, (kind) => way.includes(kind) || sure.has(kind));
    const subtypes = hasKinds && kinds.length > 0 ? documents.subtypes(part) : undefined;
    if (!subtypes) return;
    found.subtypes.push(subtypes);
    for (const kind of kinds) if (!visited.has(kind.value)) visit(kind, false, way);
  };
  const visitParts = (part: Part<JsonObject>, isSure: boolean, way: readonly JsonValue[]): void => {
    note(documents, part, isSure, found);
    for (const other of documents.parts(part)) visit(other, isSure, way);
    for (const keyword of ['oneOf', 'anyOf']) {
      const all = documents.listBelow(part, keyword);
      const others = all.filter((one) => !isNull(one.value));
      if (isSure && others.length > 1) found.alternatives.push(...others);
      if (others.length < all.length) found.schemas.push({ type: 'null' });
      for (const one of others) visit(one, isSure && others.length === 1, way);
    }
  };
  for (const part of parts) visit(part, true, []);
  return found;
}

function note(
  documents: Documents,
  part: Part<JsonObject>,
  isSure: boolean,
  { schemas, members, required, items }: Collected,
): void {
  schemas.push(part.value);
  for (const [name, member] of documents.mapBelow(part, 'properties')) {
    const others = members.get(name);
    if (others) others.push(member);
    else members.set(name, [member]);
  }
  const { required: names } = part.value;
  for (const name of isSure && Array.isArray(names) ? names : []) {
    if (isText(name)) required.add(name);
  }
  const own = documents.own(part, 'items');
  if (own) items.push(own);
}

function isOpenEnded({ additionalProperties, patternProperties }: JsonObject): boolean {
  const isMap = additionalProperties !== undefined && additionalProperties !== false;
  return isMap || patternProperties !== undefined;
}

function isNull(schema: JsonValue): boolean {
  return isJsonObject(schema) && schema['type'] === 'null';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
