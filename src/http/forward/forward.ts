import { randomUUID } from 'node:crypto';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
// `instanceof` knows the bytes of its own realm alone, and Jest's jsdom is another.
import { isUint8Array } from 'node:util/types';

import { ApiError, codeOf, messageOf } from '../../base/errors.ts';
import { writeAgain } from '../../pipeline/read-body.ts';
import { refusePlainly } from '../../pipeline/checks/refuse.ts';
import type { Received, ReceivedBody, Reply } from '../../pipeline/exchange.ts';
import { onceOver } from '../connections/end-gently.ts';
import type { Incoming } from '../requests/receive.ts';
import type { Forwarder } from './forwarded-headers.ts';
import { forwardedHeaders, returnedHeaders } from './forwarded-headers.ts';

/** A request that no operation matches, and the response object for its reply. */
export interface Unmatched {
  readonly request: Incoming;
  readonly response: ServerResponse;
  readonly received: Received;
  /** Whether this server's CORS headers decide who may read the reply, not the other server's. */
  readonly hasCors: boolean;
}

/** Sends a request to another server. If that fails, this server refuses the request. */
export type Forward = (unmatched: Unmatched) => Promise<Reply>;

export interface ForwardOptions {
  /** How long the other server may be silent before its reply begins, in milliseconds. */
  readonly limit?: number;
  /** Whether a text is the control token, which only this server may see. */
  readonly isToken?: (text: string) => boolean;
}

export function createForward(
  target: URL,
  { limit = 30_000, isToken = () => false }: ForwardOptions = {},
): Forward {
  const open = createClient(target, limit);
  // A server that finds this name in `Via` has forwarded the request to itself.
  const name = `stuntdouble-${randomUUID().slice(0, 8)}`;
  const forwarder: Forwarder = {
    name,
    isToken: (value) => isToken(value.replace(/^bearer +/i, '').trim()),
  };
  return async (unmatched) => {
    const { request, received, hasCors } = unmatched;
    try {
      if (request.headers['via']?.includes(name)) throw refuseLoop(target);
      assertBelow(target, received.path);
      const incoming = await ask(unmatched, open, forwarder);
      const headers = returnedHeaders(incoming, hasCors);
      return { ...toReply(incoming, request.method), headers, from: target.origin };
    } catch (error) {
      return refusePlainly(error instanceof ApiError ? error : explain(error, target), received);
    }
  };
}

/** Begins a request to the other server. */
type Open = (method: string, path: string, headers: string[]) => ClientRequest;

function createClient(target: URL, limit: number): Open {
  // Loaded on first use: most servers never forward.
  const { request, Agent } =
    target.protocol === 'https:'
      ? process.getBuiltinModule('node:https')
      : process.getBuiltinModule('node:http');
  // The other server may close an idle connection just when it is used again, so none is kept.
  const agent = new Agent({ keepAlive: false });
  const base = target.pathname.replace(/\/$/, '');
  const { hostname, port, protocol, host } = target;
  return (method, path, headers) =>
    request({
      agent,
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path: base + path,
      headers: ['Host', host, ...headers],
      setHost: false,
      timeout: limit,
    });
}

function ask(
  { request, response, received }: Unmatched,
  open: Open,
  forwarder: Forwarder,
): Promise<IncomingMessage> {
  const body = bodyOf(received);
  const headers = forwardedHeaders(request, received.prefix, forwarder, lengthOf(body));
  const path = received.query === '' ? received.path : `${received.path}?${received.query}`;
  return new Promise((resolve, reject) => {
    const outgoing = open(received.method, path, [...headers]);
    let isAnswered = false;
    outgoing.on('response', (incoming) => {
      isAnswered = true;
      outgoing.setTimeout(0);
      // A status below 200 is not a final reply, and this server has nothing else to send.
      if (Number(incoming.statusCode) >= 200) {
        resolve(incoming);
        // The client was gone before. The other server has made the change; its reply is dropped.
        if (request.socket.destroyed) outgoing.destroy();
      } else {
        reject(new Error(`it has answered with the status ${incoming.statusCode}`));
        outgoing.destroy();
      }
    });
    outgoing.on('error', reject);
    // If the other server changes to another protocol, no other event comes.
    outgoing.on('close', () => reject(new Error('it has closed the connection without an answer')));
    outgoing.on('timeout', () => outgoing.destroy(new Error('it has not answered in time')));
    // When the response is over, the client waits for nothing more.
    onceOver(response, () => outgoing.destroy());
    if (body === undefined) outgoing.end();
    else if (isUint8Array(body)) outgoing.end(body);
    else {
      pipeline(Readable.from(body), outgoing, (error) => {
        // Some servers answer before they have read the whole body.
        if (error && !isAnswered) outgoing.destroy(error);
      });
    }
  });
}

type Body = AsyncIterable<Uint8Array> | Uint8Array | undefined;

/** Returns the whole body, or what the app that this server is mounted in has left of it. */
function bodyOf({ headers, readBody }: Received): Body {
  const {
    'content-length': length = '0',
    'transfer-encoding': coding,
    'content-type': type,
  } = headers;
  if (Number(length) === 0 && coding === undefined) return undefined;
  const body: ReceivedBody = readBody(Infinity);
  switch (body.kind) {
    case 'stream':
      return body.chunks();
    case 'bytes':
      return body.bytes;
    case 'text':
    case 'parsed': {
      const bytes = writeAgain(body, String(type ?? ''));
      if (bytes) return bytes;
      throw refuseParsed(type);
    }
  }
}

function lengthOf(body: Body): number | undefined {
  return isUint8Array(body) ? body.byteLength : undefined;
}

function toReply(incoming: IncomingMessage, method: string | undefined): Omit<Reply, 'headers'> {
  const { statusCode: status = 502 } = incoming;
  const isEmpty = status === 204 || status === 304;
  // A body that is not read would keep the connection open.
  if (isEmpty) incoming.resume();
  return {
    status,
    body: isEmpty && method !== 'HEAD' ? undefined : incoming,
    verdict: { kind: 'served' },
    operation: undefined,
  };
}

function explain(error: unknown, target: URL): ApiError {
  const code = codeOf(error) ?? '';
  const message = messageOf(error);
  const reason = message.includes(code) ? message : `${code} ${message}`.trim();
  const detail = `No operation matches the request, so it went to ${target.href} (--unmatched), which failed: ${reason}.`;
  return new ApiError('forward-failed', detail, { cause: error });
}

function refuseParsed(type: string | readonly string[] | undefined): ApiError {
  const detail = `No operation matches the request, and its body can not be forwarded (--unmatched): the app that this server is mounted in has read it, and what its parser has left can not be written as ${JSON.stringify(type ?? 'a body without Content-Type')} again. Mount this server before the body parser.`;
  return new ApiError('forward-failed', detail);
}

/** If the target has a path, only requests for paths below it are forwarded. */
function assertBelow({ pathname, href }: URL, path: string): void {
  if (pathname === '/' || (path.startsWith('/') && !climbing.test(path))) return;
  const detail = `No operation matches the request, and its path may lead out of ${href} (--unmatched): it must begin with a slash and have no segment "..".`;
  throw new ApiError('malformed-request', detail);
}

/** A segment ".." in all forms that servers accept: escaped, with backslashes or parameters. */
const climbing = /(?:[/\\]|%2f|%5c)(?:\.|%2e){2}(?:$|[/\\;#]|%2f|%5c|%3b)/i;

function refuseLoop({ href }: URL): ApiError {
  const detail = `No operation matches the request, and ${href} (--unmatched) leads back to this server.`;
  return new ApiError('forward-failed', detail);
}
