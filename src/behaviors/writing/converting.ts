import type { JsonValue } from '../../base/json.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';

/** After this number, seconds since the epoch would be further away than any date that is meant. */
const mostSeconds = 100_000_000_000;

/**
 * What was sent, in the form in which the record has it: requests take `"20.0"` or seconds since the epoch
 * where replies show a number or a date.
 */
export function convertSent(
  sent: JsonValue,
  own: SchemaFacts,
  wanted: SchemaFacts | undefined,
): JsonValue {
  const { types, formats } = own;
  if (types.size === 0) return sent;
  const isNumeric = types.has('number') || types.has('integer');
  const isText = types.has('string');
  if (typeof sent === 'number' && isText && !isNumeric) {
    if (!formats.has('date-time')) return String(sent);
    const date = new Date(sent < mostSeconds ? sent * 1000 : sent);
    return Number.isNaN(date.getTime()) ? sent : date.toISOString();
  }
  if (typeof sent !== 'string' || isText || !isNumeric) return sent;
  if (/^-?\d+(\.\d+)?$/.test(sent)) return Number(sent);
  const isTime = wanted?.formats.has('date-time') === true && !Number.isNaN(Date.parse(sent));
  return isTime ? Math.floor(Date.parse(sent) / 1000) : sent;
}
