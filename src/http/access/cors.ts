import type { IncomingMessage } from 'node:http';

import type { PageRights } from './page-rights.ts';
import { worldField } from './world-selection.ts';

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

/** Tells the browser of a page whether the page may read the reply. */
export function corsHeaders(
  origin: string | undefined,
  { reads }: Pick<PageRights, 'reads'>,
): readonly string[] {
  if (reads === 'no' || origin === undefined) return vary;
  const headers = [...vary, 'Access-Control-Expose-Headers', exposed];
  if (reads === 'as-any-page') return [...headers, 'Access-Control-Allow-Origin', '*'];
  // A wildcard is void for requests with credentials, so the origin is named.
  const named = [...headers, 'Access-Control-Allow-Origin', origin];
  if (reads === 'without-credentials') return named;
  return [...named, 'Access-Control-Allow-Credentials', 'true'];
}

/** A browser asks before it sends; a plain OPTIONS is a request like any other. */
export function isPreflight(request: IncomingMessage): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  );
}

/** Allows the real request, whatever it is: the reply to it says more than a refusal here. */
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
