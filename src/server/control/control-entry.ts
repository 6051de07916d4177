import type { EntryRoute } from '../../http/entry-route.ts';
import type { Received } from '../../pipeline/exchange.ts';
import type { Road } from '../../pipeline/respond.ts';
import type { MockOptions } from '../options.ts';
import type { Reloading } from '../reloading.ts';
import { usualPrefix } from './control-access.ts';

/** The control API is a contract of its own, on the same road. It is loaded when it is first called. */
export function createControlEntry(options: MockOptions, reloading: Reloading): EntryRoute {
  type Choose = (received: Received) => Road;
  let choose: Choose | undefined;
  let choosing: Promise<Choose> | undefined;
  const open = async (): Promise<Choose> => {
    try {
      const { openControlRoad } = await import('./control-road.ts');
      return (choose = await openControlRoad(options, reloading));
    } catch (error) {
      // What failed once is tried again by whoever comes next.
      choosing = undefined;
      throw error;
    }
  };
  return {
    name: 'control',
    prefix: options.controlPrefix ?? usualPrefix,
    toleratesSlash: true,
    hasCors: false,
    // Its guard is stricter: only its own pages may use it.
    refusesForeignPages: false,
    forward: undefined,
    road: (received) =>
      choose ? choose(received) : (choosing ??= open()).then((chosen) => chosen(received)),
  };
}
