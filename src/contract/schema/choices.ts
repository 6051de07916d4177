import type { JsonValue } from '../../base/json.ts';
import { isSameJson } from '../../base/json.ts';
import type { Part } from '../load/resolver.ts';
import { isOfType } from './keywords.ts';
import type { SchemaReader } from './schema-reader.ts';
import type { Lineage } from './schema-walk.ts';
import { allBelow, alternativesOf, membersOf, wholeOf } from './schema-walk.ts';

/** The values that a schema lists one by one, for a value and for its members and items. */
export interface Choices {
  readonly values: readonly ListedValue[];
  /** The choices of each item. */
  readonly items: Choices | undefined;
  readonly members: ReadonlyMap<string, Choices>;
}

export interface ListedValue {
  readonly value: JsonValue;
  /** Where the contract lists the value. */
  readonly place: Pick<Part, 'uri' | 'pointer'>;
}

/** Deeper members, and schemas beyond this number, are left out. */
const deepest = 6;
const mostSchemas = 2000;

/**
 * Finds the values from which a request can choose; undefined if there are none. Read-only members
 * are left out, because the server sets them. A recursive schema is followed once.
 */
export function outlineChoices(reader: SchemaReader, schema: Part): Choices | undefined {
  const gather = createGatherer(reader);
  const outline = (parts: readonly Part[], depth: number, above: Lineage): Choices | undefined => {
    // If several schemas describe one value, each of them may belong to an alternative.
    const gathered = parts.map((part) => gather(part, above, parts.length > 1));
    if (depth > deepest || gathered.some(({ isReadOnly }) => isReadOnly)) return undefined;
    const below = new Set([...above, ...gathered.flatMap(({ layers }) => layers)]);
    const members = new Map<string, Choices>();
    for (const [name, own] of joinMembers(gathered)) {
      const found = outline(own, depth + 1, below);
      if (found) members.set(name, found);
    }
    const lists = gathered.flatMap((one) => one.items);
    const items = lists.length === 0 ? undefined : outline(lists, depth + 1, below);
    const values = listDistinct(gathered.flatMap((one) => one.values));
    const isEmpty = values.length === 0 && members.size === 0 && items === undefined;
    return isEmpty ? undefined : { values, items, members };
  };
  return outline([schema], 0, new Set());
}

/** What a schema and its alternatives say of one value. */
interface GatheredChoices {
  readonly layers: readonly JsonValue[];
  readonly values: readonly ListedValue[];
  readonly items: readonly Part[];
  readonly members: ReadonlyMap<string, readonly Part[]>;
  readonly isReadOnly: boolean;
}

const nothing: GatheredChoices = {
  layers: [],
  values: [],
  items: [],
  members: new Map(),
  isReadOnly: false,
};

type Gather = (schema: Part, above: Lineage, isAlternative: boolean) => GatheredChoices;

function createGatherer(reader: SchemaReader): Gather {
  let visits = 0;
  const gather: Gather = (schema, above, isAlternative) => {
    visits += 1;
    if (visits > mostSchemas) return nothing;
    const layers = wholeOf(reader, schema, above);
    const within = new Set([...above, ...layers.map(({ value }) => value)]);
    const alternatives = layers
      .flatMap((layer) => alternativesOf(reader, layer, within).flat())
      .map((part) => gather(part, within, true));
    const listed =
      listValues(reader, layers, isAlternative) ?? alternatives.flatMap(({ values }) => values);
    const own: GatheredChoices = {
      layers: layers.map(({ value }) => value),
      // An `enum` may list values that its type forbids, most often null.
      values: listed.filter(({ value }) =>
        layers.every((layer) => isOfType(value, layer.value['type'])),
      ),
      items: allBelow(reader, layers, 'items'),
      members: membersOf(reader, layers),
      isReadOnly: layers.some(({ value }) => value['readOnly'] === true),
    };
    return {
      ...own,
      layers: [...own.layers, ...alternatives.flatMap((one) => one.layers)],
      items: [...own.items, ...alternatives.flatMap((one) => one.items)],
      members: joinMembers([own, ...alternatives]),
    };
  };
  return gather;
}

/**
 * If several lists apply at once, a value has to be in all of them. A constant is a choice only
 * beside other schemas. Undefined if the schema itself lists nothing.
 */
function listValues(
  reader: SchemaReader,
  layers: readonly Part[],
  isAlternative: boolean,
): readonly ListedValue[] | undefined {
  const lists = layers.flatMap((layer) => {
    const list = reader.own(layer, 'enum');
    const constant = isAlternative ? reader.own(layer, 'const') : undefined;
    return [...(list ? [reader.listBelow(layer, 'enum')] : []), ...(constant ? [[constant]] : [])];
  });
  const [first, ...others] = lists;
  return first
    ?.filter(({ value }) =>
      others.every((list) => list.some((other) => isSameJson(other.value, value))),
    )
    .map(({ uri, pointer, value }) => ({ value, place: { uri, pointer } }));
}

function joinMembers(
  parts: readonly Pick<GatheredChoices, 'members'>[],
): ReadonlyMap<string, readonly Part[]> {
  const joined = new Map<string, readonly Part[]>();
  for (const { members } of parts) {
    for (const [name, own] of members) joined.set(name, [...(joined.get(name) ?? []), ...own]);
  }
  return joined;
}

function listDistinct(choices: readonly ListedValue[]): readonly ListedValue[] {
  const seen = new Map<string, ListedValue>();
  for (const choice of choices) {
    const text = JSON.stringify(choice.value);
    if (!seen.has(text)) seen.set(text, choice);
  }
  return [...seen.values()];
}
