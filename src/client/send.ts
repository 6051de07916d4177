import { usualFetch } from './calls.ts';
import type { ServerPlace } from './calls.ts';

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
  const { pathname, search } = new URL(asked.url);
  const all = new Headers(asked.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const { method, redirect, signal } = asked;
  // Browsers stream no body over HTTP/1.1.
  const body = asked.body === null ? {} : { body: await asked.arrayBuffer() };
  return send(`${root}${pathname}${search}`, { method, headers: all, redirect, signal, ...body });
}
