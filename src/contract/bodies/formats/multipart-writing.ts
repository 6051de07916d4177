import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject, textOf } from '../../../base/json.ts';
import { listFields } from './form.ts';

/** Separates the parts of a reply; its Content-Type names it, too. */
export const ownBoundary = 'stuntdouble-3c1f0a7e5b9d4826';

/** Writes one part for each member, and one for each item of a member that is a list (RFC 7578). */
export function writeMultipart(value: JsonValue): string {
  const fields = listFields(isJsonObject(value) ? value : { value });
  return `${fields.map(writePart).join('')}--${ownBoundary}--\r\n`;
}

function writePart([name, value]: readonly [string, JsonValue]): string {
  const type = typeof value === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return [
    `--${ownBoundary}`,
    `Content-Disposition: form-data; name="${quoted}"`,
    `Content-Type: ${type}`,
    '',
    textOf(value),
    '',
  ].join('\r\n');
}
