import type { Server } from 'node:http';
// Not the global one: a test that holds the timers must get its replies.
import { setImmediate } from 'node:timers';

import { codeOf } from '../../base/errors.ts';
import { bodiless } from '../../base/fetch-rules.ts';
import type { BodyStream, SentBody } from './request-body.ts';
import { isBodyStream } from './request-body.ts';
import type { ReplyHead } from './reply-reader.ts';
import { ReplyReader } from './reply-reader.ts';
import { Wire } from './wire.ts';

/** A request as it goes to the server. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  /** Without those that say how the body is sent. */
  readonly headers: Headers;
  /** Undefined: none. A stream is sent as it comes. */
  readonly body: SentBody | undefined;
  readonly signal: AbortSignal;
}

/** Sends a request by a connection of its own; `use` gets the connection while it is open. */
export function sendByWire(
  request: WireRequest,
  server: Server,
  use: (wire: Wire) => void,
): Promise<Response> {
  const { signal, method, body } = request;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let content: Content | undefined;
    let isOver = false;
    const finish = (reason?: unknown): void => {
      isOver = true;
      if (isBodyStream(body)) body.cancel(reason);
      signal.removeEventListener('abort', abort);
      // Not yet: the server notes first that its reply is sent.
      setImmediate(() => wire.destroy());
    };
    const fail = (error: unknown): void => {
      if (isOver) return;
      finish(error);
      if (content) content.fail(error);
      else reject(error);
      wire.destroy();
    };
    const abort = (): void => fail(signal.reason);
    const reader = new ReplyReader(method, {
      head(head) {
        const made = createContent(() => wire.destroy());
        resolve(toResponse(head, method, made.stream));
        content = made;
      },
      body: (bytes) => content?.add(bytes),
      end() {
        finish();
        content?.end();
      },
    });
    const wire = new Wire({
      receive(bytes, onTaken) {
        try {
          reader.read(bytes);
        } catch (error) {
          fail(asFailed(error, content));
        }
        if (content && !isOver) content.whenWanted(onTaken);
        else onTaken();
      },
      close(isReset) {
        reader.close();
        fail(asFailed(new ConnectionLoss(isReset), content));
      },
    });
    signal.addEventListener('abort', abort);
    use(wire);
    server.emit('connection', wire);
    write(request, wire).catch((error: unknown) => fail(asFailed(error, content)));
  });
}

/** The connection ended before the reply did. The codes are those of Node's own `fetch`. */
class ConnectionLoss extends Error {
  override readonly name = 'SocketError';
  readonly code: string;

  constructor(isReset: boolean) {
    super(isReset ? 'read ECONNRESET' : 'other side closed');
    this.code = isReset ? 'ECONNRESET' : 'UND_ERR_SOCKET';
  }
}

/**
 * As `fetch` says it: before the head of the reply, and in its body. MSW hands an error with `code` and
 * `errno` to the client as it is, and makes a 500 of any other.
 */
function asFailed(cause: unknown, content: Content | undefined): TypeError {
  const error = new TypeError(content ? 'terminated' : 'fetch failed', { cause });
  return Object.assign(error, { code: codeOf(cause), errno: undefined });
}

async function write({ method, url, headers, body }: WireRequest, wire: Wire): Promise<void> {
  const { host, ...others } = Object.fromEntries(headers);
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`];
  lines.push(`host: ${host ?? url.host}`, 'connection: keep-alive');
  for (const [name, value] of Object.entries(others)) lines.push(`${name}: ${value}`);
  if (isBodyStream(body)) lines.push('transfer-encoding: chunked');
  else if (body || withLength.has(method)) lines.push(`content-length: ${body?.byteLength ?? 0}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (!isBodyStream(body)) return wire.send(body ? Buffer.concat([head, body]) : head);
  await wire.send(head);
  return sendChunks(body, wire);
}

async function sendChunks({ next }: BodyStream, wire: Wire): Promise<void> {
  for (let piece = await next(); piece; piece = await next()) {
    if (wire.destroyed) return;
    if (piece.byteLength === 0) continue;
    const size = Buffer.from(`${piece.byteLength.toString(16)}\r\n`);
    await wire.send(Buffer.concat([size, piece, lineEnd]));
  }
  await wire.send(Buffer.from('0\r\n\r\n'));
}

const lineEnd = Buffer.from('\r\n');

/** Their requests have a length also without a body. */
const withLength = new Set(['POST', 'PUT', 'PATCH']);

/** The body of a reply. */
interface Content {
  readonly stream: ReadableStream<Uint8Array>;
  add(this: void, bytes: Uint8Array): void;
  end(this: void): void;
  fail(this: void, error: unknown): void;
  /** Calls the task when the client has read enough of what has come. */
  whenWanted(this: void, task: () => void): void;
}

/** How many bytes of a reply may wait for its client; a socket keeps about as many. */
const mostWaiting = 1_048_576;

function createContent(onCancel: () => void): Content {
  let control: ReadableByteStreamController | undefined;
  let goOn: (() => void) | undefined;
  const stream = new ReadableStream(
    {
      type: 'bytes',
      start(given) {
        control = given;
      },
      pull() {
        goOn?.();
        goOn = undefined;
      },
      cancel() {
        control = undefined;
        onCancel();
      },
    },
    { highWaterMark: mostWaiting },
  );
  return {
    stream,
    // A copy: the stream takes the memory of what it gets.
    add: (bytes) => control?.enqueue(new Uint8Array(bytes)),
    end() {
      control?.close();
      // Otherwise one that reads into its own memory would wait.
      control?.byobRequest?.respond(0);
    },
    fail: (error) => control?.error(error),
    whenWanted(task) {
      if (!control || (control.desiredSize ?? 1) > 0) task();
      else goOn = task;
    },
  };
}

function toResponse(
  { status, statusText, headers: own }: ReplyHead,
  method: string,
  stream: ReadableStream<Uint8Array>,
): Response {
  const headers = new Headers();
  for (let index = 0; index < own.length; index += 2) {
    headers.append(own[index] ?? '', own[index + 1] ?? '');
  }
  const body = method === 'HEAD' || bodiless.has(status) ? null : stream;
  return new Response(body, { status, statusText, headers });
}
