import type { APIResponse, BrowserContext, Route } from '@playwright/test';

import type { RemoteControls } from '../../client/remote-world.ts';

/** A world of the server: a private one, or the default one. */
export type Place = Pick<RemoteControls, 'url' | 'headers'>;

/** Where the requests of a test go that belong to its world. */
export interface Surroundings {
  /** The base URL of the app, where it has one. */
  readonly app: string | undefined;
  /** The base URL of the server. */
  readonly server: string;
  /** The origins at which pages call the API. */
  readonly apiOrigins: ReadonlySet<string>;
}

/**
 * Has all pages of a context play in a world: a cookie tells the app's server, and requests to the
 * API go to the world. No request of a page gets a header, so none takes one elsewhere.
 */
export async function enterWorld(
  context: BrowserContext,
  world: Place,
  surroundings: Surroundings,
): Promise<void> {
  const { apiOrigins, server } = surroundings;
  await context.addCookies(
    worldOrigins(surroundings).flatMap((url) =>
      Object.entries(world.headers).map(([name, value]) => ({ name, value, url })),
    ),
  );
  // Only where it is needed: Playwright turns the cache of a context with routes off.
  if (apiOrigins.size === 0) return;
  await context.route(
    (url) => apiOrigins.has(url.origin) && leadToWorld(url, world, server) !== undefined,
    async (route) => forward(route, world, surroundings),
  );
}

/** Where the cookie that names a world goes: to the app and to the server, and to no other host. */
export function worldOrigins({ app, server }: Surroundings): readonly string[] {
  const urls = [server, ...(app === undefined ? [] : [app])];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

async function forward(route: Route, world: Place, reach: Surroundings): Promise<void> {
  const { server } = reach;
  const asked = new URL(route.request().url());
  const url = leadToWorld(asked, world, server) ?? asked.href;
  const isStream = route.request().headers()['accept']?.includes('text/event-stream') === true;
  const mayContinue = asked.protocol === new URL(url).protocol;
  // Redirects from the server itself stay there, and a stream has no end that this process could await.
  if (mayContinue && (isStream || asked.origin === new URL(url).origin))
    return route.continue({ url });
  try {
    const response = await sendInstead(route, asked, world, reach);
    await route.fulfill({ response, ...(await leadBack(response, asked, server)) });
  } catch {
    // An override has broken the connection off, or the test is over while it still hangs.
    await route.abort('connectionfailed').catch(() => undefined);
  }
}

const mostRedirects = 20;

/** A request of this process can name the world by its header, and so no reply tells paths of worlds. */
async function sendInstead(
  route: Route,
  asked: URL,
  world: Place,
  { server, apiOrigins }: Surroundings,
): Promise<APIResponse> {
  // The server has to be told what the browser would say: that a page of another site asks.
  const origin = { 'sec-fetch-site': 'cross-site' };
  const headers = { ...route.request().headers(), ...world.headers, ...origin };
  const send = async (url: URL, change: object): Promise<APIResponse> => {
    const target = server + (leadToWorld(url, world, server) ?? '').slice(world.url.length);
    return route.fetch({ url: target, headers, maxRedirects: 0, ...change });
  };
  let [url, response] = [asked, await send(asked, {})];
  let change = {};
  // A redirect of the page would reach the real API: routes see none.
  for (let count = 0; count < mostRedirects; count += 1) {
    const { location } = response.headers();
    if (location === undefined || !redirects.has(response.status())) break;
    url = new URL(location.replace(server, asked.origin), url);
    if (!apiOrigins.has(url.origin)) break;
    if (![307, 308].includes(response.status())) change = { method: 'GET', postData: '' };
    response = await send(url, change);
  }
  return response;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What in a reply leads to the server leads to the API, as the page knows it. */
async function leadBack(
  response: APIResponse,
  { origin }: URL,
  server: string,
): Promise<{ readonly headers: Record<string, string>; readonly body?: string }> {
  const headers = Object.fromEntries(
    Object.entries(response.headers()).map(([name, value]) => [
      name,
      leading.has(name) ? value.replaceAll(server, origin) : value,
    ]),
  );
  if (!/json|xml|text/.test(headers['content-type'] ?? '')) return { headers };
  const body = await response.text();
  return body.includes(server) ? { headers, body: body.replaceAll(server, origin) } : { headers };
}

const leading: ReadonlySet<string> = new Set(['location', 'content-location', 'link']);

/**
 * The URL in a world of a request to the API. Undefined: it is for the app that has the server below
 * a path of its own, such as `/mock`.
 */
export function leadToWorld(
  asked: URL,
  { url: world }: Pick<Place, 'url'>,
  server: string,
): string | undefined {
  const { pathname, search } = asked;
  const [root, inside] = [pathOf(server), pathOf(world)];
  const isServer = asked.origin === new URL(server).origin;
  if (isServer && !isBelow(pathname, root)) return undefined;
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
