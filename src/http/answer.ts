import type { ServerResponse } from 'node:http';

import { describeViolation } from '../errors.ts';
import type { Received, Reply } from '../pipeline/exchange.ts';
import { refusePlainly } from '../pipeline/refuse.ts';
import type { Road } from '../pipeline/respond.ts';
import { respond } from '../pipeline/respond.ts';
import { corsHeaders, isPreflight, preflightHeaders } from './cors.ts';
import type { Incoming, Target } from './receive.ts';
import { parseTarget, receive } from './receive.ts';
import type { WorldNames } from './selection.ts';
import { selectWorld, takeOffWorld, worldField } from './selection.ts';
import { send } from './send.ts';
import type { Turns } from './turns.ts';

/** Paths below a prefix and the road that they lead to. */
export interface Lane {
  readonly name: string;
  /** Without a trailing slash; empty for all that no other lane takes. */
  readonly prefix: string;
  /** Whether `/things/` is the same as `/things` here. */
  readonly toleratesSlash: boolean;
  /** Whether pages of other origins may come this way. */
  readonly hasCors: boolean;
  /** Asked for at every request: it goes through the request's world, and a reload puts another in its place. */
  road(received: Received): Road | Promise<Road>;
}

/** What happened to one request, for a line of the log. */
export interface Exchange {
  /** Which road it took. */
  readonly lane: string;
  readonly method: string;
  readonly path: string;
  /** The private world that it played in; undefined: the one that is kept. */
  readonly world: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly operation: string | undefined;
  readonly verdict: 'served' | 'refused' | 'breach';
  /** Why, in words. */
  readonly reason: string;
}

export interface AnswerOptions {
  readonly lanes: readonly Lane[];
  readonly worldNames: WorldNames;
  readonly onExchange: (exchange: Exchange) => void;
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
export function answer(asked: Asked, turns: Turns, options: AnswerOptions): void {
  const { request, response, isLocal, giveUp } = asked;
  const started = performance.now();
  // Now, since whoever handed the request on may put its URL back.
  const whole = parseTarget(request.url ?? '/', request.baseUrl ?? '');
  const { target, world: inPath } = takeOffWorld(whole, options.worldNames);
  const lane = chooseLane(options.lanes, target.path);
  const way = { lane, target, inPath, isLocal };
  const finish = ({ reply, headers, world }: Played): void => {
    send(reply, request, response, headers);
    options.onExchange({
      lane: lane.name,
      method: request.method ?? '',
      path: whole.prefix + whole.path,
      world,
      status: reply.status,
      operation: reply.operation?.id,
      verdict: reply.verdict.kind,
      reason: reasonOf(reply.verdict),
      milliseconds: Math.round((performance.now() - started) * 10) / 10,
    });
  };
  const finishInTurn = (played: Played): void => {
    turns.send(() => attempt(() => finish(played), giveUp));
  };
  const begin = (): void => {
    const isAsking = lane.hasCors && isPreflight(request);
    const played = isAsking ? allow(request) : play(request, response, way, options.worldNames);
    if (played instanceof Promise) played.then(finishInTurn, giveUp);
    else finishInTurn(played);
  };
  turns.answer(() => attempt(begin, giveUp), request.socket);
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
}

/** What comes of a request. */
interface Played {
  readonly reply: Reply;
  /** Those that have nothing to do with the contract. */
  readonly headers: readonly string[];
  /** The private world that it found. */
  readonly world: string | undefined;
}

function play(
  request: Incoming,
  response: ServerResponse,
  { lane, target, inPath, isLocal }: Way,
  names: WorldNames,
): Played | Promise<Played> {
  const own = lane.hasCors ? corsHeaders(request) : none;
  const below = placeIn(lane, target);
  const refuse = (error: unknown): Played => {
    // There is no road without a world.
    const nowhere = receive(request, response, below, { world: undefined, isLocal });
    return { reply: refusePlainly(error, nowhere), headers: own, world: undefined };
  };
  let received: Received;
  let road: Road | Promise<Road>;
  try {
    const world = selectWorld(request, inPath, names);
    received = receive(request, response, below, { world, isLocal });
    road = lane.road(received);
  } catch (error) {
    return refuse(error);
  }
  const { world } = received;
  const headers = world === undefined ? own : [...own, worldField, world];
  const tell = (reply: Reply): Played => ({ reply, headers, world });
  if (road instanceof Promise) {
    return road.then((opened) => respond(received, opened)).then(tell, refuse);
  }
  const reply = respond(received, road);
  return reply instanceof Promise ? reply.then(tell) : tell(reply);
}

/** The answer to a page that asks whether it may. */
function allow(request: Incoming): Played {
  const reply: Reply = {
    status: 204,
    headers: none,
    body: undefined,
    verdict: { kind: 'served' },
    operation: undefined,
  };
  return { reply, headers: preflightHeaders(request), world: undefined };
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

function reasonOf(verdict: Reply['verdict']): string {
  if (verdict.kind === 'breach') return verdict.breach.message;
  if (verdict.kind === 'served') return '';
  const { violations, message } = verdict.error;
  return violations.length > 0 ? violations.map(describeViolation).join('; ') : message;
}
