import type { IncomingMessage } from 'node:http';

import { ApiError } from '../../base/errors.ts';
import type { Received } from '../../pipeline/exchange.ts';

export interface RequestTarget {
  readonly prefix: string;
  readonly path: string;
  readonly query: string;
}

/** What is known of a request that was refused before its road began; unknown texts are empty. */
export type KnownHead = Pick<Received, 'method' | 'path' | 'query' | 'headers'>;

/** Returns what is known of a request whose head was read. */
export function knownOf({ method = '', url = '', headers }: IncomingMessage): KnownHead {
  const { path, query } = parseTarget(url, '');
  return { method, path, query, headers };
}

/** Splits a request target. A proxy may put scheme and host in front (RFC 9112, section 3.2.2). */
export function parseTarget(url: string, prefix: string): RequestTarget {
  const relative = url.startsWith('/') || !URL.canParse(url) ? url : url.replace(origin, '');
  const mark = relative.indexOf('?');
  const path = mark === -1 ? relative : copyFront(relative, mark);
  // A URL with a host and no path means the root.
  return { prefix, path: path || '/', query: mark === -1 ? '' : relative.slice(mark + 1) };
}

/** A slice keeps all of its text in memory, and keys of records are slices of the path. */
function copyFront(text: string, end: number): string {
  const front = text.slice(0, end);
  return text.length - end < shortQuery ? front : Buffer.from(front).toString();
}

const shortQuery = 64;

/** Scheme and host at the front of a target; the group is the host without a user. */
const origin = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#@]*)[^/?]*/i;

/**
 * A valid target is a path, also after a readable scheme and host, or the asterisk of OPTIONS (RFC
 * 9112, section 3.2).
 */
export function findTargetFault({ path }: RequestTarget): ApiError | undefined {
  return path.startsWith('/') || path === '*' ? undefined : malformed(unreadableTarget);
}

const unreadableTarget =
  'The target of the request is neither a path that begins with a slash nor a URL that can be read.';

/**
 * Finds what is wrong with a head that Node accepts, but that a proxy in front of the server may
 * read differently (RFC 9112, sections 2.3, 3.2 and 6.1). A host in the target replaces `Host`. It
 * runs for each request, so it creates no objects.
 */
export function findHeadFault(request: IncomingMessage): ApiError | undefined {
  const { httpVersion, headers } = request;
  const { expect } = headers;
  if (expect !== undefined && httpVersion === '1.1' && expect.toLowerCase() !== '100-continue') {
    const detail = `The request expects "${expect}"; what this server can do is 100-continue.`;
    return new ApiError('expectation-failed', detail);
  }
  const fault = findHeaderFault(request) ?? takeHostOfTarget(request);
  return fault === undefined ? undefined : malformed(fault);
}

function malformed(detail: string): ApiError {
  return new ApiError('malformed-request', detail);
}

function findHeaderFault({
  rawHeaders,
  httpVersion,
  headers,
}: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return `The request is of version ${httpVersion} of HTTP; this server speaks HTTP/1.1 and HTTP/1.0.`;
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1;
      const fault = findHostFault(rawHeaders[index + 1], 'Host header');
      if (fault !== undefined) return fault;
    } else if (name?.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      const fault = findCodingFault(rawHeaders[index + 1], headers['transfer-encoding']);
      if (fault !== undefined) return fault;
    }
  }
  // Node takes the first of several Host headers without an error.
  if (hosts > 1) return `The request has ${hosts} Host headers; it must have one.`;
  if (hosts === 1 || httpVersion !== '1.1') return undefined;
  return 'The request has no Host header, which HTTP/1.1 demands.';
}

/** No host has such a character (RFC 3986, section 3.2.2); some readers stop in front of it. */
const foreignToHosts = /[^\w.~!$&'()*+,;=:%[\]-]/;

/** Quotes only the one character: the text may contain a user and a password. */
function findHostFault(authority = '', place: string): string | undefined {
  const [sign] = foreignToHosts.exec(authority) ?? [];
  if (sign === undefined) {
    if (!/[[\]]/.test(authority) || /^\[[^[\]]+\](?::\d*)?$/.test(authority)) return undefined;
    return `The ${place} has a bracket that does not stand at an end of an address; it must be a name or an address, and may have a port, such as [::1]:4010.`;
  }
  return `The ${place} has the character ${JSON.stringify(sign)}, which no host can have; it must be a name or an address, and may have a port, such as localhost:4010.`;
}

/** Returns what is wrong with the host in a target, or with the target around it. */
function takeHostOfTarget({ url = '/', headers }: IncomingMessage): string | undefined {
  if (url.startsWith('/') || url === '*') return undefined;
  const [, authority] = origin.exec(url) ?? [];
  const fault = findHostFault(authority, 'host of the target');
  if (fault !== undefined) return fault;
  if (authority === undefined || !URL.canParse(url)) return unreadableTarget;
  headers.host = authority;
  return undefined;
}

function findCodingFault(coding = '', whole = ''): string | undefined {
  if (/^\s*chunked\s*$/i.test(coding)) return undefined;
  const isEmpty = /^[\s,]*$/.test(coding);
  // Node looks only at the last of several codings, and refuses the body if it is not chunked.
  if (!isEmpty && !/chunked\s*$/i.test(whole)) return undefined;
  return isEmpty
    ? 'The request has a Transfer-Encoding header that names no coding; it must name one, such as chunked, or be left out.'
    : `The request has the Transfer-Encoding "${coding}"; this server reads chunked and no other, and what is compressed is named in Content-Encoding.`;
}

export function refuseTunnel(): ApiError {
  const detail =
    'CONNECT asks for a tunnel to another server, and this server is no proxy: it may be set as one (HTTPS_PROXY, say) where it should be asked itself.';
  const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE';
  return new ApiError('method-not-allowed', detail, { headers: { Allow: methods } });
}
