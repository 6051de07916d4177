import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { wholeOf } from './schema-parts.ts';

/** The members that a schema of objects speaks of. */
export interface Members {
  readonly names: ReadonlySet<string>;
  /** Whether there may be others than those that are named. */
  readonly isOpen: boolean;
}

/** Whatever of these a schema has, its names alone don't tell which members there may be. */
const openEnded = ['oneOf', 'anyOf', 'if', 'patternProperties', 'dependentSchemas', 'not'];

export function describeMembers(documents: Documents, schema: Part): Members {
  const parts = wholeOf(documents, schema);
  const whole = parts.map(({ value }) => value);
  const isPart = (value: JsonValue): boolean => whole.some((one) => one === value);
  const named = whole.filter(({ properties }) => properties !== undefined);
  return {
    names: new Set(named.flatMap(({ properties }) => namesOf(properties))),
    isOpen:
      named.length === 0 ||
      whole.some(isOpenEnded) ||
      parts.some((part) => documents.kinds(part, isPart).length > 0),
  };
}

function isOpenEnded(schema: JsonObject): boolean {
  const { additionalProperties } = schema;
  const isMap = additionalProperties !== undefined && additionalProperties !== false;
  return isMap || openEnded.some((keyword) => keyword in schema);
}

function namesOf(properties: JsonValue | undefined): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
