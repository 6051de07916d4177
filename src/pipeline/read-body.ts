import type { Media } from '../contract/bodies.ts';
import { parseFields } from '../contract/form-fields.ts';
import type { MediaKind, MediaType } from '../contract/media.ts';
import { findOffer, kindOf, parseMediaType } from '../contract/media.ts';
import type { Reader } from '../contract/reading.ts';
import { ApiError } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import { findCoding } from './bodies/content-coding.ts';
import { assembleParts } from './bodies/form-parts.ts';
import { assertShallow, parseJson } from './bodies/json.ts';
import { readOrRefuse } from './bodies/malformed.ts';
import { parseMultipart } from './bodies/multipart.ts';
import { charsetOf, declaredCharset, decodeBytes, decodeText } from './bodies/text.ts';
import { headerOf } from './credentials.ts';
import type { Authorized, ReceivedBody } from './exchange.ts';

/** The largest body that is read, in bytes: of what has a structure, and of files. */
const textLimit = 1_048_576;
const fileLimit = 16_777_216;

/** A body that was read, and the media type by which it is to be checked. */
export interface Content {
  readonly media: Media;
  readonly value: JsonValue;
}

/** Reads and parses the body: 415, then 413, then 400 where it can't be understood. */
export async function readBody(request: Authorized): Promise<Content | undefined> {
  const { body } = request.operation;
  if (!body || (!isSent(request) && !declaresType(request))) return undefined;
  const { media, type } = matchMedia(request, body.media);
  const sent: Sent = { type, kind: kindOf(type.essence), charset: charsetOf(type) };
  const coding = findCoding(headerOf(request, 'content-encoding'));
  const limit = sent.kind === 'multipart' || sent.kind === 'binary' ? fileLimit : textLimit;
  const received = await request.readBody(limit);
  const plain =
    received.kind === 'stream'
      ? { ...received, chunks: coding.decode(received.chunks, limit) }
      : received;
  const value = await readValue(plain, sent, media.reader);
  return value === undefined ? undefined : { media, value };
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
): { readonly media: Media; readonly type: MediaType } {
  const header = headerOf(request, 'content-type');
  // What doesn't say what it is may be taken for bytes (RFC 9110, section 8.3).
  const type = parseMediaType(header ?? 'application/octet-stream');
  const media = type && findOffer(offers, type);
  if (type && media) return { media, type };
  const names = offers.map((offer) => offer.type).join(', ');
  const sent = header === undefined ? 'names no Content-Type' : `sends "${header}"`;
  const detail = `This operation reads ${names}; the request ${sent}.`;
  throw new ApiError('unsupported-media-type', detail);
}

interface Sent {
  readonly type: MediaType;
  readonly kind: MediaKind;
  /** Undefined where the request names none. */
  readonly charset: string | undefined;
}

/** Undefined where nothing was sent. */
async function readValue(
  received: ReceivedBody,
  sent: Sent,
  reader: Reader,
): Promise<JsonValue | undefined> {
  if (received.kind === 'parsed') return adopt(received.value, sent, reader);
  if (received.kind === 'text') {
    return received.text === '' ? undefined : parse(received.text, sent, reader);
  }
  const chunks = received.kind === 'bytes' ? once(received.bytes) : received.chunks;
  if (sent.kind === 'multipart') {
    const parts = await parseMultipart(chunks, sent.type.parameters.get('boundary'));
    return parts && assembleParts(parts, reader, sent.type.essence === 'multipart/form-data');
  }
  const bytes = await collect(chunks);
  return bytes.byteLength === 0 ? undefined : parse(decode(bytes, sent), sent, reader);
}

/** What another parser has made of a body: of a form, texts. */
function adopt(value: JsonValue, { kind }: Sent, reader: Reader): JsonValue {
  const shallow = assertShallow(value);
  if (kind !== 'form' && kind !== 'multipart') return shallow;
  return readOrRefuse('is not a form that can be read', () => reader.adoptForm(shallow));
}

function parse(text: string, { kind }: Sent, reader: Reader): JsonValue {
  switch (kind) {
    case 'json':
      return parseJson(text);
    case 'xml':
      return readOrRefuse('is not XML that can be read', () => reader.readXml(text));
    case 'form':
      return readOrRefuse('is not a form that can be read', () =>
        reader.readFields(parseFields(text)),
      );
    case 'multipart':
    case 'text':
    case 'binary':
      return text;
  }
}

function decode(bytes: Uint8Array, { kind, charset }: Sent): string {
  if (kind === 'binary') return decodeBytes(bytes);
  const declared = charset ?? (kind === 'xml' ? declaredCharset(bytes) : undefined);
  return decodeText(bytes, declared ?? 'utf-8');
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}
