import type { IncomingMessage, ServerResponse } from 'node:http';
// `instanceof` knows the bytes of its own realm alone, and Jest's jsdom is another.
import { isUint8Array } from 'node:util/types';

import { ApiError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Received, ReceivedBody } from '../../pipeline/exchange.ts';
import type { Bodies, BodyHold, BodyWatch } from './body-limits.ts';
import type { RequestTarget } from './head.ts';
import { peerOf } from './peer.ts';

/** A request of Node, with what a framework in front of the server may have added. */
export interface Incoming extends IncomingMessage {
  /** The mount path, which the framework took off the URL. */
  readonly baseUrl?: string;
  /** What a body parser has made of the body. */
  readonly body?: unknown;
}

/** A request with the response object for its reply. */
interface Arrived extends Pick<Received, 'isLocal'> {
  readonly request: Incoming;
  readonly response: ServerResponse;
}

/** Turns a request of Node into a request for the road. */
export function receive(
  { request, response, isLocal }: Arrived,
  { prefix, path, query }: RequestTarget,
  world: Received['world'],
  bodies: Bodies,
): Received {
  return {
    method: request.method ?? '',
    prefix,
    world,
    path,
    query,
    headers: request.headers,
    isLocal,
    findPeer: () => peerOf(request),
    readBody: (limit) => readBody(request, response, limit, bodies),
  };
}

interface BodyReading {
  readonly limit: number;
  readonly hold: BodyHold;
  readonly watch: BodyWatch;
}

function readBody(
  request: Incoming,
  response: ServerResponse,
  limit: number,
  { budget, watch }: Bodies,
): ReceivedBody {
  const parsed = takeParsedBody(request);
  if (parsed) return parsed;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  // A client that asks before it sends gets the 100-continue only now, when the road reads it.
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  const hold = budget.open(response);
  const reading = { limit, hold, watch };
  return {
    kind: 'stream',
    chunks: () => readChunks(request, reading),
    whole: () => readWhole(request, reading),
    take: hold.take,
    turn: hold.turn,
  };
}

/** In bytes. Smaller pieces are joined before they are parsed. */
const leastPiece = 4096;

/** Yields a body in pieces. The server drains what the reader leaves in the stream. */
async function* readChunks(
  request: Incoming,
  { limit, hold, watch }: BodyReading,
): AsyncIterable<Uint8Array> {
  // A trust edge: a request without an encoding gives bytes.
  const chunks: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  const pieces = createPieces();
  // A body without a limit is forwarded, and not kept.
  const isKept = limit !== Infinity;
  let size = 0;
  let isWaiting = false;
  try {
    for (;;) {
      isWaiting = true;
      const { done, value } = await nextChunk(chunks, request, watch);
      isWaiting = false;
      if (done === true) break;
      size += value.byteLength;
      if (size > limit) throw tooLarge(limit);
      if (isKept) hold.take(value.byteLength);
      pieces.add(value);
      if (!isKept || pieces.size >= leastPiece) yield pieces.join();
    }
    if (pieces.size > 0) yield pieces.join();
  } finally {
    // `return` would wait for a chunk that may never come.
    if (!isWaiting) await chunks.return?.();
  }
}

/** Most bodies have arrived before the road reads them, and most others come in one piece. */
function readWhole(
  request: IncomingMessage,
  reading: BodyReading,
): Uint8Array | Promise<Uint8Array> {
  // A body that has arrived can be read even if its connection is gone.
  if (!request.complete || request.readableFlowing !== null) {
    return collectWhole(request, reading);
  }
  const { limit, hold } = reading;
  if (request.readableLength > limit) throw tooLarge(limit);
  hold.take(request.readableLength);
  // A trust edge: a request without an encoding gives bytes, and all of them at once.
  return (request.read() as Uint8Array | null) ?? Buffer.alloc(0);
}

function collectWhole(
  request: IncomingMessage,
  { limit, hold, watch }: BodyReading,
): Promise<Uint8Array> {
  const pieces = createPieces();
  return new Promise((resolve, reject) => {
    const awaited = watch.watch(request, (fault) => {
      leave();
      request.pause();
      reject(fault);
    });
    const leave = (): void => {
      awaited.end();
      request.off('data', add).off('end', finish).off('error', breakOff).off('close', breakOff);
    };
    const add = (piece: Uint8Array): void => {
      awaited.noteProgress();
      pieces.add(piece);
      try {
        if (pieces.size > limit) throw tooLarge(limit);
        hold.take(piece.byteLength);
      } catch (error) {
        leave();
        request.pause();
        reject(error);
      }
    };
    const finish = (): void => {
      leave();
      resolve(pieces.join());
    };
    const breakOff = (cause?: unknown): void => {
      leave();
      reject(brokenOff(cause));
    };
    if (request.readableEnded) finish();
    else if (request.destroyed) breakOff();
    else request.on('data', add).on('end', finish).on('error', breakOff).on('close', breakOff);
  });
}

/** The pieces of a body. Small pieces are joined: each takes far more memory than its bytes. */
export interface BodyPieces {
  readonly size: number;
  add(piece: Uint8Array): void;
  /** Returns all bytes that were added since the last call, in one piece. */
  join(): Uint8Array;
}

const mostPieces = 256;

export function createPieces(): BodyPieces {
  let size = 0;
  let joined: Uint8Array[] = [];
  let last: Uint8Array[] = [];
  return {
    get size() {
      return size;
    },
    add(piece) {
      size += piece.byteLength;
      if (last.push(piece) < mostPieces) return;
      joined.push(Buffer.concat(last));
      last = [];
    },
    join() {
      const all = [...joined, ...last];
      [size, joined, last] = [0, [], []];
      return all.length === 1 && all[0] ? all[0] : Buffer.concat(all);
    },
  };
}

function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  request: IncomingMessage,
  watch: BodyWatch,
): Promise<IteratorResult<Uint8Array, unknown>> {
  return new Promise((resolve, reject) => {
    const awaited = watch.watch(request, reject);
    const next = chunks.next().finally(() => awaited.end());
    next.then(resolve, (cause: unknown) => reject(brokenOff(cause)));
  });
}

/** Returns the body if the app that this server is mounted in has already read it. */
function takeParsedBody(request: Incoming): ReceivedBody | undefined {
  const { body } = request;
  // Some parsers leave an empty object where they have read nothing.
  if (body === undefined || !request.readableEnded) return undefined;
  if (isUint8Array(body)) return { kind: 'bytes', bytes: body };
  if (typeof body === 'string') return { kind: 'text', text: body };
  // A trust edge: the value comes from a body parser.
  return { kind: 'parsed', value: body as JsonValue };
}

function brokenOff(cause: unknown): ApiError {
  return new ApiError('malformed-request', 'The body broke off before its end.', { cause });
}

function tooLarge(limit: number): ApiError {
  return new ApiError('content-too-large', `The body may have at most ${limit} bytes.`);
}
