import type { ServerResponse } from 'node:http';

import { ApiError } from '../errors.ts';
import type { Passage, Received, Reply } from '../pipeline/exchange.ts';
import { refusePlainly } from '../pipeline/refuse.ts';
import type { Road } from '../pipeline/respond.ts';
import { respond } from '../pipeline/respond.ts';
import type { Access, DecideAccess, PageRules } from './access.ts';
import { isSafe } from './access.ts';
import { isPreflight, preflightHeaders } from './cors.ts';
import type { Deliveries } from './deliver.ts';
import type { Forward } from './forward.ts';
import type { Bodies, Incoming, Target } from './receive.ts';
import { parseTarget, receive } from './receive.ts';
import type { WorldNames } from './selection.ts';
import { selectWorld, takeOffWorld, worldField } from './selection.ts';
import { send } from './send.ts';
import type { Turns } from './turns.ts';
import { watchReply } from './watch-reply.ts';
import type { Known } from './connections/unreadable.ts';

/** Paths below a prefix and the road that they lead to. */
export interface Lane extends PageRules {
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

/** A request that was answered, for whoever watches. It holds on to the connection: take from it what is wanted. */
export interface Answered {
  readonly lane: Lane;
  /** With all that was in front of it. */
  readonly path: string;
  readonly milliseconds: number;
  readonly passage: Passage;
}

export interface AnswerOptions {
  readonly lanes: readonly Lane[];
  readonly worldNames: WorldNames;
  readonly decideAccess: DecideAccess;
  readonly bodies: Bodies;
  /** Hears of every request, when its reply is on its way. */
  readonly observe: (answered: Answered) => void;
}

/** A request, and where its reply goes. */
export interface Asked {
  readonly request: Incoming;
  readonly response: ServerResponse;
  /** Whether only this machine can reach us. */
  readonly isLocal: boolean;
  /** For a defect: the road makes a reply of all else. */
  giveUp(this: void, error: unknown): void;
}

/** From a request to its reply, sent. */
export function answer(
  asked: Asked,
  turns: Turns,
  deliveries: Deliveries,
  options: AnswerOptions,
): void {
  const { request, response, isLocal, giveUp } = asked;
  const started = performance.now();
  // Now, since whoever handed the request on may put its URL back.
  const whole = parseTarget(request.url ?? '/', request.baseUrl ?? '');
  const { target, world: inPath } = takeOffWorld(whole, options.worldNames);
  const lane = chooseLane(options.lanes, target.path);
  const finish = ({ passage, headers }: Played): void => {
    const { reply } = passage;
    if (reply.delivery) {
      const sending = { reply, delivery: reply.delivery, request, response, headers };
      const tell = (): void => options.observe(describe(lane, whole, started, passage));
      deliveries.deliver(sending, tell, giveUp);
      return;
    }
    send(reply, request, response, headers);
    options.observe(describe(lane, whole, started, passage));
  };
  const finishInTurn = (played: Played): void => {
    turns.send(() => attempt(() => finish(played), giveUp));
  };
  const begin = (): void => {
    // A client that has sent a change wants it made, and need not wait to hear of it.
    if (request.socket.destroyed && isSafe(request.method)) return;
    const access = options.decideAccess(request, lane, isLocal);
    const way = { lane, target, inPath, isLocal, access, bodies: options.bodies, turns };
    const played = enter(request, response, way, options.worldNames);
    if (played instanceof Promise) played.then(finishInTurn, giveUp);
    else finishInTurn(played);
  };
  turns.answer(() => attempt(begin, giveUp), request.socket);
}

/** The reply to a request that never came to a road, noted like any other. */
export function refuseUnread(
  error: ApiError,
  known: Known & Pick<Received, 'isLocal'>,
  { lanes, observe }: AnswerOptions,
): Reply {
  const readBody = (): never => {
    throw error;
  };
  const received = { ...known, prefix: '', world: undefined, findPeer: findNoPeer, readBody };
  const reply = refusePlainly(error, received);
  const { path } = known;
  observe({
    lane: chooseLane(lanes, path),
    path,
    milliseconds: 0,
    passage: endAtOnce(received, reply),
  });
  return reply;
}

/** It is asked for where a request is let in, and this one is not. */
function findNoPeer(): undefined {
  return undefined;
}

function describe(lane: Lane, whole: Target, started: number, passage: Passage): Answered {
  const milliseconds = performance.now() - started;
  return { lane, path: whole.prefix + whole.path, milliseconds, passage };
}

function attempt(task: () => void, giveUp: Asked['giveUp']): void {
  try {
    task();
  } catch (error) {
    giveUp(error);
  }
}

interface Way {
  readonly lane: Lane;
  readonly target: Target;
  /** The world that stood in front of the path. */
  readonly inPath: string | undefined;
  readonly isLocal: boolean;
  readonly access: Access;
  readonly bodies: Bodies;
  readonly turns: Turns;
}

/** What comes of a request. */
interface Played {
  readonly passage: Passage;
  /** Those that have nothing to do with the contract. */
  readonly headers: readonly string[];
}

/** Refuses a request, answers a preflight, or takes all else down its road. */
function enter(
  request: Incoming,
  response: ServerResponse,
  way: Way,
  names: WorldNames,
): Played | Promise<Played> {
  const refusal = way.access.refusal ?? findTargetFault(way.target);
  if (refusal) return refuseAtOnce(refusal, request, response, way);
  if (hasOwnCors(way) && isPreflight(request)) return allow(request, response, way);
  return play(request, response, way, names);
}

/** A target is a path, also behind a scheme and a host that can be read, or the asterisk of OPTIONS (RFC 9112, section 3.2). */
function findTargetFault({ path }: Target): ApiError | undefined {
  if (path.startsWith('/') || path === '*') return undefined;
  const detail =
    'The target of the request is neither a path that begins with a slash nor a URL that can be read.';
  return new ApiError('malformed-request', detail);
}

function play(
  request: Incoming,
  response: ServerResponse,
  way: Way,
  names: WorldNames,
): Played | Promise<Played> {
  const { lane, target, inPath, isLocal, bodies, turns } = way;
  const own = ownHeaders(way);
  const below = placeIn(lane, target);
  const refuse = (error: unknown): Played => refuseAtOnce(error, request, response, way);
  let received: Received;
  let road: Road | Promise<Road>;
  try {
    const world = selectWorld(request, inPath, names);
    received = receive(request, response, below, { world, isLocal, bodies });
    road = lane.road(received);
  } catch (error) {
    return refuse(error);
  }
  const { world } = received;
  const headers = world === undefined ? own : [...own, worldField, world];
  const tell = (passage: Passage): Played => ({ passage, headers });
  const { hold, keepOrder } = watchReply(response, bodies.budget, turns);
  if (road instanceof Promise) {
    const passage = road.then((opened) => respond(received, opened, hold));
    return keepOrder(passage).then(tell, refuse);
  }
  const passage = respond(received, road, hold);
  if (lane.forward && isUnmatched(passage)) {
    const { reached } = passage;
    const hasCors = hasOwnCors(way);
    const forwarded = lane.forward({ request, response, received, hasCors });
    return forwarded.then((reply) => tell({ reached, reply }));
  }
  return passage instanceof Promise ? keepOrder(passage).then(tell) : tell(passage);
}

/** Whether no operation is there for a request, and nobody has looked any further. */
function isUnmatched(passage: Passage | Promise<Passage>): passage is Passage {
  if (passage instanceof Promise || passage.reached.routed) return false;
  const { verdict } = passage.reply;
  if (verdict.kind !== 'refused') return false;
  return verdict.error.code === 'unknown-path' || verdict.error.code === 'method-not-allowed';
}

function refuseAtOnce(
  error: unknown,
  request: Incoming,
  response: ServerResponse,
  way: Way,
): Played {
  const { lane, target, isLocal, bodies } = way;
  // There is no road without a world.
  const place = placeIn(lane, target);
  const received = receive(request, response, place, { world: undefined, isLocal, bodies });
  return { passage: endAtOnce(received, refusePlainly(error, received)), headers: ownHeaders(way) };
}

/** Whether our headers let the page read the reply. */
function hasOwnCors({ lane, access }: Way): boolean {
  return lane.hasCors && access.rights.reads !== 'no';
}

function ownHeaders({ lane, access }: Way): readonly string[] {
  return lane.hasCors ? access.headers : none;
}

/** The answer to a page that asks whether it may. */
function allow(request: Incoming, response: ServerResponse, way: Way): Played {
  const { target, isLocal, bodies, access } = way;
  const reply: Reply = {
    status: 204,
    headers: none,
    body: undefined,
    verdict: { kind: 'served' },
    operation: undefined,
  };
  const received = receive(request, response, target, { world: undefined, isLocal, bodies });
  const headers = [...access.headers, ...preflightHeaders(request, access.rights)];
  return { passage: endAtOnce(received, reply), headers };
}

/** Of a request that never came to its road. */
function endAtOnce(received: Received, reply: Reply): Passage {
  return {
    reached: {
      received,
      routed: undefined,
      authenticated: undefined,
      authorized: undefined,
      content: undefined,
      validated: undefined,
    },
    reply,
  };
}

const none: readonly string[] = [];

function chooseLane(lanes: readonly Lane[], path: string): Lane {
  for (const lane of lanes) if (leadsTo(lane.prefix, path)) return lane;
  throw new Error('the last lane must take every path');
}

function leadsTo(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false;
  return prefix === '' || path.length === prefix.length || path[prefix.length] === '/';
}

/** What is left of a path on a lane. */
function placeIn({ prefix, toleratesSlash }: Lane, target: Target): Target {
  if (prefix === '' && !toleratesSlash) return target;
  const rest = target.path.slice(prefix.length);
  const plain = toleratesSlash && rest.length > 1 && rest.endsWith('/') ? rest.slice(0, -1) : rest;
  return { ...target, prefix: target.prefix + prefix, path: plain };
}
