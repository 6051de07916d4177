import type { IncomingMessage } from 'node:http';

import { worldField } from '../access/world-selection.ts';

/** What is said to the next only, and not to whoever comes after it (RFC 9110, section 7.6.1). */
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
  /** By which `Via` names us. */
  readonly name: string;
  /** Whether the value of a header shows the control token. */
  isToken(this: void, value: string): boolean;
}

/**
 * What a request says to the server behind us: all but what was meant for us. Names and values in turn. `length`
 * is that of a body that was read; undefined: it is passed on piece by piece, or there is none.
 */
export function forwardedHeaders(
  request: IncomingMessage,
  prefix: string,
  { name, isToken }: Forwarder,
  length: number | undefined,
): readonly string[] {
  const { host, via, 'x-forwarded-for': before } = request.headers;
  const address = request.socket.remoteAddress ?? 'unknown';
  // Once somebody has read the body, it is no longer as it was sent.
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

/** What the other server says. Where our CORS headers are sent, its own are left out. */
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

function keepHeaders(
  { rawHeaders, headers }: IncomingMessage,
  isWanted: (header: string, value: string) => boolean,
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

/** A cookie that names a world is for us. */
function withoutWorld(headers: readonly string[]): readonly string[] {
  const others: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [header = '', value = ''] = headers.slice(at, at + 2);
    if (header.toLowerCase() !== 'cookie') others.push(header, value);
    else {
      const pairs = value.split(';').filter((pair) => pair.split('=')[0]?.trim() !== worldField);
      if (pairs.length > 0) others.push(header, pairs.join(';').trim());
    }
  }
  return others;
}

/**
 * Says anew where the body ends: a client may name `Content-Length` in `Connection`, and a body without a length would be
 * the next request to the other server.
 */
function frame({ method = '', headers }: IncomingMessage, length: number | undefined): string[] {
  if (length !== undefined) return ['Content-Length', String(length)];
  const { 'content-length': told, 'transfer-encoding': coding } = headers;
  if (coding !== undefined) return ['Transfer-Encoding', 'chunked'];
  if (told !== undefined) return ['Content-Length', String(Number(told))];
  // Else Node would say that one comes in chunks.
  return bodiless.has(method) ? [] : ['Content-Length', '0'];
}

/** Methods without a body, unless one says so (as Node has it). */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);
