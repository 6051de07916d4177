import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Part } from '../load/resolver.ts';
import { isNull, listedIn, textsIn, typeNamesIn } from './keywords.ts';
import { labelsIn } from './labels.ts';
import { isOpenEnded } from './outlines.ts';
import type { SchemaReader, Subtypes } from './schema-reader.ts';
import { allBelow, listsOf, membersOf, possibleOf } from './schema-walk.ts';

/** What a schema says of its values, with its references, branches and alternatives. */
export interface SchemaFacts {
  readonly part: Part;
  /** All its parts, with the alternatives. */
  readonly schemas: readonly JsonObject[];
  /** The declared members, in the order of the schema; then those that are only required. */
  readonly names: ReadonlySet<string>;
  /** The members that are required with every alternative. */
  readonly required: ReadonlySet<string>;
  /** Whether the schema provides for undeclared members. */
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
  readonly isNullable: boolean;
  /** Whether null is only tolerated: authors mean it, and other readers of the contract refuse it. */
  readonly isNullTolerated: boolean;
  readonly types: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly fallback: JsonValue | undefined;
  /** The first example that is a plain value. */
  readonly example: JsonValue | undefined;
  /** The values that the schema lists; empty where it lists none. */
  readonly listed: readonly JsonValue[];
  /** What listed values mean that are no words themselves: `Pending` for 10. */
  readonly labels: ReadonlyMap<JsonValue, string>;
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
export function createStudy(reader: SchemaReader): StudySchema {
  const known = new WeakMap<JsonObject, { readonly parts: Parts; readonly facts: SchemaFacts }[]>();
  // A recursive schema has the same parts at each level of a value, so the cache stays small.
  const study: Study = (parts) => {
    const [{ value }] = parts;
    if (!isJsonObject(value)) return studyParts(reader, study, parts);
    const begun = known.get(value) ?? [];
    const before = begun.find((one) => areSame(one.parts, parts));
    if (before) return before.facts;
    const facts = studyParts(reader, study, parts);
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

function studyParts(
  reader: SchemaReader,
  study: Study,
  parts: Parts,
  hasKinds = true,
): SchemaFacts {
  const possible = possibleOf(reader, parts, { hasKinds, choose: withoutNull });
  const schemas = possible.map(({ value }) => value);
  const sure = possible.filter(({ isSure }) => isSure);
  const lists = possible.map((part) => listsOf(reader, part));
  const declared = membersOf(reader, possible);
  const members = new Map([...declared, ...undeclaredIn(possible, declared)]);
  const subtypes = possible.flatMap((part) => (part.isBase && reader.subtypes(part)) || []);
  const studied = new Map<string, SchemaFacts>();
  const [item, ...others] = allBelow(reader, possible, 'items');
  const nulls = lists.flat(2).filter((one) => isNull(one.value));
  const hasNull = nulls.length > 0;
  const types = new Set([...schemas.flatMap(typeNamesIn), ...(hasNull ? ['null'] : [])]);
  let plain: SchemaFacts | undefined;
  const facts: SchemaFacts = {
    part: parts[0],
    schemas,
    names: new Set(members.keys()),
    required: new Set(sure.flatMap(({ value }) => textsIn(value['required']))),
    isOpen: declared.size === 0 || possible.some(isOpenEnded),
    isReadOnly: schemas.some(({ readOnly }) => readOnly === true),
    isNullable: types.has('null'),
    isNullTolerated: nulls.some(
      ({ value }) => isJsonObject(value) && value['x-tolerated'] === true,
    ),
    types,
    formats: new Set(schemas.flatMap(({ format }) => format ?? []).filter(isText)),
    fallback: schemas.find((schema) => Object.hasOwn(schema, 'default'))?.['default'],
    example: schemas.flatMap(examplesIn).find((value) => typeof value !== 'object'),
    listed: schemas.map(listedIn).find((values) => values !== undefined) ?? [],
    labels: labelsIn(schemas),
    alternatives: lists.flatMap((all, index) =>
      all
        .map(withoutNull)
        .flatMap((list) => (possible[index]?.isSure && list.length > 1 ? list : [])),
    ),
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
      return (plain ??= studyParts(reader, study, parts, false));
    },
  };
  return facts;
}

/** Members that a schema requires, and of which no schema says anything: they have any value. */
function undeclaredIn(
  schemas: readonly Part<JsonObject>[],
  declared: ReadonlyMap<string, unknown>,
): readonly (readonly [string, Parts])[] {
  return schemas.flatMap(({ uri, pointer, value: { required } }) =>
    textsIn(required).flatMap((name, index): readonly (readonly [string, Parts])[] => {
      if (declared.has(name)) return [];
      return [[name, [{ uri, pointer: `${pointer}/required/${index}`, value: true }]]];
    }),
  );
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

/** Null among alternatives is no alternative of its own. */
function withoutNull(alternatives: readonly Part[]): readonly Part[] {
  return alternatives.filter(({ value }) => !isNull(value));
}

function examplesIn({ example, examples }: JsonObject): readonly JsonValue[] {
  const listed: readonly JsonValue[] = Array.isArray(examples) ? examples : [];
  return example === undefined ? listed : [example, ...listed];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
