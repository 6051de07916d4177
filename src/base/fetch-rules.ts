/** What the standard of `fetch` says of replies, where something other than `fetch` sends a request. */

/** Statuses whose replies have no body, whatever a contract declares (RFC 9110, section 15). */
export const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** How many redirects are followed. */
export const mostRedirects = 20;

export function isRedirect(status: number): boolean {
  return redirects.has(status);
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** What a redirect decides anew. */
export interface Redirectable<Body> {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Body | undefined;
}

/** The request that a redirect leads to: another origin gets no secrets, and some read instead of write. */
export function redirectTo<Body>(
  { method, url: from, headers: sent, body }: Redirectable<Body>,
  status: number,
  url: URL,
): Redirectable<Body> {
  const headers = new Headers(sent);
  if (url.origin !== from.origin) for (const name of secrets) headers.delete(name);
  const isRead =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST';
  if (!isRead) return { method, url, headers, body };
  for (const name of ofBody) headers.delete(name);
  return { method: 'GET', url, headers, body: undefined };
}

const secrets = ['authorization', 'proxy-authorization', 'cookie', 'host'];
const ofBody = ['content-encoding', 'content-language', 'content-location', 'content-type'];
