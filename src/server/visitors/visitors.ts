import { createHash, randomBytes } from 'node:crypto';

import { createAddressRanges } from '../../base/addresses.ts';
import { ApiError } from '../../base/errors.ts';
import { createTokenTest, tokenHeader } from '../../control/guard.ts';
import { createClientAddress } from '../../control/local-client.ts';
import type { Sessions } from '../../control/sessions.ts';
import { isSafe } from '../../http/access/access.ts';
import {
  keepsCookies,
  loadsDocument,
  readVisitor,
  writeVisitor,
} from '../../http/access/visitor-cookie.ts';
import type { Incoming } from '../../http/requests/receive.ts';
import { peerOf } from '../../http/requests/peer.ts';
import type { Visits } from '../../http/visits.ts';
import type { Room } from '../../store/worlds/room.ts';
import { createBuckets } from '../../traffic/interventions/faults/buckets.ts';
import type { ServerOptions } from '../options/options.ts';
import type { Runtime } from '../runtime.ts';
import { networkOf } from './networks.ts';
import { createVisitorWorlds, visitorPrefix } from './visitor-worlds.ts';

export interface VisitorVisits extends Visits {
  /** What a visitor may add to a world that is found again. */
  openRoom(this: void, world: string, network: string): Room;
}

/** Gives each browser a world of its own at its first change; until then, and without a cookie, it only reads. */
export function createVisits(
  options: ServerOptions,
  runtime: () => Runtime,
  { isPass }: Pick<Sessions, 'isPass'>,
): VisitorVisits {
  const isToken = createTokenTest(options.controlToken);
  const homes = createVisitorWorlds(options, runtime);
  const isProxy = createAddressRanges(options.trustProxy);
  const findAddress = createClientAddress(isProxy, (message) =>
    options.onNotice?.({ level: 'warning', message }),
  );
  const count = createCount(options.visitorRequests);
  const choose = (request: Incoming, visitor: Visitor): string => {
    const { headers, method } = request;
    const { id, isKnown } = visitor;
    const worlds = runtime().worlds;
    const name = nameOf(id);
    const address = findAddress({ headers, findPeer: () => peerOf(request) });
    // Clients whose address is unknown are those of one network, such as those that left at once.
    const network = address === undefined ? '' : networkOf(address);
    const isAtHome = isKnown && worlds.look(name) !== undefined;
    // A browser can make up cookies, so one counts only where it has a world.
    if (isAtHome) count.ofVisitor(name);
    count.ofNetwork(network);
    if (isAtHome) return name;
    if (isSafe(method) || visitor.isWorldless) return homes.shared();
    if (!isKnown && !keepsCookies(headers)) throw refuseChange(headers.origin);
    homes.make(name, network);
    return name;
  };
  return {
    openRoom: homes.openRoom,
    mayName({ headers, socket }) {
      const shown = headers[tokenHeader];
      // A program that runs the server in its own process is no visitor of it.
      if ('isOfThisProcess' in socket) return true;
      if (typeof shown !== 'string') return false;
      // The console names each world, also the default one, so its pass opens none that is not named.
      return isToken(shown) || (headers['x-stuntdouble-world'] !== undefined && isPass(shown));
    },
    shared: homes.shared,
    visit(request, { named, isWorldless }) {
      const known = readVisitor(request.headers);
      const id = known ?? randomBytes(16).toString('base64url');
      const tellIf = (isTold: boolean): readonly string[] =>
        isTold && known === undefined && !isWorldless
          ? ['Set-Cookie', writeVisitor(id, request.headers)]
          : [];
      try {
        if (named !== undefined) throw refuseName(named);
        const world = choose(request, { id, isKnown: known !== undefined, isWorldless });
        return { world, headers: tellIf(needsCookie(request)), refusal: undefined };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const headers = tellIf(needsCookieAtOnce(request));
        return { world: undefined, headers, refusal: error };
      }
    },
  };
}

/** A change has made a world, which the browser enters by the cookie alone. */
function needsCookie(request: Incoming): boolean {
  return needsCookieAtOnce(request) || !isSafe(request.method);
}

/**
 * A page of this server sends many requests at once: a cookie with each would replace the one of the
 * world that is just made. Others need it before their first change, which is refused without it.
 */
function needsCookieAtOnce({ headers }: Incoming): boolean {
  return !keepsCookies(headers) || loadsDocument(headers);
}

interface Visitor {
  readonly id: string;
  /** Whether the browser has sent the cookie. */
  readonly isKnown: boolean;
  /** Whether what it asks for is the same in all worlds. */
  readonly isWorldless: boolean;
}

/** What logs and replies call a visitor's world tells no other how to enter it. */
function nameOf(id: string): string {
  return `${visitorPrefix}${createHash('sha256').update(id).digest('base64url').slice(0, 22)}`;
}

/** The visitors of one address may together send so many times as many requests as one of them. */
const shareOfNetwork = 10;

interface RequestCount {
  ofVisitor(this: void, name: string): void;
  ofNetwork(this: void, network: string): void;
}

/** Counts requests, and refuses those that are too many. */
function createCount(most: number): RequestCount {
  const buckets = createBuckets(mostCounted);
  const count = (key: string, limit: number, who: string): void => {
    const rate = { limit, window: 60, burst: limit };
    const { isExceeded, untilNext } = buckets.take(key, rate, performance.now());
    if (!isExceeded) return;
    const detail = `${who}: wait ${untilNext} s.`;
    throw new ApiError('rate-limited', detail, { headers: { 'Retry-After': String(untilNext) } });
  };
  const inNetwork = most * shareOfNetwork;
  const [ofOne, ofAll] = [most, inNetwork].map((limit) => limit.toLocaleString('en-US'));
  return {
    ofVisitor(name) {
      count(
        name,
        most,
        `A visitor may send ${ofOne} requests in a minute, as --visitor-requests says`,
      );
    },
    ofNetwork(network) {
      const who = `All visitors of one address may send ${ofAll} requests in a minute, ten times as many as --visitor-requests says`;
      count(network, inNetwork, who);
    },
  };
}

const mostCounted = 100_000;

function refuseName(name: string): ApiError {
  const detail = `The request names the world "${name}", and only the control token in X-Stuntdouble-Token may: each browser has a world of its own here, known by its cookie. Leave the name out.`;
  return new ApiError('unknown-world', detail);
}

function refuseChange(origin: string | undefined): ApiError {
  const how =
    origin === undefined
      ? 'A browser does so by itself, curl with -c and -b'
      : "A page of another origin calls fetch with the option credentials set to 'include'";
  const detail = `Who has no cookie of this site only reads: each visitor changes a world of its own, which is known by the cookie that this reply sets. Send the request again with that cookie. ${how}.`;
  return new ApiError('visitor-reads-only', detail);
}
