import type { Passage, Received } from '../pipeline/exchange.ts';
import type { Road } from '../pipeline/respond.ts';
import type { PageRules } from './access/access.ts';
import type { Forward } from './forward/forward.ts';
import type { RequestTarget } from './requests/receive.ts';

/** Paths below a prefix and the road that they lead to. */
export interface EntryRoute extends PageRules {
  readonly name: string;
  /** Without a trailing slash; empty for all that no other lane takes. */
  readonly prefix: string;
  /** Whether `/things/` is the same as `/things` here. */
  readonly toleratesSlash: boolean;
  /** What becomes of what no operation matches; undefined: it is refused. */
  readonly forward: Forward | undefined;
  /** Asked for at every request: it goes through the request's world, and a reload puts another in its place. */
  road(received: Received): Road | Promise<Road>;
}

/** A request that was answered, for listeners. It holds on to the connection: take from it what is wanted. */
export interface Answered {
  readonly entryRoute: EntryRoute;
  /** With all that was in front of it. */
  readonly path: string;
  readonly milliseconds: number;
  readonly passage: Passage;
}

/** The first that a path leads to. */
export function chooseEntryRoute(entryRoutes: readonly EntryRoute[], path: string): EntryRoute {
  for (const entryRoute of entryRoutes) if (leadsTo(entryRoute.prefix, path)) return entryRoute;
  throw new Error('the last lane must take every path');
}

function leadsTo(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false;
  return prefix === '' || path.length === prefix.length || path[prefix.length] === '/';
}

/** What is left of a path on a lane. */
export function placeIn(
  { prefix, toleratesSlash }: EntryRoute,
  target: RequestTarget,
): RequestTarget {
  if (prefix === '' && !toleratesSlash) return target;
  const rest = target.path.slice(prefix.length);
  const plain = toleratesSlash && rest.length > 1 && rest.endsWith('/') ? rest.slice(0, -1) : rest;
  return { ...target, prefix: target.prefix + prefix, path: plain };
}
