import type { ServerResponse } from 'node:http';

import { ApiError } from '../base/errors.ts';
import { refusePlainly } from '../pipeline/checks/refuse.ts';
import type { Passage, Received, Reply, HoldReply } from '../pipeline/exchange.ts';
import type { Road } from '../pipeline/respond.ts';
import { respond } from '../pipeline/respond.ts';
import type { Access, DecideAccess } from './access/access.ts';
import { isSafe } from './access/access.ts';
import { isPreflight, preflightHeaders } from './access/cors.ts';
import type { WorldNames } from './access/world-selection.ts';
import { selectWorld, takeOffWorld, worldField } from './access/world-selection.ts';
import { isEnded } from './connections/end-gently.ts';
import type { Answered, EntryRoute } from './entry-route.ts';
import { chooseEntryRoute, placeIn } from './entry-route.ts';
import type { Deliveries } from './replies/deliver.ts';
import { send, isStream } from './replies/send.ts';
import type { BodyBudget } from './requests/body-budget.ts';
import type { Bodies, Incoming, RequestTarget } from './requests/receive.ts';
import { parseTarget, receive } from './requests/receive.ts';
import { holdAhead } from './requests/unread.ts';
import type { Turns } from './turns.ts';

export interface AnswerOptions {
  readonly entryRoutes: readonly EntryRoute[];
  readonly worldNames: WorldNames;
  readonly decideAccess: DecideAccess;
  readonly bodies: Bodies;
  /** Is called once for each answered or refused request, usually when its reply is on its way. */
  readonly observe: (answered: Answered) => void;
}

/** A request, and the response object for its reply. */
export interface AskedRequest {
  readonly request: Incoming;
  readonly response: ServerResponse;
  /** Whether only this machine can reach the server. */
  readonly isLocal: boolean;
  /** Takes a defect of the code. The road turns all other errors into replies. */
  giveUp(this: void, error: unknown): void;
}

/** Answers a request: chooses its world and its entry route, runs the road and sends the reply. */
export function answer(
  asked: AskedRequest,
  turns: Turns,
  deliveries: Deliveries,
  options: AnswerOptions,
): void {
  const { request, response, isLocal, giveUp } = asked;
  const started = performance.now();
  // A response gets its socket when no other of the connection is in front of it. A request whose
  // response has none was sent ahead, and counts against a limit.
  const letGo = response.socket ? doNothing : holdAhead(asked, turns, options);
  if (!letGo) return;
  // The URL is parsed now: a framework that passed the request on may restore it afterwards.
  const whole = parseTarget(request.url ?? '/', request.baseUrl ?? '');
  const { target, world: inPath } = takeOffWorld(whole, options.worldNames);
  const entryRoute = chooseEntryRoute(options.entryRoutes, target.path);
  const finish = ({ passage, headers }: Played): void => {
    const { reply } = passage;
    if (reply.delivery) {
      const sending = { reply, delivery: reply.delivery, request, response, headers };
      const tell = (): void => options.observe(describe(entryRoute, whole, started, passage));
      deliveries.deliver(sending, tell, giveUp);
      return;
    }
    send(reply, request, response, headers);
    options.observe(describe(entryRoute, whole, started, passage));
  };
  const finishInTurn = (played: Played): void => {
    turns.send(() => attempt(() => finish(played), giveUp));
  };
  const begin = (): void => {
    letGo();
    // The client is gone. A change is still made: a client may send one and not wait for the reply.
    if (request.socket.destroyed && isSafe(request.method)) return;
    // The server has closed this connection, so the client sends again what got no reply.
    if (isEnded(request.socket)) return;
    const access = options.decideAccess(request, entryRoute, isLocal);
    const way = { entryRoute, target, inPath, isLocal, access, bodies: options.bodies, turns };
    const played = enter(request, response, way, options.worldNames);
    if (played instanceof Promise) played.then(finishInTurn, giveUp);
    else finishInTurn(played);
  };
  turns.answer(() => attempt(begin, giveUp), request.socket);
}

function describe(
  entryRoute: EntryRoute,
  whole: RequestTarget,
  started: number,
  passage: Passage,
): Answered {
  const milliseconds = performance.now() - started;
  return { entryRoute, path: whole.prefix + whole.path, milliseconds, passage };
}

function attempt(task: () => void, giveUp: AskedRequest['giveUp']): void {
  try {
    task();
  } catch (error) {
    giveUp(error);
  }
}

interface AnswerWay {
  readonly entryRoute: EntryRoute;
  readonly target: RequestTarget;
  /** The name in `/~name` at the front of the path; undefined where there is none. */
  readonly inPath: string | undefined;
  readonly isLocal: boolean;
  readonly access: Access;
  readonly bodies: Bodies;
  readonly turns: Turns;
}

/** The passage of a request, and the headers to send besides those of its reply. */
interface Played {
  readonly passage: Passage;
  /** Headers outside the contract, such as those of CORS. Names and values in turn. */
  readonly headers: readonly string[];
}

/** Refuses a request, answers a preflight, or takes the request down its road. */
function enter(
  request: Incoming,
  response: ServerResponse,
  way: AnswerWay,
  names: WorldNames,
): Played | Promise<Played> {
  const refusal = way.access.refusal ?? findTargetFault(way.target);
  if (refusal) return refuseAtOnce(refusal, request, response, way);
  if (hasOwnCors(way) && isPreflight(request)) return allow(request, response, way);
  return play(request, response, way, names);
}

/**
 * A valid target is a path, also after a readable scheme and host, or the asterisk of OPTIONS (RFC
 * 9112, section 3.2).
 */
function findTargetFault({ path }: RequestTarget): ApiError | undefined {
  if (path.startsWith('/') || path === '*') return undefined;
  const detail =
    'The target of the request is neither a path that begins with a slash nor a URL that can be read.';
  return new ApiError('malformed-request', detail);
}

function play(
  request: Incoming,
  response: ServerResponse,
  way: AnswerWay,
  names: WorldNames,
): Played | Promise<Played> {
  const { entryRoute, target, inPath, isLocal, bodies, turns } = way;
  const own = ownHeaders(way);
  const below = placeIn(entryRoute, target);
  const refuse = (error: unknown): Played => refuseAtOnce(error, request, response, way);
  let received: Received;
  let road: Road | Promise<Road>;
  try {
    const world = selectWorld(request, inPath, names);
    received = receive(request, response, below, { world, isLocal, bodies });
    road = entryRoute.road(received);
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
  if (entryRoute.forward && isUnmatched(passage)) {
    const { reached } = passage;
    const hasCors = hasOwnCors(way);
    const forwarded = entryRoute.forward({ request, response, received, hasCors });
    return forwarded.then((reply) => tell({ reached, reply }));
  }
  return passage instanceof Promise ? keepOrder(passage).then(tell) : tell(passage);
}

/** Whether the road found no operation. A promise means that it found one and went on. */
function isUnmatched(passage: Passage | Promise<Passage>): passage is Passage {
  if (passage instanceof Promise || passage.reached.operation) return false;
  const { verdict } = passage.reply;
  if (verdict.kind !== 'refused') return false;
  return verdict.error.code === 'unknown-path' || verdict.error.code === 'method-not-allowed';
}

function refuseAtOnce(
  error: unknown,
  request: Incoming,
  response: ServerResponse,
  way: AnswerWay,
): Played {
  const { entryRoute, target, isLocal, bodies } = way;
  // A request that is refused before its road belongs to no private world.
  const place = placeIn(entryRoute, target);
  const received = receive(request, response, place, { world: undefined, isLocal, bodies });
  const passage = { reached: received, reply: refusePlainly(error, received) };
  return { passage, headers: ownHeaders(way) };
}

/** Whether this server's CORS headers let the page read the reply. */
function hasOwnCors({ entryRoute, access }: AnswerWay): boolean {
  return entryRoute.hasCors && access.rights.reads !== 'no';
}

function ownHeaders({ entryRoute, access }: AnswerWay): readonly string[] {
  return entryRoute.hasCors ? access.headers : none;
}

/** Answers a preflight. */
function allow(request: Incoming, response: ServerResponse, way: AnswerWay): Played {
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
  return { passage: { reached: received, reply }, headers };
}

const none: readonly string[] = [];
const doNothing = (): void => undefined;

interface ReplyWatch {
  /** Counts a reply as soon as it is made. Throws if there is no room for it. */
  readonly hold: HoldReply;
  /** Holds the connection until this reply is made: later requests must see what it changes. */
  keepOrder<T>(this: void, passage: Promise<T>): Promise<T>;
}

function watchReply(response: ServerResponse, budget: BodyBudget, turns: Turns): ReplyWatch {
  let isMade = false;
  let letOn: (() => void) | undefined;
  return {
    hold(reply) {
      const body = isStream(reply.body) ? undefined : reply.body;
      if (body !== undefined) turns.noteReply(body.length, response);
      isMade = true;
      letOn?.();
      if (body !== undefined) budget.holdReply(body, response);
      return reply;
    },
    keepOrder(passage) {
      if (isMade) return passage;
      letOn = turns.hold(response.req.socket);
      return passage.finally(letOn);
    },
  };
}
