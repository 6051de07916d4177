import type { APIResponse, BrowserContext, Request, Route } from '@playwright/test';

import type { Redirectable } from '../../base/fetch-rules.ts';
import { isRedirect, mostRedirects, redirectTo } from '../../base/fetch-rules.ts';
import type { RemoteControls } from '../../client/remote-world.ts';

/** A world of the server: a private one, or the default one. */
export type Place = Pick<RemoteControls, 'url' | 'headers'>;

/** Where requests go that belong to a world. */
export interface Reach {
  /** The base URL of the server. */
  readonly server: string;
  /** The origins at which pages call the API. */
  readonly apiOrigins: ReadonlySet<string>;
}

/** A request of a page of a context. */
interface Caught {
  readonly context: BrowserContext;
  readonly route: Route;
}

/**
 * Whether a request goes to the API, and not to the app that has the server below a path of its own,
 * such as `/mock`.
 */
export function isForApi(url: URL, { server, apiOrigins }: Reach): boolean {
  if (!apiOrigins.has(url.origin)) return false;
  return url.origin !== new URL(server).origin || isBelow(url.pathname, pathOf(server));
}

/** Has a world answer a request of a page to the API. No request of the page itself gets a header. */
export async function forward(
  { context, route }: Caught,
  world: Place,
  reach: Reach,
): Promise<void> {
  const { server } = reach;
  const asked = new URL(route.request().url());
  const url = leadToWorld(asked, world, server);
  const isStream = route.request().headers()['accept']?.includes('text/event-stream') === true;
  const mayContinue = asked.protocol === new URL(url).protocol;
  // Redirects from the server itself stay there, and a stream has no end that this process could await.
  if (mayContinue && (isStream || asked.origin === new URL(url).origin))
    return route.continue({ url });
  const reply = await sendInstead({ context, route }, world, reach)
    .then(async (response) => ({ response, ...(await leadBack(response, asked, server)) }))
    // An override has broken the connection off, or the test is over while it still hangs.
    .catch(() => undefined);
  await (reply ? route.fulfill(reply) : route.abort('connectionfailed').catch(() => undefined));
}

/** A request of this process can name the world by its header, and so no reply tells paths of worlds. */
async function sendInstead(
  { context, route }: Caught,
  world: Place,
  reach: Reach,
): Promise<APIResponse> {
  const { server } = reach;
  const own = route.request();
  let request = redirectable(own);
  for (let count = 0; ; count += 1) {
    const target = leadToWorld(request.url, world, server);
    const url = server + target.slice(world.url.length);
    const options = {
      method: request.method,
      // The server has to be told what the browser would say: that a page of another site asks.
      headers: {
        ...Object.fromEntries(request.headers),
        ...world.headers,
        'sec-fetch-site': 'cross-site',
      },
      maxRedirects: 0,
      timeout: 0,
    };
    // A route would send its body on.
    const response = request.body
      ? await route.fetch({ url, ...options })
      : await context.request.fetch(url, options);
    const next = nextUrl(response, request.url, server);
    // A redirect of the page would reach the real API: routes see none.
    if (!next || !isForApi(next, reach)) return response;
    if (count === mostRedirects) throw new Error(`more than ${mostRedirects} redirects`);
    request = redirectTo(request, response.status(), next);
  }
}

/** The body is that of the page's request, or none. */
function redirectable(own: Request): Redirectable<true> {
  const headers = new Headers(own.headers());
  headers.delete('content-length');
  return { method: own.method(), url: new URL(own.url()), headers, body: true };
}

function nextUrl(response: APIResponse, from: URL, server: string): URL | undefined {
  const { location } = response.headers();
  if (location === undefined || !isRedirect(response.status())) return undefined;
  const led = leadUrlBack(location, server, from.origin);
  return URL.canParse(led, from.href) ? new URL(led, from) : undefined;
}

/** What in a reply leads to the server leads to the API, as the page knows it. */
async function leadBack(
  response: APIResponse,
  { origin }: URL,
  server: string,
): Promise<{ readonly headers: Record<string, string>; readonly body?: string }> {
  const headers = { ...response.headers() };
  for (const name of ['location', 'content-location'])
    if (headers[name] !== undefined) headers[name] = leadUrlBack(headers[name], server, origin);
  if (headers['link'] !== undefined)
    headers['link'] = leadTextBack(headers['link'], server, origin);
  if (!/json|xml|text/.test(headers['content-type'] ?? '')) return { headers };
  const text = await response.text();
  const body = leadTextBack(text, server, origin);
  if (body === text) return { headers };
  delete headers['content-length'];
  return { headers, body };
}

/** Below an app's path the server puts that path in front of a path, too. */
export function leadUrlBack(url: string, server: string, origin: string): string {
  const root = pathOf(server);
  if (root !== '' && isBelow(url.split(/[?#]/, 1)[0] ?? '', root)) {
    return url.slice(root.length).replace(/^(?!\/)/, '/');
  }
  return leadTextBack(url, server, origin);
}

/** Another port may begin with the same digits. */
export function leadTextBack(text: string, server: string, origin: string): string {
  if (!text.includes(server)) return text;
  return text
    .split(server)
    .reduce((before, after) => before + (/^[\w.:-]/.test(after) ? server : origin) + after);
}

/** The URL in a world of a request that is for the API. */
export function leadToWorld(
  asked: URL,
  { url: world }: Pick<Place, 'url'>,
  server: string,
): string {
  const { pathname, search } = asked;
  const [root, inside] = [pathOf(server), pathOf(world)];
  const isServer = asked.origin === new URL(server).origin;
  // Links of replies name the world already.
  const known = isBelow(pathname, inside) ? inside : isServer ? root : '';
  return `${world}${pathname.slice(known.length)}${search}`;
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
