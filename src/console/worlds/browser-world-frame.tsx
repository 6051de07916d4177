import type { ComponentChild, ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import { useConsole } from '../shell/console.ts';
import { BrowserWorldBanner } from './browser-world-banner.tsx';
import type { BrowserWorld } from './use-browser-world.ts';
import { useBrowserWorld } from './use-browser-world.ts';

const BrowserWorldContext = createContext<BrowserWorld | undefined>(undefined);

/** Stands around every view: the banner, and what the view below it asks and changes. */
export function BrowserWorldFrame({
  children,
}: {
  readonly children: ComponentChildren;
}): ComponentChild {
  const browser = useBrowserWorld();
  const { recording } = useConsole();
  return (
    <BrowserWorldContext.Provider value={browser}>
      {!recording && <BrowserWorldBanner browser={browser} />}
      {children}
    </BrowserWorldContext.Provider>
  );
}

export function useWorldOfBrowser(): BrowserWorld {
  const found = useContext(BrowserWorldContext);
  if (!found) throw new Error('a view is shown outside the shell');
  return found;
}
