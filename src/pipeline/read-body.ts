import type { Media } from '../contract/bodies.ts';
import type { MediaType } from '../contract/media.ts';
import { isCovered, isJsonType, parseMediaType } from '../contract/media.ts';
import { ApiError } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import { findJsonFault } from '../source.ts';
import { headerOf } from './credentials.ts';
import type { Authorized } from './exchange.ts';

/** The largest body that is read, in bytes. */
const bodyLimit = 1_048_576;

/** A body that was read, and the media type by which it is to be checked. */
export interface Content {
  readonly media: Media;
  readonly value: JsonValue;
}

/** Reads and parses the body: 415, then 413, then 400 where it can't be understood. */
export async function readBody(request: Authorized): Promise<Content | undefined> {
  const { body } = request.operation;
  if (!body || (!isSent(request) && !declaresType(request))) return undefined;
  const { media, isJson } = matchMedia(request, body.media);
  const received = await request.readBody(bodyLimit);
  if (received.kind === 'parsed') return { media, value: received.value };
  if (received.bytes.byteLength === 0) return undefined;
  const text = decodeText(received.bytes);
  return { media, value: isJson ? parseJson(text) : text };
}

function isSent({ headers }: Authorized): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function declaresType({ headers }: Authorized): boolean {
  return headers['content-type'] !== undefined;
}

function matchMedia(
  request: Authorized,
  offers: readonly Media[],
): { readonly media: Media; readonly isJson: boolean } {
  const header = headerOf(request, 'content-type');
  const type = header === undefined ? undefined : parseMediaType(header);
  const isJson = type !== undefined && isJsonType(type.essence);
  const isReadable = isJson || type?.essence.startsWith('text/') === true;
  const media = isReadable ? findMedia(offers, type.essence) : undefined;
  if (!type || !media) {
    const names = offers.map((offer) => offer.type).join(', ') || 'no body';
    const sent = header === undefined ? 'names no Content-Type' : `sends "${header}"`;
    throw unsupported(`This operation reads ${names}; the request ${sent}.`);
  }
  assertPlainUtf8(request, type);
  return { media, isJson };
}

function assertPlainUtf8(request: Authorized, { parameters }: MediaType): void {
  const charset = parameters.get('charset')?.toLowerCase() ?? 'utf-8';
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw unsupported(`Bodies are read as UTF-8; the request sends the charset "${charset}".`);
  }
  const encoding = headerOf(request, 'content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw unsupported(
      `Bodies are read as they are; the request sends the Content-Encoding "${encoding}".`,
      { 'Accept-Encoding': 'identity' },
    );
  }
}

function unsupported(detail: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError('unsupported-media-type', detail, { headers });
}

/** The declared type itself, else a range that it is in. */
function findMedia(offers: readonly Media[], sent: string): Media | undefined {
  return (
    offers.find(({ essence }) => essence === sent) ??
    offers.find(({ essence }) => isCovered(essence, sent))
  );
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('is not valid UTF-8');
  }
}

function parseJson(text: string): JsonValue {
  try {
    // A trust edge: JSON.parse returns any.
    return JSON.parse(text) as JsonValue;
  } catch {
    const { reason, offset } = findJsonFault(text);
    throw malformed(`is not valid JSON: ${reason} at character ${offset + 1}`);
  }
}

function malformed(message: string): ApiError {
  return new ApiError('malformed-request', `The body ${message}.`, {
    violations: [{ in: 'body', pointer: '', message, keyword: 'syntax' }],
  });
}
