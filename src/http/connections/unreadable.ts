import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
// `instanceof` knows the bytes of its own realm alone, and Jest's jsdom is another.
import { isUint8Array } from 'node:util/types';

import { ApiError, codeOf, messageOf } from '../../base/errors.ts';
import type { Reply } from '../../pipeline/exchange.ts';
import type { App } from '../app.ts';
import type { KnownHead } from '../requests/head.ts';
import { knownOf } from '../requests/head.ts';
import type { Connections } from './connections.ts';
import { isUnderWay } from './connections.ts';
import { destroyLater, discardRest, endGently } from './end-gently.ts';

const { maxHeaderSize, STATUS_CODES } = process.getBuiltinModule('node:http');

/** How long clients may take, in milliseconds. */
export interface ClientLimits {
  /** For the head of a request. */
  readonly head: number;
  /** For a whole request, even if it keeps arriving. */
  readonly request: number;
  /** How often Node checks both limits. */
  readonly interval: number;
}

/** How long a refused client may take to close its side, in milliseconds. */
export const refusalLeave = 2_000;
/** How long replies under way may go on when the connection can't be read, in milliseconds. */
const longestRest = 30_000;

/** How the app ends a request that can't be read: with a reply of its own, or the road's. */
export interface RequestEnds extends Pick<App, 'failBody'> {
  /** Makes the reply; the request counts as answered. */
  refuse(this: void, error: ApiError, known: KnownHead): Reply;
}

/** Answers requests that Node can't read, after the replies under way, and ends the connection. */
export function createClientErrorHandler(
  { open, isStopped }: Connections,
  { refuse, failBody }: RequestEnds,
  limits: ClientLimits,
): (error: Error, socket: unknown) => void {
  const seen = new WeakSet<Socket>();
  return (error, socket) => {
    // Node reports further errors while the connection is being ended.
    if (!(socket instanceof Socket) || seen.has(socket)) return;
    seen.add(socket);
    // Browsers open connections ahead of time, and may send nothing by them.
    if (!isRefusable(error) || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    discardRest(socket);
    destroyLater(socket, longestRest);
    const end = (lastWords = ''): void => endGently(socket, refusalLeave, lastWords);
    // Node calls `destroySoon` when the last reply is sent.
    socket.destroySoon = () => end();
    const reply = open.get(socket);
    const refuseHead = (): void => {
      if (!socket.writable) return;
      // The reply to an earlier request was the last one of this connection.
      if (isStopped(socket)) return end();
      const { error: told, known } = describeUnreadableHead(error, limits.head / 1000);
      end(writeWhole(refuse(told, known), known.method));
    };
    if (!reply || (reply.req.complete && !isUnderWay(reply))) refuseHead();
    else if (reply.req.complete) reply.once('close', refuseHead);
    else if (!isUnderWay(reply)) {
      // The rest of a body can't be read, but its request was answered without it.
      end();
    } else {
      const fault = describeUnreadableBody(error, limits.request / 1000);
      const hasBegun = reply.headersSent;
      if (!hasBegun) reply.shouldKeepAlive = false;
      reply.once('close', () => end());
      const isAwaited = failBody(reply.req, fault);
      // Middleware reads this body, and would wait for it until the connection is closed.
      if (!isAwaited && !hasBegun && reply.socket && isBeingRead(reply.req)) {
        const known = knownOf(reply.req);
        end(writeWhole(refuse(fault, known), known.method));
      }
    }
  };
}

/** If the connection itself is broken, the server can't send a reply. */
function isRefusable(error: Error): boolean {
  const code = codeOf(error) ?? '';
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

function isBeingRead(request: IncomingMessage): boolean {
  return request.readableFlowing === true || request.listenerCount('readable') > 0;
}

/** A request that can't be read: the error for the client, and what is known of the request. */
interface Unreadable {
  readonly error: ApiError;
  readonly known: KnownHead;
}

/** An error of Node's parser. The packet with the fault may hold more than one request. */
interface ParserError extends Error {
  readonly code?: unknown;
  readonly reason?: unknown;
  readonly bytesParsed?: unknown;
  readonly rawPacket?: unknown;
}

/** `seconds` is how long a head may take. */
function describeUnreadableHead(error: ParserError, seconds: number): Unreadable {
  const { before, rest } = readPacket(error);
  const detail =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? `The head of the request did not arrive within ${seconds} seconds.`
      : describeHeadFault(error, before, rest);
  return {
    error: new ApiError(refusalCodeOf(error), detail),
    known: findRequestLine(before, rest),
  };
}

/** `seconds` is how long a whole request may take. */
function describeUnreadableBody(error: ParserError, seconds: number): ApiError {
  const detail = describeBodyFault(error, seconds);
  // The server can't tell where the next request begins.
  return new ApiError(refusalCodeOf(error), detail, { headers: { Connection: 'close' } });
}

/** Writes a reply as text, where Node has no response object. A reply to `HEAD` has no body. */
export function writeWhole({ status, headers, body = '' }: Reply, method: string): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (let index = 0; index < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  }
  const text = typeof body === 'string' ? body : '';
  lines.push(
    `Date: ${new Date().toUTCString()}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  );
  return `${lines.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : text}`;
}

function refusalCodeOf({ code }: ParserError): ConstructorParameters<typeof ApiError>[0] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request-timeout';
    case 'HPE_HEADER_OVERFLOW':
      return 'head-too-large';
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'content-too-large';
    default:
      return 'malformed-request';
  }
}

function describeBodyFault(error: ParserError, seconds: number): string {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return `The whole request did not arrive within ${seconds} seconds.`;
    case 'HPE_INVALID_EOF_STATE':
      return 'The body broke off before its end.';
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'The body has longer chunk extensions than are read.';
    default:
      return `The body can not be read as its headers say: ${reasonOf(error)}.`;
  }
}

function describeHeadFault(error: ParserError, before: string, rest: string): string {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return `The request line and the headers have more than the ${maxHeaderSize} bytes that are read of them.`;
    case 'HPE_INVALID_EOF_STATE':
      return 'The connection was ended before the head of the request was complete.';
    case 'HPE_PAUSED_H2_UPGRADE':
      return 'The client begins with HTTP/2, and this server speaks HTTP/1.1.';
    case 'HPE_INVALID_METHOD':
      return rest.startsWith('\u0016\u0003')
        ? 'The client begins with TLS, and this server speaks plain HTTP: ask it with http://, not https://.'
        : `The request does not begin with a method that is known, but with ${quote(before, rest)}: a method, such as GET or POST, comes first. After another request, this may be the end of a body that is longer than its Content-Length.`;
    default:
      return `The request can not be read as HTTP${describeHeader(before, rest)}: ${reasonOf(error)}.`;
  }
}

function reasonOf(error: ParserError): string {
  const { reason } = error;
  return typeof reason === 'string' && reason !== '' ? reason : messageOf(error);
}

/** Splits a packet into what the parser has read of it and what follows. */
function readPacket({ rawPacket, bytesParsed }: ParserError): {
  readonly before: string;
  readonly rest: string;
} {
  if (!isUint8Array(rawPacket)) return { before: '', rest: '' };
  const text = Buffer.from(rawPacket.subarray(0, mostLooked)).toString('latin1');
  const at = Number(bytesParsed ?? 0);
  return { before: text.slice(0, at), rest: text.slice(at) };
}

/** In bytes. Node reads no longer head, unless it was started with a larger limit. */
const mostLooked = 65_536;

/** Names the header only: its value may be a secret. */
function describeHeader(before: string, rest: string): string {
  const [, name] = /^([\w-]{1,64})[ \t]*:/.exec(lineAt(before, rest)) ?? [];
  return name === undefined ? '' : `, in the header "${name}"`;
}

/** Returns what follows from the start of the line in which the parser stopped. */
function lineAt(before: string, rest: string): string {
  return before.slice(before.lastIndexOf('\n') + 1) + rest;
}

/** Shows a wrong protocol, and no more: the redactor does not recognise a part of a secret. */
const longestQuote = 4;

/** Quotes the first characters of a wrong request, without values, which may be secrets. */
function quote(before: string, rest: string): string {
  const line = lineAt(before, rest).slice(0, longestQuote);
  const [start = ''] = /^[^=:?\r\n]*/.exec(line) ?? [];
  return JSON.stringify(start).replaceAll(/[\u007f-\u00ff]/g, escapeByte);
}

function escapeByte(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const unknown: KnownHead = { method: '', path: '', query: '', headers: {} };

/** Other requests may be first in the packet. If it begins within this head, nothing is known. */
function findRequestLine(before: string, rest: string): KnownHead {
  const head = before.slice(before.lastIndexOf('\r\n\r\n') + 1) + rest;
  const line = /^\s*([A-Z]{3,20}) (\/[^\s?]{0,2000})(?:\?(\S{0,2000}))?/.exec(head);
  const [, method = '', path = '', query = ''] = line ?? [];
  return { ...unknown, method, path, query };
}
