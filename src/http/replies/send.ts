import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

import { toHeaderText } from '../../base/texts.ts';
import type { Reply } from '../../pipeline/exchange.ts';
import { isDiscarded } from '../connections/end-gently.ts';

/** How many bytes of an unwanted body the server still reads. */
const politeness = 16_777_216;
/** How long the server reads an unwanted body, in milliseconds. */
const patience = 2_000;

/**
 * The one place that sends replies. `deliver.ts` adds delays and cuts; where Node has no response
 * object, `connections/` writes the reply.
 */
export function send(
  reply: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  more: readonly string[],
): void {
  const content = begin(reply, request, response, more);
  if (isStream(content)) return stream(content, response);
  if (!isSending(request)) {
    response.end(content);
    return;
  }
  // Some clients read nothing before they have sent everything. If the connection were closed
  // before that (`Connection: close`), they would lose the reply.
  if (content === undefined) response.flushHeaders();
  else response.write(content);
  endWhenRead(request, response);
}

/** Ends a reply that is written, after the rest of the body that the client still sends. */
export function endWhenRead(request: IncomingMessage, response: ServerResponse): void {
  if (!isSending(request)) {
    response.end();
    return;
  }
  drain(request, (isWhole) => {
    response.end(() => {
      // Otherwise the server would have to read the rest of the body before the next request.
      if (!isWhole) request.socket.destroySoon();
    });
  });
}

/** Writes the status and the headers, and returns the body that is still to be sent. */
export function begin(
  { status, headers: own, body: made, length }: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  more: readonly string[],
): Reply['body'] {
  const body = hasContent(status, made, length) ? made : undefined;
  const headers = [...own, ...more];
  if (length !== undefined) {
    headers.push('Content-Length', String(length));
    // Only the end of the connection shows a client that the announced length is wrong.
    if (isCounted(request, status) && length !== sizeOf(body)) headers.push('Connection', 'close');
  } else if (!isStream(body)) {
    if (body !== undefined) headers.push('Content-Length', String(Buffer.byteLength(body)));
    // A 205 has no content, and so no length: Node sends it in chunks, of which there are none.
    else if (!endsWithHeaders(status) && status !== 205) headers.push('Content-Length', '0');
    // A client expects another reply after a 1xx. The end of the connection says that none comes.
    if (status < 200) headers.push('Connection', 'close');
  }
  writeHead(response, status, headers);
  return request.method === 'HEAD' ? undefined : body;
}

/**
 * Writes the head. Node refuses a header with characters that it can't send. The server then
 * replaces them, so that it still sends everything else.
 */
function writeHead(response: ServerResponse, status: number, headers: string[]): void {
  try {
    response.writeHead(status, headers);
  } catch (error) {
    if (response.headersSent) throw error;
    const plain = headers.map((text) => (unsendable.test(text) ? toHeaderText(text) : text));
    response.writeHead(status, plain);
  }
}

/** Characters that no header can have (RFC 9110, section 5.5). */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/;

type BodyStream = Extract<Reply['body'], AsyncIterable<unknown>>;

export function isStream(body: Reply['body']): body is BodyStream {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/** Sends pieces as fast as the client reads them, until the body ends or the client is gone. */
function stream(body: BodyStream, response: ServerResponse): void {
  // Sends the headers at once, so that the client knows that the stream begins. For an empty string
  // Node would write the headers as UTF-8, but they contain bytes.
  response.write(new Uint8Array());
  pipeline(Readable.from(body, { objectMode: false }), response, (error) => {
    if (error) response.destroy();
  });
}

/** A 205 has content only if it is a stream or a test sets its length, to see what clients do. */
function hasContent(status: number, body: Reply['body'], length: number | undefined): boolean {
  if (endsWithHeaders(status)) return false;
  return status !== 205 || length !== undefined || isStream(body);
}

/**
 * Whether the length is that of the body that follows. In the reply to a HEAD and in a 304 it is
 * that of another reply (RFC 9110, section 8.6).
 */
function isCounted({ method }: IncomingMessage, status: number): boolean {
  return method !== 'HEAD' && status !== 304;
}

/** The size of a body in bytes; 0 for a stream. */
function sizeOf(body: Reply['body']): number {
  return body === undefined || isStream(body) ? 0 : Buffer.byteLength(body);
}

/** Whether a reply has no body, not even an empty one (RFC 9112, section 6.3). */
function endsWithHeaders(status: number): boolean {
  return status < 200 || status === 204 || status === 304;
}

/** Whether the client still sends its body. One that waits for a 100-continue sends nothing. */
function isSending(request: IncomingMessage): boolean {
  const { headers } = request;
  const hasBody = headers['content-length'] !== undefined || 'transfer-encoding' in headers;
  const mayCome =
    hasBody && !request.complete && !request.destroyed && headers.expect === undefined;
  return mayCome && !isDiscarded(request.socket);
}

/** Reads and drops the rest of a body. `onEnd` receives false if the server gives up early. */
function drain(request: IncomingMessage, onEnd: (isWhole: boolean) => void): void {
  let size = 0;
  const count = (chunk: Uint8Array): void => {
    size += chunk.byteLength;
    if (size > politeness) leave(false);
  };
  const finish = (): void => leave(true);
  const impatience = setTimeout(() => leave(false), patience);
  const leave = (isWhole: boolean): void => {
    clearTimeout(impatience);
    request.off('data', count).off('end', finish).off('close', finish);
    onEnd(isWhole);
  };
  request.on('data', count).once('end', finish).once('close', finish);
  request.resume();
}
