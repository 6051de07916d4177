import type { DeliveryProgress } from '../pipeline/delivery-progress.ts';
import type { Passage, Received, Reply } from '../pipeline/exchange.ts';
import type { Road } from '../pipeline/respond.ts';
import type { PageRules } from './access/access.ts';
import type { Forward } from './forward/forward.ts';
import type { RequestTarget } from './requests/head.ts';

/** A path prefix, and the road behind it. */
export interface EntryRoute extends PageRules {
  readonly name: string;
  /** Without a trailing slash; empty for the route that takes all other paths. */
  readonly prefix: string;
  /** Whether `/things/` is the same as `/things` here. */
  readonly toleratesSlash: boolean;
  /** Whether a world's cookie counts only if it names one that can be, and neither header nor path names any. */
  readonly worldCookieYields?: boolean;
  /** Whether it is for the user who runs the server, and never in the world of a visitor. */
  readonly isForOperators?: boolean;
  /** Whether its replies are the same in all worlds: a visitor gets no cookie and no world by them. */
  readonly isWorldless?: boolean;
  /** Names and values, sent with each reply that has no header of the name; refusals, too. */
  readonly usualHeaders?: readonly (readonly [name: string, value: string])[];
  /** Forwards requests that no operation matches; undefined: they are refused. */
  readonly forward: Forward | undefined;
  /** Which requests below the prefix it takes; undefined: all of them. */
  takes?(request: RoutedHead, path: string): boolean;
  /** Answers what needs no road, such as a file; undefined: the road answers. */
  serve?(received: Received): Reply | Promise<Reply> | undefined;
  /** Finds the road for each request: its world decides, and a reload replaces roads. */
  road(received: Received): Road | Promise<Road>;
}

/** An answered request. It refers to the connection: listeners copy what they need of it. */
export interface Answered {
  readonly entryRoute: Pick<EntryRoute, 'name'>;
  /** The whole path, with everything that was taken off its front. */
  readonly path: string;
  readonly milliseconds: number;
  readonly passage: Passage;
  /** Goes on after the reply is made; undefined: the reply was sent at once. */
  readonly progress?: DeliveryProgress | undefined;
}

/** What an entry route may ask of a request besides its path. */
export interface RoutedHead extends Pick<Received, 'headers'> {
  readonly method?: string | undefined;
}

/** Returns the first entry route whose prefix matches the path, and that takes the request. */
export function chooseEntryRoute(
  entryRoutes: readonly EntryRoute[],
  path: string,
  request: RoutedHead,
): EntryRoute {
  for (const entryRoute of entryRoutes) {
    if (!leadsTo(entryRoute.prefix, path)) continue;
    if (!entryRoute.takes || entryRoute.takes(request, path)) return entryRoute;
  }
  throw new Error('the last lane must take every path');
}

function leadsTo(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false;
  return prefix === '' || path.length === prefix.length || path[prefix.length] === '/';
}

/** Returns the target below an entry route, whose prefix moves from the path to `prefix`. */
export function placeIn(
  { prefix, toleratesSlash }: EntryRoute,
  target: RequestTarget,
): RequestTarget {
  if (prefix === '' && !toleratesSlash) return target;
  const rest = target.path.slice(prefix.length);
  const plain = toleratesSlash && rest.length > 1 && rest.endsWith('/') ? rest.slice(0, -1) : rest;
  return { ...target, prefix: target.prefix + prefix, path: plain };
}
