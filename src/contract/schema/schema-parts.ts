import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { encodePart } from '../../base/texts.ts';
import type { Part } from '../load/resolver.ts';
import type { SchemaReader } from './schema-reader.ts';

/** A schema and all schemas that hold together with it: references and `allOf`, each once. */
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

/** The schemas that all parts of a whole have for one member. */
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

/** A reference that leads to a part from any document. */
export function referenceTo({ uri, pointer }: Pick<Part, 'uri' | 'pointer'>): string {
  return `${uri}#${pointer.split('/').map(encodePart).join('/')}`;
}

/** The target of a schema that is only a reference; any other schema is its own target. */
export function skipReferences(reader: SchemaReader, schema: Part): Part {
  let current = schema;
  // A longer chain of references is taken for a circle.
  for (let hops = 0; hops < 100; hops += 1) {
    const { value } = current;
    const isDetour = isJsonObject(value) && '$ref' in value && Object.keys(value).length === 1;
    const target = isDetour ? reader.step(current) : undefined;
    if (!target) return isDetour ? schema : current;
    current = target;
  }
  return schema;
}
