import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Part } from '../load/resolver.ts';
import { wholeOf } from './schema-parts.ts';
import type { SchemaReader } from './schema-reader.ts';

/** The schemas that extend a base, by the value of the member `property`. */
export interface Subtypes {
  readonly property: string;
  readonly byValue: ReadonlyMap<string, Part>;
}

/** Finds the subtypes that a base names, or that name it, if it does not list alternatives. */
export type FindSubtypes = (schema: Part) => Subtypes | undefined;

export function createSubtypes(reader: SchemaReader): FindSubtypes {
  const heirs = new Map<string, Heirs>();
  const heirsOf = (schema: Part): readonly Heir[] => {
    const known = heirs.get(schema.uri) ?? mapHeirs(reader, schema.uri);
    heirs.set(schema.uri, known);
    return known.get(schema.value) ?? [];
  };
  return (schema) => {
    const property = propertyOf(reader, schema);
    if (property === undefined || hasAlternatives(schema.value)) return undefined;
    const byValue = new Map(heirsOf(schema).map(({ name, part }) => [name, part]));
    for (const [value, target] of mappingOf(reader, schema)) {
      if (target && target.value !== schema.value) byValue.set(value, target);
      else byValue.delete(value);
    }
    return byValue.size > 0 ? { property, byValue } : undefined;
  };
}

export function propertyOf(reader: SchemaReader, schema: Part): string | undefined {
  const discriminator = reader.own(schema, 'discriminator');
  const property = discriminator && reader.own(discriminator, 'propertyName')?.value;
  return typeof property === 'string' ? property : undefined;
}

export function hasParts(schema: JsonValue): boolean {
  return isJsonObject(schema) && Array.isArray(schema['allOf']);
}

export function hasAlternatives(schema: JsonValue): boolean {
  return isJsonObject(schema) && ('oneOf' in schema || 'anyOf' in schema);
}

export function mappingOf(
  reader: SchemaReader,
  schema: Part,
): readonly (readonly [value: string, target: Part | undefined])[] {
  const discriminator = reader.own(schema, 'discriminator');
  const mapping = discriminator && reader.own(discriminator, 'mapping')?.value;
  return Object.entries(isJsonObject(mapping) ? mapping : {}).map(([value, target]) => [
    value,
    typeof target === 'string' ? findTarget(reader, schema.uri, target) : undefined,
  ]);
}

/** A mapping may name a component, or hold a reference. */
function findTarget(reader: SchemaReader, uri: string, target: string): Part | undefined {
  const schemas = componentsOf(reader, uri);
  const named = schemas && reader.child(schemas, target);
  return named ?? reader.follow({ uri, pointer: '', value: { $ref: target } });
}

function componentsOf(reader: SchemaReader, uri: string): Part | undefined {
  const root = reader.sources.get(uri)?.root;
  return root === undefined
    ? undefined
    : reader.child({ uri, pointer: '', value: root }, 'components', 'schemas');
}

/** Whether a base is the schema itself, or is written inside it: a schema does not extend those. */
function isOwn(base: Part, part: Part): boolean {
  return base.uri === part.uri && `${base.pointer}/`.startsWith(`${part.pointer}/`);
}

interface Heir {
  readonly name: string;
  readonly part: Part;
}

/** The components that extend a base, by the base. */
type Heirs = ReadonlyMap<JsonValue, readonly Heir[]>;

function mapHeirs(reader: SchemaReader, uri: string): Heirs {
  const heirs = new Map<JsonValue, Heir[]>();
  const schemas = componentsOf(reader, uri);
  const components: JsonObject = schemas && isJsonObject(schemas.value) ? schemas.value : {};
  for (const [name, component] of Object.entries(components)) {
    if (!hasParts(component)) continue;
    const part = schemas && reader.at(schemas, name);
    for (const base of part ? wholeOf(reader, part) : []) {
      if (!part || isOwn(base, part) || !('discriminator' in base.value)) continue;
      heirs.set(base.value, [...(heirs.get(base.value) ?? []), { name, part }]);
    }
  }
  return heirs;
}
