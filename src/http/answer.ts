import type { ServerResponse } from 'node:http';

import { ApiError } from '../base/errors.ts';
import { refusePlainly } from '../pipeline/checks/refuse.ts';
import type { DeliveryProgress } from '../pipeline/delivery-progress.ts';
import type { Passage, Received, Reply } from '../pipeline/exchange.ts';
import type { Road } from '../pipeline/respond.ts';
import { respond } from '../pipeline/respond.ts';
import type { Access, DecideAccess } from './access/access.ts';
import { isSafe } from './access/access.ts';
import { isPreflight, preflightHeaders } from './access/cors.ts';
import type { WorldNames } from './access/world-selection.ts';
import { takeOffWorld, worldField } from './access/world-selection.ts';
import { cutOff, isEnded } from './connections/end-gently.ts';
import type { Answered, EntryRoute } from './entry-route.ts';
import { chooseEntryRoute, placeIn } from './entry-route.ts';
import type { Deliveries } from './replies/deliver.ts';
import { keepPrivate } from './replies/private-replies.ts';
import { send } from './replies/send.ts';
import { watchReply } from './replies/watch-reply.ts';
import type { Bodies } from './requests/body-limits.ts';
import type { KnownHead, RequestTarget } from './requests/head.ts';
import { findTargetFault, knownOf, parseTarget } from './requests/head.ts';
import type { Incoming } from './requests/receive.ts';
import { receive } from './requests/receive.ts';
import type { Turns } from './turns.ts';
import type { Visits } from './visits.ts';
import { findVisit, findWorldOutside } from './visits.ts';

export interface AnswerOptions {
  readonly entryRoutes: readonly EntryRoute[];
  readonly worldNames: WorldNames;
  readonly decideAccess: DecideAccess;
  readonly bodies: Bodies;
  /** Where each browser has a world of its own; undefined: requests name their worlds. */
  readonly visits?: Visits | undefined;
  /**
   * Is called once for each answered or refused request: when its reply is on its way, or where the
   * reply has a delivery, before that.
   */
  readonly observe: (answered: Answered) => void;
  /** Is called when a delivery is over. */
  readonly observeDelivered: (answered: Answered) => void;
}

/** What all requests of a server share. */
export interface Answering extends AnswerOptions {
  readonly turns: Turns;
  readonly deliveries: Deliveries;
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
export function answer(asked: AskedRequest, server: Answering): void {
  const { request, response, giveUp } = asked;
  const { turns } = server;
  const started = performance.now();
  // A response gets its socket when no other of the connection is in front of it. A request whose
  // response has none was sent ahead, and counts against a limit.
  const letGo = response.socket ? doNothing : holdAhead(asked, server);
  if (!letGo) return;
  // The URL is parsed now: a framework that passed the request on may restore it afterwards.
  const whole = parseTarget(request.url ?? '/', request.baseUrl ?? '');
  const { target, world } = takeOffWorld(whole, server.worldNames);
  const entryRoute = chooseEntryRoute(server.entryRoutes, target.path, request);
  const toAnswered = (passage: Passage, progress?: DeliveryProgress): Answered => {
    const milliseconds = performance.now() - started;
    return { entryRoute, path: whole.prefix + whole.path, milliseconds, passage, progress };
  };
  const finish = ({ passage, headers: besides }: Played): void => {
    const usual = addUsual(besides, passage.reply, entryRoute);
    const { reply, headers } = server.visits
      ? keepPrivate(passage.reply, usual, response)
      : { reply: passage.reply, headers: usual };
    if (reply.delivery) {
      const sending = { reply, delivery: reply.delivery, request, response, headers, started };
      const onOver = (): void => server.observeDelivered(toAnswered(passage, progress));
      const progress = server.deliveries.deliver(sending, onOver, giveUp);
      server.observe(toAnswered(passage, progress));
      return;
    }
    send(reply, request, response, headers);
    server.observe(toAnswered(passage));
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
    const access = server.decideAccess(request, entryRoute, asked.isLocal);
    const played = enter({ asked, entryRoute, target, inPath: world, access }, server);
    if (played instanceof Promise) played.then(finishInTurn, giveUp);
    else finishInTurn(played);
  };
  turns.answer(() => attempt(begin, giveUp), request.socket);
}

function attempt(task: () => void, giveUp: AskedRequest['giveUp']): void {
  try {
    task();
  } catch (error) {
    giveUp(error);
  }
}

/** Makes the reply to a request that never came to a road, and reports it like any other. */
export function refuseUnread(
  error: ApiError,
  known: KnownHead & Pick<Received, 'isLocal'>,
  { entryRoutes, observe, visits }: Pick<Answering, 'entryRoutes' | 'observe' | 'visits'>,
): Reply {
  const { path } = known;
  const readBody = (): never => {
    throw error;
  };
  // Only the road asks for the peer.
  const entryRoute = chooseEntryRoute(entryRoutes, path, known);
  const world = entryRoute.isForOperators === true ? undefined : visits?.shared();
  const received = { ...known, prefix: '', world, findPeer: doNothing, readBody };
  const passage = { reached: received, reply: refusePlainly(error, received) };
  observe({ entryRoute, path, milliseconds: 0, passage });
  const { reply } = passage;
  return { ...reply, headers: addUsual(reply.headers, reply, entryRoute) };
}

/**
 * Counts a request that was sent ahead; the returned function is called when it begins. Returns
 * undefined if there is no room for it. A refusal would have to wait, too, so the server closes the
 * connection.
 */
export function holdAhead(
  { request, response, isLocal }: AskedRequest,
  server: Answering,
): (() => void) | undefined {
  const { socket } = request;
  // Node still reads the other requests of the same packet; they get no reply either.
  if (socket.destroyed) return undefined;
  try {
    return server.bodies.budget.holdAhead(response);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuseUnread(error, { ...knownOf(request), isLocal }, server);
    cutOff(socket);
    server.turns.clear(socket);
    return undefined;
  }
}

/** A request that begins, and where it leads. */
interface Way {
  readonly asked: AskedRequest;
  readonly entryRoute: EntryRoute;
  readonly target: RequestTarget;
  /** The name in `/~name` at the front of the path; undefined where there is none. */
  readonly inPath: string | undefined;
  readonly access: Access;
  /** What a visitor's reply has besides, also a refusal. Names and values in turn. */
  readonly ofVisit?: readonly string[];
}

/** The passage of a request, and the headers to send besides those of its reply. */
interface Played {
  readonly passage: Passage;
  /** Headers outside the contract, such as those of CORS. Names and values in turn. */
  readonly headers: readonly string[];
}

/** Refuses a request, answers a preflight, or takes the request down its road. */
function enter(way: Way, server: Answering): Played | Promise<Played> {
  const refusal = way.access.refusal ?? findTargetFault(way.target);
  if (refusal) return refuseAtOnce(refusal, way, server);
  if (hasOwnCors(way) && isPreflight(way.asked.request)) return allow(way, server);
  return play(way, server);
}

function play(given: Way, server: Answering): Played | Promise<Played> {
  const { asked, entryRoute } = given;
  const { request, response } = asked;
  let way = given;
  const refuse = (error: unknown): Played => refuseAtOnce(error, way, server);
  let received: Received;
  let road: Road | Promise<Road>;
  try {
    const { world, headers, refusal } = findVisit(way, server);
    if (headers.length > 0) way = { ...way, ofVisit: headers };
    if (refusal) return refuse(refusal);
    received = receive(asked, placeIn(entryRoute, way.target), world, server.bodies);
    const served = entryRoute.serve?.(received);
    if (served) return serveAtOnce(served, received, way, server);
    road = entryRoute.road(received);
  } catch (error) {
    return refuse(error);
  }
  const own = ownHeaders(way);
  const { world } = received;
  const headers = world === undefined ? own : [...own, worldField, world];
  const tell = (passage: Passage): Played => ({ passage, headers });
  const { hold, keepOrder } = watchReply(response, server);
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

/** The reply of an entry route that needs no road. */
function serveAtOnce(
  served: Reply | Promise<Reply>,
  received: Received,
  way: Way,
  server: Answering,
): Played | Promise<Played> {
  const { hold } = watchReply(way.asked.response, server);
  const tell = (reply: Reply): Played => ({
    passage: { reached: received, reply: hold(reply) },
    headers: ownHeaders(way),
  });
  if (!(served instanceof Promise)) return tell(served);
  return served.then(tell).catch((error: unknown) => refuseAtOnce(error, way, server));
}

/** Whether the road found no operation. A promise means that it found one and went on. */
function isUnmatched(passage: Passage | Promise<Passage>): passage is Passage {
  if (passage instanceof Promise || passage.reached.operation) return false;
  const { verdict } = passage.reply;
  if (verdict.kind !== 'refused') return false;
  return verdict.error.code === 'unknown-path' || verdict.error.code === 'method-not-allowed';
}

/** A request that is refused before its road belongs to no private world, but to that of all visitors. */
function refuseAtOnce(error: unknown, way: Way, server: Answering): Played {
  const place = placeIn(way.entryRoute, way.target);
  const received = receive(way.asked, place, findWorldOutside(way, server), server.bodies);
  const passage = { reached: received, reply: refusePlainly(error, received) };
  return { passage, headers: ownHeaders(way) };
}

/** Answers a preflight. */
function allow(way: Way, server: Answering): Played {
  const { asked, target, access } = way;
  const reply: Reply = {
    status: 204,
    headers: none,
    body: undefined,
    verdict: { kind: 'served' },
    operation: undefined,
  };
  const received = receive(asked, target, findWorldOutside(way, server), server.bodies);
  const headers = [...access.headers, ...preflightHeaders(asked.request, access.rights)];
  return { passage: { reached: received, reply }, headers };
}

/** Whether this server's CORS headers let the page read the reply. */
function hasOwnCors({ entryRoute, access }: Way): boolean {
  return entryRoute.hasCors && access.rights.reads !== 'no';
}

function ownHeaders({ entryRoute, access, ofVisit }: Way): readonly string[] {
  const own = entryRoute.hasCors ? access.headers : none;
  return ofVisit ? [...own, ...ofVisit] : own;
}

function addUsual(
  headers: readonly string[],
  { headers: own }: Reply,
  { usualHeaders }: EntryRoute,
): readonly string[] {
  if (!usualHeaders) return headers;
  return [...headers, ...usualHeaders.filter(([name]) => !own.includes(name)).flat()];
}

const none: readonly string[] = [];
const doNothing = (): undefined => undefined;
