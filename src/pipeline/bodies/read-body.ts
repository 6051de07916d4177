import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { ApiError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { BodyReader } from '../../contract/bodies/body-reader.ts';
import { parseFields } from '../../contract/bodies/form-fields.ts';
import type { MediaKind, MediaType } from '../../contract/bodies/media.ts';
import { findOffer, mediaKindOf, parseMediaType } from '../../contract/bodies/media.ts';
import type { Authorized, BodyContent, ReceivedBody } from '../exchange.ts';
import { headerOf } from '../exchange.ts';
import { rememberReadings } from '../header-readings.ts';
import { assertShallow, parseJson } from './json.ts';
import { assertWellFormed, readOrRefuse, malformed } from './malformed.ts';
import { parseMultipart, assembleParts } from './multipart.ts';
import { charsetOf, declaredCharset, decodeBytes, decodeText } from './text.ts';

/** The limits of a body, in bytes: of texts and structured bodies, and of files and multipart. */
const textLimit = 1_048_576;
const fileLimit = 16_777_216;

/** A value, or a promise where the server waits for more of the body. */
type Soon<T> = T | Promise<T>;

/** Reads and parses the body. Refusals in this order: 415, 413, then 400 for wrong syntax. */
export function readBody(request: Authorized): Soon<BodyContent | undefined> {
  const { body } = request.operation;
  if (!body || (!isSent(request) && !declaresType(request))) return undefined;
  return readContent(request, body.media);
}

function readContent(request: Authorized, offers: readonly Media[]): Soon<BodyContent | undefined> {
  const header = headerOf(request, 'content-type');
  const { media, sent } = matchMedia(header, offers) ?? refuseType(header, offers);
  const coding = findCoding(headerOf(request, 'content-encoding'));
  const limit = sent.kind === 'multipart' || sent.kind === 'binary' ? fileLimit : textLimit;
  const received = request.readBody(limit);
  const value = readValue(received, sent, { coding, limit }, media.reader);
  const toContent = (read: JsonValue | undefined): BodyContent | undefined =>
    read === undefined ? undefined : { media, value: read };
  return value instanceof Promise ? value.then(toContent) : toContent(value);
}

function isSent({ headers }: Authorized): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function declaresType({ headers }: Authorized): boolean {
  return headers['content-type'] !== undefined;
}

interface Sent {
  readonly type: MediaType;
  readonly kind: MediaKind;
  /** Undefined where the request names none. */
  readonly charset: string | undefined;
}

interface MatchedMedia {
  readonly media: Media;
  readonly sent: Sent;
}

/** Finds the declared media type for a Content-Type; undefined where there is none. */
const matchMedia = rememberReadings(
  (header: string | undefined, offers: readonly Media[]): MatchedMedia | undefined => {
    // A body without a Content-Type may count as bytes (RFC 9110, section 8.3).
    const type = parseMediaType(header ?? 'application/octet-stream');
    const media = type && findOffer(offers, type);
    if (!type || !media) return undefined;
    return { media, sent: { type, kind: mediaKindOf(type.essence), charset: charsetOf(type) } };
  },
);

function refuseType(header: string | undefined, offers: readonly Media[]): never {
  const names = offers.map((offer) => offer.type).join(', ');
  const sent = header === undefined ? 'names no Content-Type' : `sends "${header}"`;
  const detail = `This operation reads ${names}; the request ${sent}.`;
  throw new ApiError('unsupported-media-type', detail);
}

/** How the bytes of a body are encoded, and how many there may be. */
interface Packing {
  readonly coding: ContentCoding | undefined;
  readonly limit: number;
}

/** Undefined where the body is empty. */
function readValue(
  received: ReceivedBody,
  sent: Sent,
  packing: Packing,
  reader: BodyReader,
): Soon<JsonValue | undefined> {
  if (received.kind === 'parsed') return adopt(received.value, sent, reader);
  if (received.kind === 'text') {
    return received.text === '' ? undefined : parse(received.text, sent, reader);
  }
  if (sent.kind === 'multipart') return readParts(received, sent.type, packing, reader);
  const bytes = readBytes(received, packing);
  const toValue = (read: Uint8Array): Soon<JsonValue | undefined> =>
    read.byteLength === 0
      ? undefined
      : inTurn(received, read.byteLength, () => parse(decode(read, sent), sent, reader));
  return bytes instanceof Promise ? bytes.then(toValue) : toValue(bytes);
}

/** The steps from parsing to the commit run without a pause, so large bodies take turns. */
function inTurn<T>(received: ReceivedBody, bytes: number, go: () => T): Soon<T> {
  const turn = received.kind === 'stream' ? received.turn(bytes) : undefined;
  return turn ? turn.then(go) : go();
}

type ReceivedStream = Extract<ReceivedBody, { kind: 'stream' }>;
type ReceivedBytes = Extract<ReceivedBody, { kind: 'bytes' }>;

async function readParts(
  received: ReceivedStream | ReceivedBytes,
  { essence, parameters }: MediaType,
  packing: Packing,
  reader: BodyReader,
): Promise<JsonValue | undefined> {
  const chunks = received.kind === 'bytes' ? once(received.bytes) : unpack(received, packing);
  const parts = await parseMultipart(chunks, parameters.get('boundary'));
  if (!parts) return undefined;
  const bytes = parts.reduce((sum, part) => sum + part.bytes.byteLength, 0);
  return inTurn(received, bytes, () =>
    assertSound(assembleParts(parts, reader, essence === 'multipart/form-data')),
  );
}

function unpack({ chunks }: ReceivedStream, { coding, limit }: Packing): AsyncIterable<Uint8Array> {
  return coding ? coding.decode(chunks(), limit) : chunks();
}

function readBytes(received: ReceivedStream | ReceivedBytes, packing: Packing): Soon<Uint8Array> {
  if (received.kind === 'bytes') return received.bytes;
  return packing.coding ? collect(unpack(received, packing), received.take) : received.whole();
}

/** Takes over a body that another parser has read; in a form, its values are still texts. */
function adopt(value: JsonValue, { kind }: Sent, reader: BodyReader): JsonValue {
  const shallow = assertSound(value);
  if (kind !== 'form' && kind !== 'multipart') return shallow;
  return readOrRefuse('is not a form that can be read', () => reader.adoptForm(shallow));
}

function parse(text: string, { kind }: Sent, reader: BodyReader): JsonValue {
  // `parseJson` makes the same checks faster, on the text.
  return kind === 'json' ? parseJson(text) : assertSound(parseOther(text, kind, reader));
}

/** A field of a form may hold JSON, so every format needs these checks. */
function assertSound(value: JsonValue): JsonValue {
  return assertWellFormed(assertShallow(value));
}

function parseOther(text: string, kind: Exclude<MediaKind, 'json'>, reader: BodyReader): JsonValue {
  switch (kind) {
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

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  take: (bytes: number) => void,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) {
    take(chunk.byteLength);
    pieces.push(chunk);
  }
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

type Decoder = () => Transform;

const decoders: ReadonlyMap<string, Decoder | undefined> = new Map([
  ['identity', undefined],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Removes a Content-Encoding. */
interface ContentCoding {
  /** The decoded body in pieces; throws if they have more bytes than the limit. */
  decode(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncIterable<Uint8Array>;
}

/** Undefined where the body is not encoded; throws a 415 for an unknown encoding. */
function findCoding(header: string | undefined): ContentCoding | undefined {
  if (header === undefined) return undefined;
  const name = header.trim().toLowerCase() || 'identity';
  if (!decoders.has(name)) {
    throw new ApiError(
      'unsupported-media-type',
      `Bodies are read plain or in gzip, deflate or br; the request sends the Content-Encoding "${name}".`,
      { headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
    );
  }
  const createDecoder = decoders.get(name);
  return (
    createDecoder && { decode: (chunks, limit) => expand(chunks, createDecoder(), name, limit) }
  );
}

/** Counts decoded bytes, and stops decoding where they exceed the limit. */
async function* expand(
  chunks: AsyncIterable<Uint8Array>,
  decoder: Transform,
  name: string,
  limit: number,
): AsyncIterable<Uint8Array> {
  let size = 0;
  // The loop below gets the errors of the decoder, so the callback ignores them.
  pipeline(chunks, decoder, () => undefined);
  try {
    for await (const chunk of decoder) {
      // A trust edge: a decoder gives bytes.
      const bytes = chunk as Uint8Array;
      size += bytes.byteLength;
      if (size > limit) {
        throw new ApiError(
          'content-too-large',
          `The body may have at most ${limit} bytes, also when its ${name} is taken off.`,
        );
      }
      yield bytes;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw malformed(`is not the ${name} that its Content-Encoding promises`);
  }
}
