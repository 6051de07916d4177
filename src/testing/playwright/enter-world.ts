import type { BrowserContext } from '@playwright/test';

import type { Place, Reach } from './forward.ts';
import { forward, isForApi } from './forward.ts';

/** Where the requests of a test go that belong to its world. */
export interface Surroundings extends Reach {
  /** The base URL of the app, where it has one. */
  readonly app: string | undefined;
}

/** Tells the app's server by a cookie which world all pages of a context use. */
export async function nameWorldTo(
  context: BrowserContext,
  world: Place,
  surroundings: Surroundings,
): Promise<void> {
  await context.addCookies(
    worldOrigins(surroundings).flatMap((url) =>
      Object.entries(world.headers).map(([name, value]) => ({ name, value, url })),
    ),
  );
}

/** Has requests of a context's pages to the API go to the world that it uses by then, or to none. */
export async function leadCalls(
  context: BrowserContext,
  reach: Reach,
  worldOf: () => Place | undefined,
): Promise<void> {
  // Only where it is needed: Playwright turns the cache of a context with routes off.
  if (reach.apiOrigins.size === 0) return;
  await context.route(
    (url) => isForApi(url, reach),
    async (route) => {
      const world = worldOf();
      return world ? forward({ context, route }, world, reach) : route.abort();
    },
  );
}

/** Where the cookie that names a world goes: to the app and to the server, and to no other host. */
export function worldOrigins({ app, server }: Surroundings): readonly string[] {
  const urls = [server, ...(app === undefined ? [] : [app])];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}
