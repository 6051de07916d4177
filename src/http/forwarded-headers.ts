import type { IncomingMessage } from 'node:http';

import { worldField } from './selection.ts';

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

/** What a request says to the server behind us: all but what was meant for us. Names and values in turn. */
export function forwardedHeaders(
  request: IncomingMessage,
  prefix: string,
  name: string,
  length: number | undefined,
): readonly string[] {
  const { host, via, 'x-forwarded-for': before } = request.headers;
  const address = request.socket.remoteAddress ?? 'unknown';
  // Once somebody has read the body, it is no longer as it was sent.
  const told = length === undefined ? [] : ['content-length', 'content-encoding'];
  const left = new Set(['host', 'expect', 'via', ...forwardingNames, ...told]);
  const kept = keepHeaders(request, (header) => !left.has(header) && !isOurs(header));
  const headers = [...withoutWorld(kept)];
  if (length !== undefined) headers.push('Content-Length', String(length));
  else if (isBareOfContent(request)) headers.push('Content-Length', '0');
  else if (isChunked(request)) headers.push('Transfer-Encoding', 'chunked');
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
  isWanted: (header: string) => boolean,
): readonly string[] {
  const named = namesIn(headers.connection ?? '');
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [header = '', value = ''] = rawHeaders.slice(at, at + 2);
    const plain = header.toLowerCase();
    if (hopByHop.has(plain) || named.has(plain) || !isWanted(plain)) continue;
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

/** Of a method that usually has a body; else Node would say that one comes in chunks. */
function isBareOfContent({ method = '', headers }: IncomingMessage): boolean {
  const isTold = headers['content-length'] !== undefined || 'transfer-encoding' in headers;
  return !isTold && !bodiless.has(method);
}

/** Methods without a body, unless one says so (as Node has it). */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

function isChunked({ headers }: IncomingMessage): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] !== undefined;
}
