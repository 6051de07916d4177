import type { Browser, BrowserContext } from '@playwright/test';

import { messageOf } from '../../base/errors.ts';
import { leadCalls, nameWorldTo } from './enter-world.ts';
import type { Place, Reach } from './forward.ts';

/** The contexts of a worker's browser, and the world that the pages of each use. */
export interface OwnContexts {
  /** Has the pages of a context use a world. */
  enter(context: BrowserContext, world: Place, app: string | undefined): Promise<void>;
  /** Lets no call of a context through any more: its test is over, and Playwright closes it. */
  leave(context: BrowserContext): void;
  /** Has contexts use a world that are made from now on, until it ends. */
  begin(world: Place, app: string | undefined): void;
  /** Contexts that outlive the world use the default one from now on. */
  end(world: Place): Promise<void>;
  /** Catches the contexts that a browser makes, until the result is called. */
  watch(browser: Browser): () => void;
}

export function createOwnContexts(url: string, reach: Reach): OwnContexts {
  // A request that names no world is one of the default world.
  const defaultWorld: Place = { url, headers: {} };
  const open = new Map<BrowserContext, Place>();
  const led = new WeakSet<BrowserContext>();
  let present: { readonly world: Place; readonly app: string | undefined } | undefined;

  const enter: OwnContexts['enter'] = async (context, world, app) => {
    open.set(context, world);
    await nameWorldTo(context, world, { ...reach, app });
    if (led.has(context)) return;
    led.add(context);
    context.once('close', () => open.delete(context));
    await leadCalls(context, reach, () => open.get(context));
  };
  return {
    enter,
    leave(context) {
      open.delete(context);
      // A debugger may use the context again, without its routes.
      led.delete(context);
    },
    begin(world, app) {
      present = { world, app };
    },
    async end(world) {
      if (present?.world === world) present = undefined;
      for (const [context, one] of open) {
        if (one !== world) continue;
        open.set(context, defaultWorld);
        for (const name of Object.keys(world.headers))
          await unlessClosed(context.clearCookies({ name }));
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

/** A test may close a context at any time, also its own. */
async function unlessClosed(step: Promise<void>): Promise<void> {
  await step.catch((error: unknown) => {
    if (!messageOf(error).includes('closed')) throw error;
  });
}
