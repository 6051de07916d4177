import type { IncomingMessage } from 'node:http';

import { splitCookies } from '../../base/cookies.ts';
import { visitorCookies } from '../access/visitor-cookie.ts';
import { worldField } from '../access/world-selection.ts';
import { peerOf } from '../requests/peer.ts';

/** Headers for the next server only, which it does not pass on (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface Forwarder {
  /** The name of this server in `Via`. */
  readonly name: string;
  /** Whether the value of a header shows the control token. */
  isToken(this: void, value: string): boolean;
}

/**
 * Returns the headers of a forwarded request, names and values in turn: all but those for this
 * server. `length` is the length of a body that was read; undefined: the body is passed on piece by
 * piece, or there is none.
 */
export function forwardedHeaders(
  request: IncomingMessage,
  prefix: string,
  { name, isToken }: Forwarder,
  length: number | undefined,
): readonly string[] {
  const { host, via, 'x-forwarded-for': before } = request.headers;
  const address = peerOf(request) ?? 'unknown';
  // A body that the app around this server has read has lost its Content-Encoding.
  const told = length === undefined ? [] : ['content-encoding'];
  const left = new Set(['host', 'expect', 'via', 'content-length', ...forwardingNames, ...told]);
  const kept = keepHeaders(
    request,
    (header, value) => !left.has(header) && !isOurs(header) && !isToken(value),
  );
  const headers = [...withoutWorld(kept), ...frame(request, length)];
  const { 'x-forwarded-host': firstHost = host, 'x-forwarded-proto': scheme } = request.headers;
  headers.push('X-Forwarded-For', before === undefined ? address : `${String(before)}, ${address}`);
  headers.push('X-Forwarded-Host', String(firstHost ?? ''));
  headers.push('X-Forwarded-Proto', String(scheme ?? 'http'));
  if (prefix !== '') headers.push('X-Forwarded-Prefix', prefix);
  headers.push('Via', via === undefined ? `1.1 ${name}` : `${via}, 1.1 ${name}`);
  return headers;
}

/**
 * Returns the headers of the other server's reply. Where this server sends its own CORS headers, it
 * leaves out those by which the other server says who may read the reply.
 */
export function returnedHeaders(reply: IncomingMessage, hasCors: boolean): readonly string[] {
  return keepHeaders(reply, (header) => !hasCors || !tellsWhoMayRead(header));
}

function tellsWhoMayRead(header: string): boolean {
  return header.startsWith('access-control-') && header !== 'access-control-expose-headers';
}

const forwardingNames = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-prefix',
];

function isOurs(header: string): boolean {
  return header.startsWith('x-stuntdouble-');
}

/** Returns the headers that are wanted, names and values in turn, but none for this server alone. */
export function keepHeaders(
  { rawHeaders, headers }: IncomingMessage,
  isWanted: (header: string, value: string) => boolean = () => true,
): readonly string[] {
  const named = namesIn(headers.connection ?? '');
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [header = '', value = ''] = rawHeaders.slice(at, at + 2);
    const plain = header.toLowerCase();
    if (hopByHop.has(plain) || named.has(plain) || !isWanted(plain, value)) continue;
    kept.push(header, value);
  }
  return kept;
}

function namesIn(list: string): ReadonlySet<string> {
  return new Set(
    list
      .toLowerCase()
      .split(',')
      .map((header) => header.trim()),
  );
}

const ownCookies = new Set([worldField, ...visitorCookies]);

/** Removes the cookies that name a world or a visitor: they are for this server. */
function withoutWorld(headers: readonly string[]): readonly string[] {
  const others: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [header = '', value = ''] = headers.slice(at, at + 2);
    if (header.toLowerCase() !== 'cookie') others.push(header, value);
    else {
      const kept = splitCookies(value).filter(({ name }) => !ownCookies.has(name));
      const text = kept.map(({ pair }) => pair).join(';');
      if (kept.length > 0) others.push(header, text.trim());
    }
  }
  return others;
}

/**
 * Says again where the body ends. A client may name `Content-Length` in `Connection`, which removes
 * it, and the other server would take a body without a length for the next request.
 */
export function frame(
  { method = '', headers }: IncomingMessage,
  length: number | undefined,
): string[] {
  if (length !== undefined) return ['Content-Length', String(length)];
  const { 'content-length': told, 'transfer-encoding': coding } = headers;
  if (coding !== undefined) return ['Transfer-Encoding', 'chunked'];
  if (told !== undefined) return ['Content-Length', String(Number(told))];
  // Without it Node would announce a body in chunks.
  return bodiless.has(method) ? [] : ['Content-Length', '0'];
}

/** Methods without a body, unless a header announces one. Node has the same list. */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);
