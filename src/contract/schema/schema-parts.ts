import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { encodePart } from '../../base/texts.ts';
import type { Part, SchemaReader } from '../load/resolver.ts';

/** A schema and all that holds wherever it does: what it refers to and `allOf`, each once. */
export function wholeOf(reader: SchemaReader, schema: Part): readonly Part<JsonObject>[] {
  const whole: Part<JsonObject>[] = [];
  const visited = new Set<JsonValue>();
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

/** What all parts of a whole say of one member. */
export function memberOf(
  reader: SchemaReader,
  whole: readonly Part[],
  name: string,
): readonly Part[] {
  return whole.flatMap((part) => {
    const properties = reader.own(part, 'properties');
    const member = properties && reader.own(properties, name);
    return member ? [member] : [];
  });
}

/** The alternatives of a schema, references not followed. */
export function branchesOf(reader: SchemaReader, schema: Part, keyword: string): readonly Part[] {
  const list = reader.own(schema, keyword);
  if (!list || !Array.isArray(list.value)) return [];
  return [...list.value.keys()].flatMap((index) => reader.at(list, index) ?? []);
}

/** The reference that leads to a part, from anywhere. */
export function referenceTo({ uri, pointer }: Pick<Part, 'uri' | 'pointer'>): string {
  return `${uri}#${pointer.split('/').map(encodePart).join('/')}`;
}
