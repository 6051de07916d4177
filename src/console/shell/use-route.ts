import { useLayoutEffect, useState } from 'preact/hooks';

import type { Route } from './route.ts';
import { readRoute, writeRoute } from './route.ts';

interface Routing {
  readonly route: Route;
  go(this: void, route: Route): void;
  replace(this: void, route: Route): void;
}

export function useRoute(): Routing {
  const [hash, setHash] = useState(location.hash);
  // At once: what comes between the first drawing and an effect would be missed.
  useLayoutEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return {
    route: readRoute(hash),
    go(route) {
      location.hash = writeRoute(route);
      // The event comes later, and a key that is pressed before it would find the page as it was.
      setHash(location.hash);
    },
    replace(route) {
      const next = writeRoute(route);
      history.replaceState(history.state, '', next);
      setHash(next);
    },
  };
}
