import type { Browser, BrowserContext } from '@playwright/test';

import type { Place, Surroundings } from './enter-world.ts';
import { enterWorld } from './enter-world.ts';

/** The contexts of a worker's browser, and the world in which the pages of each play. */
export interface OwnContexts {
  /** Has the pages of a context play in a world. */
  enter(context: BrowserContext, world: Place, app: string | undefined): Promise<void>;
  /** Has contexts play in a world that are made from now on, until it ends. */
  begin(world: Place, app: string | undefined): void;
  /** Contexts that outlive the world play in the default one from now on. */
  end(world: Place): Promise<void>;
  /** Catches the contexts that a browser makes, until the result is called. */
  watch(browser: Browser): () => void;
}

export function createOwnContexts(
  defaultWorld: Place,
  reach: Pick<Surroundings, 'server' | 'apiOrigins'>,
): OwnContexts {
  const open = new Map<BrowserContext, Place>();
  let present: { readonly world: Place; readonly app: string | undefined } | undefined;

  const enter: OwnContexts['enter'] = async (context, world, app) => {
    if (!open.has(context)) context.once('close', () => open.delete(context));
    open.set(context, world);
    await enterWorld(context, world, { ...reach, app });
  };
  return {
    enter,
    begin(world, app) {
      present = { world, app };
    },
    async end(world) {
      if (present?.world === world) present = undefined;
      const left = [...open].filter(([, one]) => one === world).map(([context]) => context);
      for (const context of left) {
        for (const name of Object.keys(world.headers)) await context.clearCookies({ name });
        await enter(context, defaultWorld, undefined);
      }
    },
    watch(browser) {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        const { world, app } = present ?? { world: defaultWorld, app: undefined };
        await enter(context, world, app);
        return context;
      };
      return () => {
        browser.newContext = newContext;
      };
    },
  };
}
