import { ApiError } from '../../base/errors.ts';
import type { MediaType } from '../../contract/bodies/media.ts';
import { malformed } from './malformed.ts';

/** Decoders by charset name. Names are few, but for spaces around them: those are not cached. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** Decodes bytes in a charset. A byte order mark is not part of the text. */
export function decodeText(bytes: Uint8Array, charset: string): string {
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

/** The charset in the declaration of an XML document, for one whose media type names none. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const found = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head);
  return found?.[1]?.toLowerCase();
}

function findDecoder(charset: string): InstanceType<typeof TextDecoder> {
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
