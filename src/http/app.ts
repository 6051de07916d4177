import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';

import { describeViolation, messageOf } from '../errors.ts';
import type { Received, Reply } from '../pipeline/exchange.ts';
import { refusePlainly } from '../pipeline/refuse.ts';
import type { Road } from '../pipeline/respond.ts';
import { respond } from '../pipeline/respond.ts';
import { corsHeaders, isPreflight, preflightHeaders } from './cors.ts';
import type { Target } from './receive.ts';
import { parseTarget, receive } from './receive.ts';
import type { WorldNames } from './selection.ts';
import { selectWorld, takeOffWorld, worldField } from './selection.ts';
import { send } from './send.ts';

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
  road(received: Received): Road;
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

export interface AppOptions {
  readonly lanes: readonly Lane[];
  readonly worldNames: WorldNames;
  /** Whether only this machine can reach the app. */
  readonly isLocal: boolean;
  readonly onExchange: (exchange: Exchange) => void;
}

/** An Express app that takes every request down a road. Mountable in another app. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request: Request, response: Response, next: NextFunction) => {
    answer(request, response, options).catch(next);
  });
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    // Only a defect of our own leads here: the road turns everything else into a reply.
    if (response.headersSent) next(error);
    else
      response
        .status(500)
        .type('text/plain')
        .send(`Stuntdouble failed: ${messageOf(error)}\n`);
  });
  return app;
}

async function answer(request: Request, response: Response, options: AppOptions): Promise<void> {
  const started = performance.now();
  const whole = parseTarget(request.url, request.baseUrl);
  const place = takeOffWorld(whole, options.worldNames);
  const { lane, target } = chooseLane(options.lanes, place.target);
  const isAsking = lane.hasCors && isPreflight(request);
  const { reply, world } = isAsking
    ? { reply: preflightReply, world: undefined }
    : await play(request, response, options, { lane, target, inPath: place.world });
  send(reply, request, response, headersFor(request, lane, { isAsking, world }));
  options.onExchange({
    lane: lane.name,
    method: request.method,
    path: whole.prefix + whole.path,
    world,
    ...describeReply(reply),
    milliseconds: Math.round((performance.now() - started) * 10) / 10,
  });
}

interface Way {
  readonly lane: Lane;
  readonly target: Target;
  /** The world that stood in front of the path. */
  readonly inPath: string | undefined;
}

/** What comes of a request, and the private world that it found. */
interface Played {
  readonly reply: Reply;
  readonly world: string | undefined;
}

async function play(
  request: Request,
  response: Response,
  { worldNames, isLocal }: AppOptions,
  { lane, target, inPath }: Way,
): Promise<Played> {
  let received: Received;
  let road: Road;
  try {
    const world = selectWorld(request, inPath, worldNames);
    received = receive(request, response, target, { world, isLocal });
    road = lane.road(received);
  } catch (error) {
    // There is no road without a world.
    const nowhere = receive(request, response, target, { world: undefined, isLocal });
    return { reply: refusePlainly(error, nowhere), world: undefined };
  }
  return { reply: await respond(received, road), world: received.world };
}

function headersFor(
  request: Request,
  lane: Lane,
  { isAsking, world }: { readonly isAsking: boolean; readonly world: string | undefined },
): readonly string[] {
  if (isAsking) return preflightHeaders(request);
  const headers = lane.hasCors ? corsHeaders(request) : [];
  return world === undefined ? headers : [...headers, worldField, world];
}

const preflightReply: Reply = {
  status: 204,
  headers: [],
  body: undefined,
  verdict: { kind: 'served' },
  operation: undefined,
};

function chooseLane(lanes: readonly Lane[], target: Target): { lane: Lane; target: Target } {
  for (const lane of lanes) {
    const { prefix } = lane;
    const { path } = target;
    if (prefix !== '' && path !== prefix && !path.startsWith(`${prefix}/`)) continue;
    const rest = path.slice(prefix.length);
    const plain =
      lane.toleratesSlash && rest.length > 1 && rest.endsWith('/') ? rest.slice(0, -1) : rest;
    return { lane, target: { ...target, prefix: target.prefix + prefix, path: plain } };
  }
  throw new Error('the last lane must take every path');
}

function describeReply({
  verdict,
  status,
  operation,
}: Reply): Pick<Exchange, 'status' | 'operation' | 'verdict' | 'reason'> {
  return { status, operation: operation?.id, verdict: verdict.kind, reason: reasonOf(verdict) };
}

function reasonOf(verdict: Reply['verdict']): string {
  if (verdict.kind === 'breach') return verdict.breach.message;
  if (verdict.kind === 'served') return '';
  const { violations, message } = verdict.error;
  return violations.length > 0 ? violations.map(describeViolation).join('; ') : message;
}
