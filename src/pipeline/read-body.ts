import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { ApiError } from '../base/errors.ts';
import type { Media } from '../contract/bodies/bodies.ts';
import type { Format } from '../contract/bodies/formats/format.ts';
import { assertSound, malformed } from '../contract/bodies/formats/format.ts';
import { formatOf } from '../contract/bodies/formats/formats.ts';
import { isBinaryType } from '../contract/bodies/formats/sent-files.ts';
import { charsetOf, decodeText } from '../contract/bodies/formats/text.ts';
import type { MediaType } from '../contract/bodies/media.ts';
import { findOffer, parseMediaType } from '../contract/bodies/media.ts';
import type { Authorized, BodyContent, ReceivedBody } from './exchange.ts';
import { headerOf } from './exchange.ts';
import { rememberReadings } from './header-readings.ts';

/** A value, or a promise where the server waits for more of the body. */
type Soon<T> = T | Promise<T>;

/** Reads and parses the body. Refusals in this order: 415, 413, then 400 for wrong syntax. */
export function readBody(request: Authorized): Soon<BodyContent | undefined> {
  const { body } = request.operation;
  if (!body) return refuseBody(request);
  const header = headerOf(request, 'content-type');
  if (header === undefined && !isSent(request)) return undefined;
  const { media, sent } = matchMedia(header, body.media) ?? refuseType(header, body.media);
  const coding = findCoding(headerOf(request, 'content-encoding'));
  const { limit } = sent.format;
  const received = request.readBody(limit);
  return readContent(received, sent, { coding, limit }, media);
}

/** Where the contract declares no body, one is ignored, unless the contract declares the refusal. */
function refuseBody(request: Authorized): undefined {
  if (!request.operation.responses.has('415') || !isSent(request)) return undefined;
  const detail =
    'This operation reads no body, and the request sends one: leave it out, or declare a requestBody in the contract.';
  throw new ApiError('unsupported-media-type', detail);
}

function isSent({ headers }: Authorized): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

interface Sent {
  readonly type: MediaType;
  readonly format: Format;
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
    return { media, sent: { type, format: formatOf(type.essence), charset: charsetOf(type) } };
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
function readContent(
  received: ReceivedBody,
  sent: Sent,
  packing: Packing,
  media: Media,
): Soon<BodyContent | undefined> {
  const { format } = sent;
  const { view } = media;
  if (received.kind === 'parsed') {
    const value = assertSound(received.value);
    return { media, value: format.adopt ? format.adopt(value, view) : value };
  }
  if (received.kind === 'text') {
    if (received.text === '') return undefined;
    const value = format.read(received.text, view);
    return withFile({ media, value }, sent, Buffer.from(received.text));
  }
  if (format.receive) return readPieces(received, sent, packing, media);
  const bytes = readBytes(received, packing);
  const toContent = (read: Uint8Array): Soon<BodyContent | undefined> =>
    read.byteLength === 0
      ? undefined
      : inTurn(received, read.byteLength, () =>
          withFile({ media, value: format.read(decode(read, sent), view) }, sent, read),
        );
  return bytes instanceof Promise ? bytes.then(toContent) : toContent(bytes);
}

/** A body that has no members is one file. */
function withFile(content: BodyContent, { format, type }: Sent, bytes: Uint8Array): BodyContent {
  const isFile = format.content !== 'members' || isBinaryType(type.essence);
  if (!isFile) return content;
  const file = { member: undefined, name: undefined, type: type.essence, bytes };
  return { ...content, files: [file] };
}

function decode(bytes: Uint8Array, { format, charset }: Sent): string {
  return format.decode ? format.decode(bytes, charset) : decodeText(bytes, charset);
}

/** The steps from parsing to the commit run without a pause, so large bodies take turns. */
function inTurn<T>(received: ReceivedBody, bytes: number, go: () => T): Soon<T> {
  const turn = received.kind === 'stream' ? received.turn(bytes) : undefined;
  return turn ? turn.then(go) : go();
}

type ReceivedStream = Extract<ReceivedBody, { kind: 'stream' }>;
type ReceivedBytes = Extract<ReceivedBody, { kind: 'bytes' }>;

async function readPieces(
  received: ReceivedStream | ReceivedBytes,
  { format, type }: Sent,
  packing: Packing,
  media: Media,
): Promise<BodyContent | undefined> {
  const { view } = media;
  const chunks = received.kind === 'bytes' ? once(received.bytes) : unpack(received, packing);
  const whole = await format.receive?.(chunks, type);
  return (
    whole &&
    inTurn(received, whole.bytes, () => {
      const value = whole.read(view);
      return { media, value, files: whole.files?.(view) ?? [] };
    })
  );
}

function unpack({ chunks }: ReceivedStream, { coding, limit }: Packing): AsyncIterable<Uint8Array> {
  return coding ? expand(chunks(), coding, limit) : chunks();
}

function readBytes(received: ReceivedStream | ReceivedBytes, packing: Packing): Soon<Uint8Array> {
  if (received.kind === 'bytes') return received.bytes;
  return packing.coding ? collect(unpack(received, packing), received.take) : received.whole();
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

type Parsed = Extract<ReceivedBody, { readonly kind: 'text' | 'parsed' }>;

/**
 * Writes a body that another parser has read as bytes again, in the format in which the client sent
 * it; undefined where the parsed value is not enough, such as for the files of a multipart form.
 */
export function writeAgain(body: Parsed, type: string): Uint8Array | undefined {
  const parsed = parseMediaType(type);
  const charset = (parsed?.parameters.get('charset') ?? 'utf-8').toLowerCase();
  if (charset !== 'utf-8' && charset !== 'utf8') return undefined;
  if (body.kind === 'text') return Buffer.from(body.text);
  const text = formatOf(parsed?.essence ?? '').writeAgain?.(body.value);
  return text === undefined ? undefined : Buffer.from(text);
}

/** A Content-Encoding that the server removes. */
interface ContentCoding {
  readonly name: string;
  readonly createDecoder: () => Transform;
}

const decoders: ReadonlyMap<string, (() => Transform) | undefined> = new Map([
  ['identity', undefined],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

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
  return createDecoder && { name, createDecoder };
}

/** Counts decoded bytes, and stops decoding where they exceed the limit. */
async function* expand(
  chunks: AsyncIterable<Uint8Array>,
  { name, createDecoder }: ContentCoding,
  limit: number,
): AsyncIterable<Uint8Array> {
  const decoder = createDecoder();
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
