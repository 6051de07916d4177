import { useEffect, useRef, useState } from 'preact/hooks';

import { useConsole } from '../shell/console.ts';
import { mountOf } from './addresses.ts';
import { readWorldCookie, writeWorldCookie } from './world-cookie.ts';

export interface BrowserWorld {
  /** The world that pages of this browser use at this address; undefined: none is named. */
  readonly world: string | undefined;
  use(this: void, world: string): void;
  stop(this: void): void;
}

/** No event of the page tells of a cookie everywhere, so consoles tell each other. */
const channelName = 'stuntdouble-world';

/** The cookie that names the world of this browser, also when another tab changes it. */
export function useBrowserWorld(): BrowserWorld {
  const { api, version, worlds } = useConsole();
  const mount = mountOf(api.home, version.control_prefix);
  const [world, setWorld] = useState(() => readWorldCookie(document.cookie));
  const channel = useRef<BroadcastChannel | undefined>(undefined);
  const look = (): void => setWorld(readWorldCookie(document.cookie));
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
    document.cookie = writeWorldCookie(next, mount);
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
  return { world, use: write, stop: () => write(undefined) };
}
