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
  // Firefox has no `body` of a Request.
  const body = await (asked.body ? readBody(asked.body, signal) : asked.blob());
  const target = `${root}${pathBelow(root, asked.url)}${search}`;
  return send(target, { method, headers: all, redirect, signal, ...(body.size > 0 && { body }) });
}

/**
 * Reads a body whole, since browsers stream none over HTTP/1.1, and Node can send a Blob again where
 * it is redirected, but no bytes. Ends with the signal.
 */
async function readBody(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Blob> {
  const reader = body.getReader();
  // This ends the reading at once. A source that fails to stop has nothing to tell.
  const leave = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  const pieces = new ReadableStream<Uint8Array>({
    async pull(sink) {
      const { done, value } = await reader.read();
      if (done) sink.close();
      else sink.enqueue(value);
    },
  });
  // A Response refuses pieces that are no bytes, as `fetch` does.
  const whole = await new Response(pieces).blob();
  signal.throwIfAborted();
  return whole;
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
