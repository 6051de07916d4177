// These are not the global timers: a test that holds those must get its replies.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { isUint8Array } from 'node:util/types';

/** A body that is sent whole, with its length, or piece by piece. */
export type SentBody = Uint8Array | BodyStream;

/** A body as it comes. */
export interface BodyStream {
  /** The next piece; undefined: there are no more. */
  next(this: void): Promise<Uint8Array | undefined>;
  /** Tells its source that nothing more of it is wanted. */
  cancel(this: void, reason?: unknown): void;
}

/** In bytes. No more of a body is read before it is sent: the server refuses nearly all that are larger. */
const mostWhole = 16_777_216;
/** In milliseconds. What is in memory comes at once, so a body that pauses for so long is a stream. */
const longestPause = 20;

export function isBodyStream(body: SentBody | undefined): body is BodyStream {
  return body !== undefined && 'next' in body;
}

/**
 * Reads the body of a request whole. A `Request` does not tell whether it was made with a stream: one
 * that pauses or grows large is sent as it comes, as `fetch` sends a stream.
 */
export async function readBody({ body, signal }: Request): Promise<SentBody | undefined> {
  if (!body) return undefined;
  const stream = openBodyStream(body);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const next = stream.next();
      const piece = await orPause(next, signal);
      if (piece === paused) return replay([...pieces, next], stream);
      if (piece === undefined) return Buffer.concat(pieces);
      pieces.push(piece);
      size += piece.byteLength;
      if (size > mostWhole) return replay(pieces, stream);
    }
  } catch (error) {
    stream.cancel(error);
    throw error;
  }
}

export function openBodyStream(body: ReadableStream<Uint8Array>): BodyStream {
  const reader = body.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      if (done) return undefined;
      if (isUint8Array(value)) return value;
      throw new TypeError('a body that is a stream must give bytes, as Uint8Array');
    },
    // A source that fails to stop has nothing to tell: its request is over.
    cancel: (reason) => void reader.cancel(reason).catch(() => {}),
  };
}

/** A stream that begins with what was read of it, or asked for. */
function replay(
  begun: readonly (Uint8Array | Promise<Uint8Array | undefined>)[],
  { next, cancel }: BodyStream,
): BodyStream {
  const waiting = [...begun];
  return { next: async () => (waiting.length > 0 ? waiting.shift() : next()), cancel };
}

const paused = Symbol('paused');

/** The next piece, or that none came in time, or that its source failed. Rejects when the signal aborts. */
function orPause(
  next: Promise<Uint8Array | undefined>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined | typeof paused> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    // After a turn, since a busy process runs its timers before it reads.
    const timer = setTimeout(() => setImmediate(() => resolve(paused)), longestPause);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    next.then(resolve, () => resolve(paused)).finally(end);
  });
}
