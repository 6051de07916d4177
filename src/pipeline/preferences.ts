import type { Preferences, Received } from './exchange.ts';

/** What a request wishes about its reply. */
export function readPreferences(_request: Received, _readsQuery: boolean): Preferences {
  return { code: undefined, example: undefined, isDynamic: undefined, seed: undefined };
}
