// Not the global one, which Jest's jsdom lacks.
import { TextDecoder } from 'node:util';

import { ApiError } from '../../../base/errors.ts';
import type { JsonValue } from '../../../base/json.ts';
import type { MediaType } from '../media.ts';
import { isCovered } from '../media.ts';
import type { Format } from './format.ts';
import { assertSound, fileLimit, malformed, textLimit } from './format.ts';

const html = 'text/html';

export const textFormat: Format = {
  matches: (essence) => essence.startsWith('text/'),
  limit: textLimit,
  content: 'text',
  showsRecords: false,
  read: assertSound,
  // `Accept` can narrow `text/*` to HTML.
  write: (value, { essence }) => (isCovered(essence, html) ? writeHtml(value) : writeText(value)),
};

/** Files, and all that no other format reads. A schema checks them as texts. */
export const bytesFormat: Format = {
  matches: () => true,
  limit: fileLimit,
  content: 'bytes',
  showsRecords: false,
  decode: decodeBytes,
  read: assertSound,
  write: writeText,
};

function writeText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * A text is the HTML page itself. Other values become JSON without `<`: their texts may come from
 * clients, and a browser would read `<` as markup.
 */
function writeHtml(value: JsonValue): string {
  return typeof value === 'string' ? value : writeText(value).replaceAll('<', String.raw`\u003c`);
}

/** A text that quotes a client, for a body of that type: in HTML a browser would read it as markup. */
export function quoteClient(quoting: string, essence: string): string {
  if (essence !== html) return quoting;
  return quoting.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Decoders by charset name. Names are few, but for spaces around them: those are not cached. */
const decoders = new Map<string, TextDecoder>();

/** Decodes bytes in a charset. A byte order mark is not part of the text. */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  // The mark of UTF-16 tells its byte order; without one it is little-endian.
  const isBigEndian = charset === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff;
  const decoder = findDecoder(isBigEndian ? 'utf-16be' : charset);
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed(`is not valid ${charset.toUpperCase()}`);
  }
}

/** Decodes any bytes as a text that a schema can check: as UTF-8, else as Latin-1. */
export function decodeBytes(bytes: Uint8Array): string {
  try {
    return findDecoder('utf-8').decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

/** The charset that a media type names; throws a 415 where it is unknown. */
export function charsetOf({ parameters }: MediaType): string | undefined {
  const charset = parameters.get('charset')?.toLowerCase();
  if (charset !== undefined) findDecoder(charset);
  return charset;
}

function findDecoder(charset: string): TextDecoder {
  const known = decoders.get(charset);
  if (known) return known;
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    if (charset.trim() === charset) decoders.set(charset, decoder);
    return decoder;
  } catch {
    throw new ApiError(
      'unsupported-media-type',
      `Bodies are read in UTF-8, UTF-16, ISO-8859-1 and the like; the request sends the charset "${charset}".`,
    );
  }
}
