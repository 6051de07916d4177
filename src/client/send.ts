import type { ServerPlace } from './calls.ts';
import { usualFetch } from './calls.ts';

/**
 * Sends a request as `fetch` does, to a server instead of the one that its URL names: path and
 * query stay. `headers` are added to those of the request.
 */
export async function sendTo(
  { url: root, fetch: send = usualFetch }: ServerPlace,
  headers: Readonly<Record<string, string>>,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const asked =
    input instanceof Request ? new Request(input, init) : new Request(new URL(input, root), init);
  const { search } = new URL(asked.url);
  const all = new Headers(asked.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const { method, redirect, signal } = asked;
  // Browsers stream no body over HTTP/1.1.
  const body = asked.body === null ? {} : { body: await asked.arrayBuffer() };
  const target = `${root}${pathBelow(root, asked.url)}${search}`;
  return send(target, { method, headers: all, redirect, signal, ...body });
}

/** The path of a URL, below the root of a server where the URL has that root. */
function pathBelow(root: string, url: string): string {
  const [{ origin, pathname: prefix }, asked] = [new URL(root), new URL(url)];
  const { pathname, protocol } = asked;
  if (!/^https?:$/.test(protocol)) {
    throw new TypeError(`fetch failed: a mock answers http and https, not ${protocol}`);
  }
  const start = prefix.replace(/\/$/, '');
  const isBelow = asked.origin === origin && `${pathname}/`.startsWith(`${start}/`);
  return isBelow ? pathname.slice(start.length) : pathname;
}
