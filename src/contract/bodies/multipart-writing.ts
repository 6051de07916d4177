import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';

/** Stands between the parts; said in the Content-Type, too. */
export const multipartBoundary = 'stuntdouble-3c1f0a7e5b9d4826';

/** A part for each member, and one for each item of a member that is a list (RFC 7578). */
export function writeMultipart(value: JsonValue): string {
  const members: readonly [string, JsonValue][] = isJsonObject(value)
    ? Object.entries(value)
    : [['value', value]];
  const parts = members.flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).map((item: JsonValue) => writePart(name, item)),
  );
  return `${parts.join('')}--${multipartBoundary}--\r\n`;
}

function writePart(name: string, value: JsonValue): string {
  const type = typeof value === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return [
    `--${multipartBoundary}`,
    `Content-Disposition: form-data; name="${quoted}"`,
    `Content-Type: ${type}`,
    '',
    textOf(value),
    '',
  ].join('\r\n');
}
