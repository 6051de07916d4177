import type { BrowserContext, Route } from '@playwright/test';

import type { RemoteWorld } from '../../client/index.ts';

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
 * API go to the world by their path. No request gets a header, so none takes one elsewhere.
 */
export async function enterWorld(
  context: BrowserContext,
  world: RemoteWorld,
  surroundings: Surroundings,
): Promise<void> {
  const { apiOrigins } = surroundings;
  await context.addCookies(
    worldOrigins(surroundings).flatMap((url) =>
      Object.entries(world.headers).map(([name, value]) => ({ name, value, url })),
    ),
  );
  // Only where it is needed: Playwright turns the cache of a context with routes off.
  if (apiOrigins.size === 0) return;
  await context.route(
    (url) => apiOrigins.has(url.origin) && leadToWorld(url, world) !== undefined,
    async (route) => forward(route, world),
  );
}

/** Where the cookie that names a world goes: to the app and to the server, and to no other host. */
export function worldOrigins({ app, server }: Surroundings): readonly string[] {
  const urls = [server, ...(app === undefined ? [] : [app])];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

async function forward(route: Route, world: RemoteWorld): Promise<void> {
  const asked = new URL(route.request().url());
  const url = leadToWorld(asked, world) ?? asked.href;
  if (asked.protocol === new URL(url).protocol) return route.continue({ url });
  // A browser sends no request to another scheme than it was asked for. Without it, the server has to be
  // told what the browser would say: that a page of another site asks.
  const headers = { ...route.request().headers(), 'sec-fetch-site': 'cross-site' };
  try {
    const response = await route.fetch({ url, headers, maxRedirects: 0 });
    await route.fulfill({ response });
  } catch {
    // An override has broken the connection off, or the test is over while it still hangs.
    await route.abort('connectionfailed').catch(() => undefined);
  }
}

/**
 * The URL in a world of a request to the API. Undefined: it is for the app that has the server below
 * a path of its own, such as `/mock`.
 */
export function leadToWorld(
  asked: URL,
  { url: world }: Pick<RemoteWorld, 'url'>,
): string | undefined {
  const { pathname, search } = asked;
  const { origin, pathname: inside } = new URL(world);
  const root = inside.slice(0, inside.lastIndexOf('/~'));
  const isServer = asked.origin === origin;
  if (isServer && !isBelow(pathname, root)) return undefined;
  // Links of replies name the world already.
  if (isBelow(pathname, inside)) return `${origin}${pathname}${search}`;
  return `${world}${isServer ? pathname.slice(root.length) : pathname}${search}`;
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
