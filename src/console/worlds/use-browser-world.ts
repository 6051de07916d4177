import { useEffect, useRef, useState } from 'preact/hooks';

import { useConsole } from '../shell/console.ts';
import { mountOf, worldField } from './addresses.ts';
import type { WorldCookie } from './world-cookie.ts';
import { endWorldCookies, readWorldCookie, writeWorldCookie } from './world-cookie.ts';

export interface BrowserWorld extends WorldCookie {
  use(this: void, world: string): void;
  /** Returns whether the cookie is gone: no page can end what a server has set for itself. */
  stop(this: void): boolean;
}

/** No event of the page tells of a cookie everywhere, so consoles tell each other. */
const channelName = 'stuntdouble-world';

/** The cookie that names the world of this browser, also when another tab changes it. */
export function useBrowserWorld(): BrowserWorld {
  const { api, version, worlds } = useConsole();
  const mount = mountOf(api.home, version.control_prefix);
  const [cookies, setCookies] = useState(() => document.cookie);
  const { world, refused } = readWorldCookie(cookies);
  const channel = useRef<BroadcastChannel | undefined>(undefined);
  const look = (): void => setCookies(document.cookie);
  useEffect(() => {
    const opened = new BroadcastChannel(channelName);
    channel.current = opened;
    opened.addEventListener('message', look);
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      opened.close();
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const write = (next: string | undefined): void => {
    for (const ended of endWorldCookies(location)) document.cookie = ended;
    if (next !== undefined) document.cookie = writeWorldCookie(next, mount);
    look();
    channel.current?.postMessage('changed');
  };
  const isThere = worlds.some(({ name }) => name === world);
  const wasThere = useRef<string | undefined>(undefined);
  useEffect(() => {
    // A world that was dropped: the next page would make it again. One that was never there may be made yet.
    if (world !== undefined && !isThere && wasThere.current === world) write(undefined);
    wasThere.current = isThere ? world : undefined;
  }, [world, isThere]);
  // Pages of tests set the cookie themselves; their world is made then.
  useEffect(look, [worlds]);
  const stop = (): boolean => {
    write(undefined);
    return !document.cookie.includes(`${worldField}=`);
  };
  return { world, refused, use: write, stop };
}
