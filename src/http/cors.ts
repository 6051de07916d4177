import type { IncomingMessage } from 'node:http';

import { worldField } from './selection.ts';

/** Response headers that a page may read besides the few that it always may. */
const exposed = [
  'Allow',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Stuntdouble-Breach',
  'X-Stuntdouble-Forced',
  'X-Stuntdouble-Reason',
  'X-Stuntdouble-Undeclared',
  worldField,
].join(', ');

/** What else than the URL a reply depends on: no cache may take it for that of another world. */
const vary = ['Vary', `Origin, ${worldField}, Cookie`] as const;

/** What lets a page of another origin read the reply, credentials or not. */
export function corsHeaders(request: IncomingMessage): readonly string[] {
  const { origin } = request.headers;
  if (origin === undefined) return vary;
  // A wildcard is void for requests with credentials, so the origin is named.
  return [
    ...vary,
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    exposed,
  ];
}

/** A browser asks before it sends; a plain OPTIONS is a request like any other. */
export function isPreflight(request: IncomingMessage): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  );
}

/** Lets the real request come, whatever it is: the reply to it says more than a refusal here. */
export function preflightHeaders(request: IncomingMessage): readonly string[] {
  const { headers } = request;
  const asked = headers['access-control-request-headers'];
  return [
    ...corsHeaders(request),
    'Access-Control-Allow-Methods',
    String(headers['access-control-request-method']),
    ...(asked === undefined ? [] : ['Access-Control-Allow-Headers', asked]),
    ...(headers['access-control-request-private-network'] === 'true'
      ? ['Access-Control-Allow-Private-Network', 'true']
      : []),
    'Access-Control-Max-Age',
    '600',
  ];
}
