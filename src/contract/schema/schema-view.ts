import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';

/** The schemas of the members and items of a value. */
export interface SchemaView {
  readonly properties: ReadonlyMap<string, readonly Part[]>;
  readonly items: readonly Part[];
}

/** Selects the alternatives that a value is taken to meet. */
export type ChooseBranch = (alternatives: readonly Part[]) => readonly Part[];

/** Views schemas that one value meets, with all their parts. */
export function viewSchemas(
  documents: Documents,
  schemas: readonly Part[],
  choose: ChooseBranch,
): SchemaView {
  const properties = new Map<string, readonly Part[]>();
  const items: Part[] = [];
  const visited = new Set<JsonValue>();
  const visit = (part: Part): void => {
    if (!isJsonObject(part.value) || visited.has(part.value)) return;
    visited.add(part.value);
    for (const [name, member] of documents.mapBelow(part, 'properties')) {
      properties.set(name, [...(properties.get(name) ?? []), member]);
    }
    const own = documents.own(part, 'items');
    if (own) items.push(own);
    for (const other of documents.parts(part)) visit(other);
    for (const keyword of ['oneOf', 'anyOf']) {
      const alternatives = documents.listBelow(part, keyword);
      if (alternatives.length > 0) for (const chosen of choose(alternatives)) visit(chosen);
    }
  };
  for (const schema of schemas) visit(schema);
  return { properties, items };
}
