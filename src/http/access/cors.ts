import type { IncomingMessage } from 'node:http';

import type { PageRights } from './page-rights.ts';
import { worldField } from './world-selection.ts';

/** Response headers that a page may read, besides those that CORS always lets it read. */
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

/** Without it a cache could give the reply of one world to a request of another. */
const vary = ['Vary', `Origin, ${worldField}, Cookie`] as const;

/** Returns the headers that tell a browser whether the page may read the reply. */
export function corsHeaders(
  origin: string | undefined,
  { reads }: Pick<PageRights, 'reads'>,
): readonly string[] {
  if (reads === 'no' || origin === undefined) return vary;
  const headers = [...vary, 'Access-Control-Expose-Headers', exposed];
  if (reads === 'as-any-page') return [...headers, 'Access-Control-Allow-Origin', '*'];
  // Browsers ignore a wildcard for requests with credentials, so the reply names the origin.
  const named = [...headers, 'Access-Control-Allow-Origin', origin];
  if (reads === 'without-credentials') return named;
  return [...named, 'Access-Control-Allow-Credentials', 'true'];
}

/** Whether a browser asks before it sends; an OPTIONS without these headers is a usual request. */
export function isPreflight(request: IncomingMessage): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  );
}

/** Allows what the page asks for: the reply to the real request says more than a refusal here. */
export function preflightHeaders(
  { headers }: IncomingMessage,
  { hasPrivateNetwork }: Pick<PageRights, 'hasPrivateNetwork'>,
): readonly string[] {
  const asked = headers['access-control-request-headers'];
  return [
    'Access-Control-Allow-Methods',
    String(headers['access-control-request-method']),
    ...(asked === undefined ? [] : ['Access-Control-Allow-Headers', asked]),
    ...(hasPrivateNetwork && headers['access-control-request-private-network'] === 'true'
      ? ['Access-Control-Allow-Private-Network', 'true']
      : []),
    'Access-Control-Max-Age',
    '600',
  ];
}
