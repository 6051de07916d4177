import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { encodePart } from '../../base/texts.ts';
import { schemaMaps, schemaMembers } from '../load/form-table.ts';
import type { Part } from '../load/resolver.ts';
import { namesIn } from './keywords.ts';
import type { SchemaReader, SchemaSteps } from './schema-reader.ts';

/** The schemas above a schema for the same value, by which a circle of references is found. */
export type Lineage = ReadonlySet<JsonValue>;

const nothing: Lineage = new Set();

/**
 * A schema and all schemas that hold together with it: references and `allOf`, each once. Those in
 * `met` are left out.
 */
export function wholeOf(
  reader: SchemaSteps,
  schema: Part,
  met: Lineage = nothing,
): readonly Part<JsonObject>[] {
  const whole: Part<JsonObject>[] = [];
  const visited = new Set(met);
  const visit = (part: Part): void => {
    const { value } = part;
    if (!isJsonObject(value) || visited.has(value)) return;
    visited.add(value);
    whole.push({ ...part, value });
    for (const other of reader.parts(part)) visit(other);
  };
  visit(schema);
  return whole;
}

/** A schema that may hold for a value. */
export interface PossibleSchema extends Part<JsonObject> {
  /** Whether it holds whenever the first schemas do. */
  readonly isSure: boolean;
  /** Whether schemas that extend it may hold, too. */
  readonly isBase: boolean;
}

export interface PossibleOptions {
  /** Whether schemas may hold that a condition in another one chooses. Default: they are left out. */
  readonly hasConditions?: boolean;
  /** Whether a base stands for the schemas that extend it. Default: it does. */
  readonly hasKinds?: boolean;
  /** Whether the given schemas hold together. Default: they do; if not, each may hold. */
  readonly areSure?: boolean;
  /** Selects the alternatives of a list that may hold. Default: all. */
  readonly choose?: (alternatives: readonly Part[]) => readonly Part[];
}

const conditions = ['if', 'then', 'else'];

/** All schemas that may hold for a value: the given ones, their parts and alternatives, each once. */
export function possibleOf(
  reader: SchemaReader,
  schemas: readonly Part[],
  options: PossibleOptions = {},
): readonly PossibleSchema[] {
  const { hasConditions = false, hasKinds = true, areSure = true, choose = (all) => all } = options;
  const found = new Map<JsonValue, PossibleSchema>();
  const sure = new Set<JsonValue>();
  const visit = (part: Part, isSure: boolean, above: readonly JsonValue[]): void => {
    const { uri, pointer, value } = part;
    if (!isJsonObject(value)) return;
    const way = [...above, value];
    if (isSure) sure.add(value);
    if (!found.has(value)) {
      found.set(value, { uri, pointer, value, isSure, isBase: false });
      for (const other of reader.parts(part)) visit(other, isSure, way);
      for (const list of listsOf(reader, part)) {
        const chosen = choose(list);
        for (const one of chosen) visit(one, isSure && chosen.length === 1, way);
      }
      if (hasConditions) for (const one of conditionsOf(reader, part)) visit(one, false, way);
    }
    // Also for a base that was met before: if one of its subtypes led to it, it stood for none.
    const isMet = (kind: JsonValue): boolean => way.includes(kind) || sure.has(kind);
    const kinds = hasKinds ? reader.kinds(part, isMet) : [];
    const known = found.get(value);
    if (known && kinds.length > 0) found.set(value, { ...known, isBase: true });
    for (const kind of kinds) if (!found.has(kind.value)) visit(kind, false, way);
  };
  for (const schema of schemas) visit(schema, areSure, []);
  return [...found.values()];
}

/** The lists of a schema of which a value has to meet one. */
export function listsOf(reader: SchemaSteps, schema: Part): readonly (readonly Part[])[] {
  return ['oneOf', 'anyOf']
    .map((keyword) => reader.listBelow(schema, keyword))
    .filter((list) => list.length > 0);
}

function conditionsOf(reader: SchemaSteps, schema: Part): readonly Part[] {
  return [
    ...conditions.flatMap((keyword) => reader.own(schema, keyword) ?? []),
    ...reader.mapBelow(schema, 'dependentSchemas').map(([, part]) => part),
  ];
}

/** The lists of schemas of which a value has to match one, without those that lead in a circle. */
export function alternativesOf(
  reader: SchemaReader,
  schema: Part,
  lineage: Lineage = nothing,
): readonly (readonly Part[])[] {
  const kinds = reader.kinds(schema, (kind) => lineage.has(kind));
  return [...listsOf(reader, schema), kinds].flatMap((parts) => {
    const straight = parts.filter((part) => {
      const target = reader.follow(part);
      return target !== undefined && !lineage.has(target.value);
    });
    return straight.length === 0 ? [] : [straight];
  });
}

/** The schemas that several schemas have for each member, in the order of the names. */
export function membersOf(
  reader: SchemaSteps,
  schemas: readonly Part[],
): ReadonlyMap<string, readonly [Part, ...Part[]]> {
  const members = new Map<string, [Part, ...Part[]]>();
  for (const schema of schemas) {
    for (const [name, member] of reader.mapBelow(schema, 'properties')) {
      const others = members.get(name);
      if (others) others.push(member);
      else members.set(name, [member]);
    }
  }
  return members;
}

/** The schemas that several schemas have for one member. */
export function memberOf(
  reader: SchemaSteps,
  schemas: readonly Part[],
  name: string,
): readonly Part[] {
  return schemas.flatMap((schema) => {
    const properties = reader.own(schema, 'properties');
    return (properties && reader.own(properties, name)) ?? [];
  });
}

/** What several schemas have below a keyword. */
export function allBelow(
  reader: SchemaSteps,
  schemas: readonly Part[],
  keyword: string,
): readonly Part[] {
  return schemas.flatMap((schema) => reader.own(schema, keyword) ?? []);
}

/** The value of a keyword in a schema, or in one that holds together with it. */
export function keywordOf(
  reader: SchemaSteps,
  schema: Part,
  keyword: string,
): JsonValue | undefined {
  return wholeOf(reader, schema).find(({ value }) => Object.hasOwn(value, keyword))?.value[keyword];
}

/** Keywords that hold schemas for the same value as the schema around them. */
export const sameValue: ReadonlySet<string> = new Set(
  'allOf anyOf oneOf not if then else dependentSchemas'.split(' '),
);
const definitions = new Set(['$defs', 'definitions']);

/** The schemas that apply inside a schema, with the keyword that holds each. */
export function schemasIn(
  reader: SchemaSteps,
  schema: Part,
): readonly (readonly [keyword: string, schema: Part])[] {
  return namesIn(schema.value).flatMap((keyword) => {
    if (!schemaMembers.has(keyword) || definitions.has(keyword)) return [];
    const own = reader.own(schema, keyword);
    const below = schemaMaps.has(keyword)
      ? reader.mapBelow(schema, keyword).map(([, part]) => part)
      : Array.isArray(own?.value)
        ? reader.listBelow(schema, keyword)
        : own
          ? [own]
          : [];
    return below.map((part) => [keyword, part] as const);
  });
}

/** Whether any schema in reach is sought. Remembers in `harmless` those that reach none. */
export function reaches(
  reader: SchemaReader,
  schemas: readonly Part[],
  isSought: (schema: Part<JsonObject>) => boolean,
  harmless: Set<JsonValue>,
): boolean {
  const visited = new Set<JsonValue>();
  const queue: Part[] = [...schemas];
  for (let part = queue.pop(); part; part = queue.pop()) {
    const { value } = part;
    if (!isJsonObject(value) || visited.has(value) || harmless.has(value)) continue;
    visited.add(value);
    if (isSought({ ...part, value })) return true;
    const inner = schemasIn(reader, part).map(([, below]) => below);
    const kinds = reader.kinds(part, () => false);
    queue.push(...reader.targetsOf(part), ...kinds, ...inner);
  }
  for (const value of visited) harmless.add(value);
  return false;
}

/** A reference that leads to a part from any document. */
export function referenceTo({ uri, pointer }: Pick<Part, 'uri' | 'pointer'>): string {
  return `${uri}#${pointer.split('/').map(encodePart).join('/')}`;
}

/** The target of a schema that is only a reference; any other schema is its own target. */
export function skipReferences(reader: SchemaSteps, schema: Part): Part {
  let current = schema;
  // A longer chain of references is taken for a circle.
  for (let hops = 0; hops < 100; hops += 1) {
    if (!isReference(current.value)) return current;
    const target = reader.step(current);
    if (!target) return schema;
    current = target;
  }
  return schema;
}

/** Whether a schema says nothing but where another one is. */
export function isReference(schema: JsonValue): boolean {
  return (
    isJsonObject(schema) && typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1
  );
}
