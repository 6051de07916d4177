import type { ComponentChild } from 'preact';

import '../style/browser-world.css';
import { useConsole } from '../shell/console.ts';
import type { BrowserWorld } from './use-browser-world.ts';

/** Says in every view that pages of this browser use another world than the default one. */
export function BrowserWorldBanner({
  browser,
}: {
  readonly browser: BrowserWorld;
}): ComponentChild {
  const { api, go, linkTo, route, tell } = useConsole();
  const { world } = browser;
  if (world === undefined) return null;
  const stop = (): void => {
    browser.stop();
    tell({
      text: `Pages in this browser no longer use the world “${world}”`,
      action: { label: 'Undo', run: () => browser.use(world) },
    });
  };
  return (
    <aside class="browser-world" aria-label="World of this browser">
      <span>
        Pages in this browser use the world <a href={linkTo(['worlds', world])}>“{world}”</a> at
        this address.
        {world !== api.world && <> The console shows “{api.world}”.</>}
      </span>
      {world !== api.world && (
        <button onClick={() => go(route.path.slice(0, 1), { world })}>Show “{world}”</button>
      )}
      <button onClick={stop}>Stop</button>
    </aside>
  );
}
