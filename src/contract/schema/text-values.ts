import type { JsonValue } from '../../base/json.ts';

const numberPattern = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * A text as the value that its schema speaks of. Where the schema admits a text it stays one, and
 * so does what can't be read as anything else: then the schema says what is wrong with it.
 */
export function coerceByTypes(types: ReadonlySet<string>, text: string): JsonValue {
  if (types.has('string')) return text;
  if (types.has('number') || types.has('integer')) {
    const number = numberPattern.test(text) ? Number(text) : Infinity;
    if (Number.isFinite(number)) return number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return types.has('null') && (text === '' || text === 'null') ? null : text;
}
