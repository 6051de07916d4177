import { textOf } from '../../base/json.ts';
import { disassembleForm } from '../../contract/bodies/form-fields.ts';
import { mediaKindOf, parseMediaType } from '../../contract/bodies/media.ts';
import type { ReceivedBody } from '../exchange.ts';

type Parsed = Extract<ReceivedBody, { readonly kind: 'text' | 'parsed' }>;

/**
 * Writes a body that another parser has read as bytes again, in the format in which the client sent
 * it; undefined where the parsed value is not enough, such as for the files of a multipart form.
 */
export function writeAgain(body: Parsed, type: string): Uint8Array | undefined {
  const { essence, parameters } = parseMediaType(type) ?? { essence: '', parameters: new Map() };
  const charset = String(parameters.get('charset') ?? 'utf-8').toLowerCase();
  if (charset !== 'utf-8' && charset !== 'utf8') return undefined;
  if (body.kind === 'text') return Buffer.from(body.text);
  const kind = mediaKindOf(essence);
  if (kind === 'json') return Buffer.from(JSON.stringify(body.value));
  if (kind !== 'form') return undefined;
  const pairs = disassembleForm(body.value).map((field): [string, string] => [
    field.name,
    'text' in field ? field.text : textOf(field.value),
  ]);
  return Buffer.from(new URLSearchParams(pairs).toString());
}
