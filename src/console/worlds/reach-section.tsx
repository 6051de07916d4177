import type { ComponentChild } from 'preact';

import { defaultWorld } from '../api/client.ts';
import { copyText } from '../parts/copy.ts';
import { say } from '../parts/said.tsx';
import { useConsole } from '../shell/console.ts';
import { mountOf, reach } from './addresses.ts';
import { useWorldOfBrowser } from './browser-world-frame.tsx';

/** How clients get into a world: pages of this browser by a cookie, all others by what they send. */
export function ReachSection({ world }: { readonly world: string }): ComponentChild {
  const { api, version, tell, worldPass } = useConsole();
  const mount = mountOf(api.home, version.control_prefix);
  const isClosed = worldPass !== null;
  const { url, header, curl } = reach(location.origin, mount, world, isClosed);
  const ways: readonly (readonly [string, string])[] = [
    ['Base URL', url],
    ['Header', header],
    ...(isClosed ? [['With it', 'X-Stuntdouble-Token: the control token'] as const] : []),
    ['curl', curl],
  ];
  return (
    <section aria-label="Reach it" class="stack">
      <h3>Reach it</h3>
      {isClosed && (
        <p class="soft">
          Each visitor has a world of its own, so a request enters this one only with the control
          token. In the commands it is <code>$TOKEN</code>.
        </p>
      )}
      {!isClosed && world !== defaultWorld && <BrowserChoice world={world} />}
      <dl class="ways">
        {ways.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <code>{text}</code>
              <button
                class="small"
                aria-label={`Copy: ${title}`}
                onClick={() => void copyText(text, title, { tell })}
              >
                Copy
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function BrowserChoice({ world }: { readonly world: string }): ComponentChild {
  const browser = useWorldOfBrowser();
  const { host } = location;
  const choose = (next: string | undefined): void => {
    if (next === undefined) browser.stop();
    else browser.use(next);
    const now = next === undefined ? 'no longer use' : 'use';
    say(`Pages in this browser ${now} the world “${world}”`);
  };
  return (
    <>
      <p class="row">
        {browser.world === world ? (
          <button onClick={() => choose(undefined)}>Stop using it in this browser</button>
        ) : (
          <button class="main" onClick={() => choose(world)}>
            Use this world in this browser
          </button>
        )}
      </p>
      <p class="soft">
        That sets a cookie. It works where a page asks {host} itself: an app that is served there or
        through a proxy, and <code>fetch</code> with <code>credentials: 'include'</code> from
        another port of this host. It doesn't work from another site, or without credentials: give
        such an app the base URL below. While the cookie is set, addresses with another{' '}
        <code>/~name</code> are refused.
      </p>
    </>
  );
}
