import type { WorldNames } from './access/world-selection.ts';
import { findWorldName, selectWorld } from './access/world-selection.ts';
import type { EntryRoute } from './entry-route.ts';
import type { Incoming } from './requests/receive.ts';

/** Chooses the worlds of requests where each browser has one of its own. */
export interface Visits {
  /** Whether the request may name its world, as where there are no visitors. */
  mayName(this: void, request: Incoming): boolean;
  visit(this: void, request: Incoming, to: Destination): Visit;
  /** The name of the world in which visitors read until their first change. */
  shared(this: void): string;
}

interface Destination {
  /** The world that the request asks for. */
  readonly named: string | undefined;
  /** Whether the reply is the same in all worlds. */
  readonly isWorldless: boolean;
}

/** One request of a visitor. */
export interface Visit {
  readonly world: string | undefined;
  /** Headers of the reply, also of a refusal. Names and values in turn. */
  readonly headers: readonly string[];
  /** Why it goes no further; undefined: it does. */
  readonly refusal: Error | undefined;
}

/** A request, and where it leads. */
interface Entering {
  readonly asked: { readonly request: Incoming };
  readonly entryRoute: EntryRoute;
  /** The name in `/~name` at the front of the path; undefined where there is none. */
  readonly inPath: string | undefined;
}

interface Entrance {
  readonly worldNames: WorldNames;
  readonly visits?: Visits | undefined;
}

/** The world of a request: the one that it names, or that of a visitor. */
export function findVisit(
  { asked: { request }, entryRoute, inPath }: Entering,
  { worldNames, visits }: Entrance,
): Visit {
  const { isForOperators = false, isWorldless = false, worldCookieYields } = entryRoute;
  if (!visits || isForOperators || visits.mayName(request)) {
    const world = selectWorld(request, inPath, worldNames, worldCookieYields);
    return { world, headers: [], refusal: undefined };
  }
  // The cookie of a world is none of a visitor's: it is left from tests, or set by a page.
  const { cookie: _, ...headers } = request.headers;
  const named = findWorldName({ headers }, inPath, worldNames);
  if (named !== undefined) worldNames.read(named);
  return visits.visit(request, { named, isWorldless });
}

/** The world of a request that enters none. Of a visitor nothing is said in the default world. */
export function findWorldOutside(
  { asked: { request }, entryRoute }: Pick<Entering, 'asked' | 'entryRoute'>,
  { visits }: Pick<Entrance, 'visits'>,
): string | undefined {
  if (!visits || entryRoute.isForOperators === true || visits.mayName(request)) return undefined;
  return visits.shared();
}
