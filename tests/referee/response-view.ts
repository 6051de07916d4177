import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { Documents, Place } from './documents.ts';
import { speakableName } from './documents.ts';
import { readablePattern } from './readable-pattern.ts';

/**
 * A document as it counts for responses: a property that is write-only isn't required, and isn't
 * there.
 */
export function forResponses(place: Place, documents: Documents, isNew: boolean): JsonValue {
  return rewrite(place, { documents, isNew }, new Set());
}

interface Reading {
  readonly documents: Documents;
  /** Whether what stands beside a `$ref` counts (OpenAPI 3.1). */
  readonly isNew: boolean;
}

function rewrite(place: Place, reading: Reading, inherited: ReadonlySet<string>): JsonValue {
  const { value } = place;
  if (Array.isArray(value)) {
    return value.map((_, index) => rewrite(down(place, String(index)), reading, inherited));
  }
  if (!isJsonObject(value)) return value;
  const own = collectWriteOnly(place, reading, 4);
  const hidden = new Set([...inherited, ...own]);
  const entries = Object.keys(value).flatMap((name): readonly (readonly [string, JsonValue])[] => {
    const member = down(place, name);
    if (name === 'pattern' && typeof member.value === 'string') {
      const pattern = readablePattern(member.value);
      return pattern === undefined ? [] : [[name, pattern]];
    }
    if (name === 'required' && Array.isArray(member.value)) {
      const names: readonly JsonValue[] = member.value;
      return [[name, names.filter((each) => typeof each !== 'string' || !hidden.has(each))]];
    }
    if (name === 'properties' && isJsonObject(member.value)) {
      return [[name, rewriteProperties(member, reading)]];
    }
    const inner = rewrite(member, reading, name === 'allOf' ? hidden : new Set());
    return [[speakableName(name), inner]];
  });
  return Object.fromEntries(entries);
}

function rewriteProperties(properties: Place, reading: Reading): JsonValue {
  const names = Object.keys(properties.value as JsonObject);
  return Object.fromEntries(
    names.map((name): [string, JsonValue] => {
      const property = down(properties, name);
      const isHidden = isWriteOnly(property, reading);
      return [name, isHidden ? { not: {} } : rewrite(property, reading, new Set())];
    }),
  );
}

/** The names of the write-only properties of a schema and of those that it is made of. */
function collectWriteOnly(place: Place, reading: Reading, left: number): readonly string[] {
  const { documents } = reading;
  const schema = documents.resolve(place);
  if (left === 0 || !isJsonObject(schema.value)) return [];
  const { properties, allOf } = schema.value;
  const own = isJsonObject(properties)
    ? Object.keys(properties).filter((name) =>
        isWriteOnly(down(down(schema, 'properties'), name), reading),
      )
    : [];
  const members = Array.isArray(allOf)
    ? allOf.flatMap((_, index) =>
        collectWriteOnly(down(down(schema, 'allOf'), String(index)), reading, left - 1),
      )
    : [];
  return [...own, ...members];
}

function isWriteOnly(property: Place, { documents, isNew }: Reading): boolean {
  const says = ({ value }: Place): boolean => isJsonObject(value) && value['writeOnly'] === true;
  const target = documents.resolve(property);
  return says(target) || (isNew && says(property));
}

function down(place: Place, name: string): Place {
  const { value } = place;
  const members = value as JsonObject;
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  return { file: place.file, steps: [...place.steps, name], value: member ?? null };
}
