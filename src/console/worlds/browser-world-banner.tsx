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
  const { world, refused } = browser;
  if (refused.length > 0) return <RefusedCookie browser={browser} />;
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

/** The console itself goes on: the control API takes no notice of such a cookie. */
function RefusedCookie({ browser }: { readonly browser: BrowserWorld }): ComponentChild {
  const { complain, tell } = useConsole();
  const names = browser.refused.slice(0, 3).map((text) => `“${shorten(text)}”`);
  const stop = (): void => {
    if (browser.stop()) tell({ text: 'Pages in this browser use the default world again' });
    else complain(stays);
  };
  return (
    <aside class="browser-world" aria-label="World of this browser">
      <span>
        {browser.refused.length > 1
          ? `This browser has cookies of several worlds, ${names.join(', ')}.`
          : `This browser has a world cookie that names no world, ${names.join()}.`}{' '}
        At this address, the server refuses the requests of pages that send it.
      </span>
      <button onClick={stop}>Stop</button>
    </aside>
  );
}

const stays =
  'The cookie X-Stuntdouble-World stays: no page may take it back. Delete it in the settings of the browser.';

/** In characters. A browser keeps four thousand. */
const longestName = 40;

function shorten(text: string): string {
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}
