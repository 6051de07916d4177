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
    ({ origin }) => apiOrigins.has(origin),
    async (route) => forward(route, world),
  );
}

/** Where the cookie that names a world goes: to the app and to the server, and to no other host. */
export function worldOrigins({ app, server }: Surroundings): readonly string[] {
  const urls = [server, ...(app === undefined ? [] : [app])];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

async function forward(route: Route, world: RemoteWorld): Promise<void> {
  const { protocol, pathname, search } = new URL(route.request().url());
  const server = new URL(world.url);
  // Links of replies name the world already.
  const isInside = pathname.startsWith(`${server.pathname}/`);
  const url = `${isInside ? server.origin : world.url}${pathname}${search}`;
  if (protocol === server.protocol) return route.continue({ url });
  // A browser sends no request to another scheme than it was asked for.
  const response = await route.fetch({ url, maxRedirects: 0 });
  await route.fulfill({ response });
}
