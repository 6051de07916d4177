import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';

import { toHeaderText } from '../../base/texts.ts';
import type { Reply } from '../../pipeline/exchange.ts';
import { isDiscarded } from '../connections/end-gently.ts';

/** How much of a body that nobody wants is still taken in, in bytes. */
const politeness = 16_777_216;
/** And for how long, in milliseconds. */
const patience = 2_000;

/** The one place that answers. */
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
  // Some clients read nothing before they have sent all. If the connection were closed on them
  // (`Connection: close`), the reply would be lost with it.
  if (content === undefined) response.flushHeaders();
  else response.write(content);
  drain(request, (isWhole) => {
    response.end(() => {
      // What is still to come would have to be read before the next request.
      if (!isWhole) request.socket.destroySoon();
    });
  });
}

/** Writes all that comes before the body, and returns the body. */
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
    // Only the end of the connection tells a client that there is more or less than it was told.
    if (isCounted(request, status) && length !== sizeOf(body)) headers.push('Connection', 'close');
  } else if (!isStream(body)) {
    if (body !== undefined) headers.push('Content-Length', String(Buffer.byteLength(body)));
    // A 205 has no content, and so no length: it is framed as chunks, of which there are none.
    else if (!endsWithHeaders(status) && status !== 205) headers.push('Content-Length', '0');
    // A client takes a 1xx for a reply before the reply: nothing else says that nothing follows.
    if (status < 200) headers.push('Connection', 'close');
  }
  writeHead(response, status, headers);
  return request.method === 'HEAD' ? undefined : body;
}

/** The platform refuses a header that it can't send. What it can't hold is replaced then, so that all else is sent. */
function writeHead(response: ServerResponse, status: number, headers: string[]): void {
  try {
    response.writeHead(status, headers);
  } catch (error) {
    if (response.headersSent) throw error;
    const plain = headers.map((text) => (unsendable.test(text) ? toHeaderText(text) : text));
    response.writeHead(status, plain);
  }
}

/** RFC 9110, section 5.5. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/;

type BodyStream = Extract<Reply['body'], AsyncIterable<unknown>>;

export function isStream(body: Reply['body']): body is BodyStream {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/** Piece by piece, as fast as it is read, until it ends or nobody is there any more. */
function stream(body: BodyStream, response: ServerResponse): void {
  // Whoever listens is to know at once that there is something to listen to.
  // An empty text would have Node write the headers as UTF-8, and they hold bytes.
  response.write(new Uint8Array());
  pipeline(Readable.from(body, { objectMode: false }), response, (error) => {
    if (error) response.destroy();
  });
}

/** A 205 has content only where somebody has said how much, to see what a client makes of it. */
function hasContent(status: number, body: Reply['body'], length: number | undefined): boolean {
  if (endsWithHeaders(status)) return false;
  return status !== 205 || length !== undefined || isStream(body);
}

/** Whether a length says what follows. To a HEAD and in a 304 it speaks of another reply (RFC 9110, 8.6). */
function isCounted({ method }: IncomingMessage, status: number): boolean {
  return method !== 'HEAD' && status !== 304;
}

/** What a reply that is not a stream has in bytes. */
function sizeOf(body: Reply['body']): number {
  return body === undefined || isStream(body) ? 0 : Buffer.byteLength(body);
}

/** Replies that have no body, not even an empty one (RFC 9112, section 6.3). */
function endsWithHeaders(status: number): boolean {
  return status < 200 || status === 204 || status === 304;
}

/** Whether more of the body is to come; one that waits to be asked for it sends nothing. */
function isSending(request: IncomingMessage): boolean {
  const { headers } = request;
  const hasBody = headers['content-length'] !== undefined || 'transfer-encoding' in headers;
  const mayCome =
    hasBody && !request.complete && !request.destroyed && headers.expect === undefined;
  return mayCome && !isDiscarded(request.socket);
}

/** `onEnd` hears whether all of it has come. */
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
