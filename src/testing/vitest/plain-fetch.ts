import type { IncomingMessage } from 'node:http';

import { bodiless, isRedirect, mostRedirects, redirectTo } from '../../base/fetch-rules.ts';

/**
 * How tests reach the server. happy-dom puts a page's `fetch` in the place of Node's, and the
 * control API refuses pages of other origins: there, Node's `http` does it. Undefined: the usual.
 */
export function findFetch(): typeof globalThis.fetch | undefined {
  return 'happyDOM' in globalThis ? fetchByHttp : undefined;
}

/** What is sent. The client sends no `Request`, and follows redirects as `fetch` does. */
interface Sending {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | string | undefined;
}

async function fetchByHttp(
  input: string | URL | Request,
  { method = 'GET', headers, body, redirect = 'follow', signal }: RequestInit = {},
): Promise<Response> {
  if (typeof input !== 'string' && 'url' in input)
    throw new TypeError('in happy-dom a request is sent by its URL, not as a Request');
  let sending: Sending = {
    url: new URL(input),
    method,
    headers: new Headers(headers),
    body: await toBytes(body),
  };
  for (let count = 0; count <= mostRedirects; count += 1) {
    const [reply, bytes] = await send(sending, signal ?? undefined);
    const {
      statusCode: status = 0,
      headers: { location },
    } = reply;
    if (redirect === 'manual' || location === undefined || !isRedirect(status))
      return toResponse(reply, bytes);
    if (redirect === 'error') throw new TypeError(`${sending.url.href} answered with a redirect`);
    sending = redirectTo(sending, status, new URL(location, sending.url));
  }
  throw new TypeError(`${sending.url.href} is behind more than ${mostRedirects} redirects`);
}

async function send(
  { url, method, headers, body }: Sending,
  signal: AbortSignal | undefined,
): Promise<[reply: IncomingMessage, bytes: Uint8Array]> {
  const { request } = process.getBuiltinModule(
    url.protocol === 'https:' ? 'node:https' : 'node:http',
  );
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const sent = request(url, { method, headers: Object.fromEntries(headers) }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => void chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => resolve([reply, Buffer.concat(chunks)]));
    });
    // The signal is that of happy-dom, so Node does not take it as its own.
    const abort = (): void => {
      reject(signal?.reason);
      sent.destroy();
    };
    signal?.addEventListener('abort', abort, { once: true });
    sent.on('close', () => signal?.removeEventListener('abort', abort));
    sent.on('error', reject);
    sent.end(body);
  });
}

function toResponse(
  { statusCode: status = 0, headersDistinct }: IncomingMessage,
  body: Uint8Array,
): Response {
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(bodiless.has(status) ? null : body, { status, headers });
}

/** The client sends texts, and bodies of requests as a Blob; all but texts may be of happy-dom's realm. */
async function toBytes(body: RequestInit['body']): Promise<Uint8Array | string | undefined> {
  const { isAnyArrayBuffer } = process.getBuiltinModule('node:util').types;
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string') return body;
  if (isAnyArrayBuffer(body)) return new Uint8Array(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if ('arrayBuffer' in body) return new Uint8Array(await body.arrayBuffer());
  throw new TypeError(
    'in happy-dom a body is sent as a text, bytes or a Blob, not as another object',
  );
}
