import type { JsonObject, JsonValue } from '../json.ts';
import { freezeJson } from '../json.ts';

/**
 * A record of a collection. Immutable: a write makes a new one. The keys of its parents stand
 * beside the body, so that a record can be filed under parents that it does not show.
 */
export interface Item {
  readonly key: string;
  readonly parents: readonly string[];
  readonly body: JsonObject;
}

/** What the store has to know of a collection; the contract's collections fit. */
export interface Shape {
  readonly name: string;
  readonly key: string;
  readonly parents: readonly {
    readonly parameter: string;
    readonly collection: string | undefined;
  }[];
  readonly check: ((body: JsonObject) => readonly RecordFault[]) | undefined;
  hasMember(name: string): boolean;
}

/** One thing that is wrong with a record. */
export interface RecordFault {
  readonly pointer: string;
  readonly message: string;
}

/** One step from a state to the next: a record made, replaced or taken away. */
export interface Change {
  readonly collection: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** How files and people see a record: one flat object, parents among its members. */
export function flattenItem(item: Item, shape: Shape): JsonObject {
  const { key, parents } = shape;
  const beside = parents.flatMap(({ parameter }, index): [string, JsonValue][] => {
    const value = item.parents[index];
    return shape.hasMember(parameter) || value === undefined ? [] : [[parameter, value]];
  });
  const identity: JsonObject = Object.hasOwn(item.body, key) ? {} : { [key]: item.key };
  const [first, ...rest] = Object.entries({ ...identity, ...item.body });
  return Object.fromEntries([...(first ? [first] : []), ...beside, ...rest]);
}

/** The record that a flat object means, or what is wrong with it. */
export function unflattenItem(
  flat: JsonObject,
  shape: Shape,
): { readonly item?: Item; readonly faults: readonly RecordFault[] } {
  const faults: RecordFault[] = [];
  const key = identifierAt(flat, shape.key);
  if (key === undefined)
    faults.push({ pointer: '', message: `has no key: "${shape.key}" is missing` });
  const parents = shape.parents.map(({ parameter }) => {
    const parent = identifierAt(flat, parameter);
    if (parent === undefined)
      faults.push({ pointer: '', message: `has no parent: "${parameter}" is missing` });
    return parent ?? '';
  });
  const beside = new Set(shape.parents.map(({ parameter }) => parameter));
  if (!shape.hasMember(shape.key)) beside.add(shape.key);
  const entries = Object.entries(flat).filter(
    ([name]) => shape.hasMember(name) || !beside.has(name),
  );
  const body: JsonObject = freezeJson(Object.fromEntries(entries));
  faults.push(...(shape.check?.(body) ?? []));
  return key === undefined || faults.length > 0
    ? { faults }
    : { item: { key, parents, body }, faults };
}

function identifierAt(flat: JsonObject, member: string): string | undefined {
  const value = Object.hasOwn(flat, member) ? flat[member] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
