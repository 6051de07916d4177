import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Part } from '../load/resolver.ts';
import { listedIn, textsIn, typeNamesIn, typeOf } from './keywords.ts';
import type { SchemaReader } from './schema-reader.ts';
import { schemaName } from './schema-names.ts';
import { allBelow, membersOf, possibleOf } from './schema-walk.ts';

/**
 * How the values of a schema are written where there is only text: in forms and in XML. It combines
 * what all branches of the schema say; the check decides whether a value fits.
 */
export interface TextShape {
  /** Names of JSON types; empty if the schema does not say. */
  readonly types: ReadonlySet<string>;
  /** The members that the schema names. */
  readonly memberNames: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly items: TextShape;
  readonly xml: XmlHints;
  /** The name of the schema as a component, if it is one. */
  readonly name: string | undefined;
  member(name: string): TextShape;
  coerce(text: string): JsonValue;
}

export interface XmlHints {
  readonly name: string | undefined;
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
  readonly isAttribute: boolean;
  readonly isWrapped: boolean;
}

/** Reads the schema on first use: most schemas are never used for anything but JSON. */
export function compileShape(reader: SchemaReader, schema: Part | undefined): () => TextShape {
  let shape: TextShape | undefined;
  return () => (shape ??= shapeOf({ reader, known: new Map() }, schema ? [schema] : []));
}

interface Survey {
  readonly reader: SchemaReader;
  /** A schema that contains itself has one shape, however deeply a value is nested. */
  readonly known: Map<string, TextShape>;
}

function shapeOf(survey: Survey, schemas: readonly Part[]): TextShape {
  const identity = schemas.map(({ uri, pointer }) => `${uri}#${pointer}`).join(' ');
  const known = survey.known.get(identity);
  if (known) return known;
  const shape = createShape(survey, schemas);
  survey.known.set(identity, shape);
  return shape;
}

/** Reads members and items on demand, because a schema may contain itself. */
function createShape(survey: Survey, schemas: readonly Part[]): TextShape {
  const { reader } = survey;
  const possible = possibleOf(reader, schemas, { areSure: false });
  const types = new Set(possible.flatMap(({ value }) => typesOf(value)));
  const naming = schemas.slice(0, 1).flatMap((schema) => namingChain(reader, schema));
  const members = membersOf(reader, possible);
  const additional = allBelow(reader, possible, 'additionalProperties');
  const named = new Map<string, TextShape>();
  // A body may have thousands of names that the schema does not mention. They share one shape.
  let others: TextShape | undefined;
  return {
    types,
    memberNames: [...members.keys()],
    required: new Set(possible.flatMap(({ value }) => textsIn(value['required']))),
    xml: readHints(reader, naming),
    name: naming.map(schemaName).find((name) => name !== undefined),
    coerce: (text) => coerceByTypes(types, text),
    get items() {
      return shapeOf(survey, allBelow(reader, possible, 'items'));
    },
    member(name) {
      const before = named.get(name);
      if (before) return before;
      const own = members.get(name);
      if (!own) return (others ??= shapeOf(survey, additional));
      const shape = shapeOf(survey, own);
      named.set(name, shape);
      return shape;
    },
  };
}

/** The schemas that may give the name: the given one, and those that it only refers to. */
function namingChain(reader: SchemaReader, schema: Part, depth = 0): readonly Part[] {
  const others = depth < 10 ? reader.parts(schema) : [];
  const [only] = others;
  if (!only || others.length > 1) return [schema];
  return [schema, ...namingChain(reader, only, depth + 1)];
}

function readHints(reader: SchemaReader, naming: readonly Part[]): XmlHints {
  const hints = naming.flatMap((part) => {
    const value = reader.own(part, 'xml')?.value;
    return isJsonObject(value) ? [value] : [];
  });
  const find = (keyword: string): string | undefined => {
    const value = hints.map((hint) => hint[keyword]).find((text) => typeof text === 'string');
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    name: find('name'),
    prefix: find('prefix'),
    namespace: find('namespace'),
    isAttribute: hints.some((hint) => hint['attribute'] === true),
    isWrapped: hints.some((hint) => hint['wrapped'] === true),
  };
}

function typesOf(schema: JsonObject): readonly string[] {
  const names = typeNamesIn(schema);
  const listed = names.length > 0 ? names : listedIn(schema)?.map(typeOf);
  if (listed) return listed;
  if (isJsonObject(schema['properties'])) return ['object'];
  return isJsonObject(schema['items']) ? ['array'] : [];
}

/** A number as JSON writes it: no sign but a minus, no leading zero, no spaces. */
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a number from the text of a parameter, a form field or an XML element. */
export function readNumber(text: string): number | undefined {
  if (!numberPattern.test(text)) return undefined;
  const number = Number(text);
  // `+ 0` makes 0 of -0. JSON has no infinite numbers.
  return Number.isFinite(number) ? number + 0 : undefined;
}

/**
 * Reads a text as the value that the schema describes. It stays a text if the schema allows
 * strings, or if it cannot be read as anything else: then the check says what is wrong.
 */
function coerceByTypes(types: ReadonlySet<string>, text: string): JsonValue {
  if (types.has('string')) return text;
  if (types.has('number') || types.has('integer')) {
    const number = readNumber(text);
    if (number !== undefined) return number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return types.has('null') && (text === '' || text === 'null') ? null : text;
}
