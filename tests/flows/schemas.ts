import { isJsonObject } from '../../src/base/json.ts';
import type { Documents, Place } from '../referee/documents.ts';

/** What a contract says of one member of the values of a schema, as the referee reads it. */
export interface MemberSchemas {
  readonly places: readonly Place[];
  /** Whether it is only some of the schema's alternatives that speak of it. */
  readonly isChoice: boolean;
}

const choices = ['anyOf', 'oneOf'];

/** The schemas that a member has in a schema, through references, parts and alternatives. */
export function findMember(
  documents: Documents,
  schema: Place | undefined,
  name: string,
  left = 6,
): MemberSchemas {
  const nothing: MemberSchemas = { places: [], isChoice: false };
  const whole = schema && documents.resolve(schema);
  if (!whole || !isJsonObject(whole.value) || left === 0) return nothing;
  const own = whole.value['properties'];
  const spelling = isJsonObject(own) ? spellingIn(Object.keys(own), name) : undefined;
  const direct = spelling === undefined ? [] : down(whole, 'properties', spelling);
  const parts = partsOf(whole, 'allOf').map((part) => findMember(documents, part, name, left - 1));
  const alternatives = choices.flatMap((keyword) =>
    partsOf(whole, keyword).map((part) => findMember(documents, part, name, left - 1)),
  );
  const sure = parts.filter(({ places, isChoice }) => places.length > 0 && !isChoice);
  return {
    places: [...direct, ...[...parts, ...alternatives].flatMap(({ places }) => places)],
    isChoice: direct.length === 0 && sure.length === 0,
  };
}

/** The name as it stands among others: `FriendlyName` may be spelled `friendly_name`. */
export function spellingIn(names: readonly string[], name: string): string | undefined {
  if (names.includes(name)) return name;
  const plain = plainName(name);
  return names.find((other) => plainName(other) === plain);
}

function plainName(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
}

/** The schemas of the items of an array. */
export function findItems(documents: Documents, schema: Place | undefined): Place | undefined {
  const whole = schema && documents.resolve(schema);
  if (!whole || !isJsonObject(whole.value)) return undefined;
  const [own] = whole.value['items'] === undefined ? [] : down(whole, 'items');
  if (own) return own;
  for (const part of partsOf(whole, 'allOf')) {
    const found = findItems(documents, part);
    if (found) return found;
  }
  return undefined;
}

/** Down to the schema of a member some steps below. */
export function stepDownTo(
  documents: Documents,
  schema: Place | undefined,
  steps: readonly string[],
): Place | undefined {
  let place = schema;
  for (const step of steps) place = findMember(documents, place, step).places[0];
  return place;
}

export function says(documents: Documents, place: Place, flag: 'readOnly' | 'writeOnly'): boolean {
  const target = documents.resolve(place);
  return [place, target].some(({ value }) => isJsonObject(value) && value[flag] === true);
}

function partsOf(place: Place, keyword: string): readonly Place[] {
  const list = isJsonObject(place.value) ? place.value[keyword] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((_, index) => down(place, keyword, String(index)));
}

function down(place: Place, ...steps: readonly string[]): readonly Place[] {
  let value: unknown = place.value;
  for (const step of steps) value = (value as Record<string, unknown> | undefined)?.[step];
  if (value === undefined) return [];
  // A trust edge: what stands in parsed JSON is JSON.
  return [{ file: place.file, steps: [...place.steps, ...steps], value: value as Place['value'] }];
}
