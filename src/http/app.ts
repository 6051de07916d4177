import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';

import { describeViolation, messageOf } from '../errors.ts';
import type { Reply } from '../pipeline/exchange.ts';
import type { Road } from '../pipeline/respond.ts';
import { respond } from '../pipeline/respond.ts';
import { corsHeaders, isPreflight, preflightHeaders } from './cors.ts';
import type { Target } from './receive.ts';
import { parseTarget, receive } from './receive.ts';
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
  /** Asked for at every request: a reload puts another in its place. */
  road(): Road;
}

/** What happened to one request, for a line of the log. */
export interface Exchange {
  /** Which road it took. */
  readonly lane: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly operation: string | undefined;
  readonly verdict: 'served' | 'refused' | 'breach';
  /** Why, in words. */
  readonly reason: string;
}

export interface AppOptions {
  readonly lanes: readonly Lane[];
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
  const { lane, target } = chooseLane(options.lanes, whole);
  const isAsking = lane.hasCors && isPreflight(request);
  const reply = isAsking
    ? preflightReply
    : await respond(receive(request, response, target, options.isLocal), lane.road());
  send(reply, request, response, headersFor(request, lane, isAsking));
  options.onExchange({
    lane: lane.name,
    method: request.method,
    path: whole.prefix + whole.path,
    ...describeReply(reply),
    milliseconds: Math.round((performance.now() - started) * 10) / 10,
  });
}

function headersFor(request: Request, lane: Lane, isAsking: boolean): readonly string[] {
  if (isAsking) return preflightHeaders(request);
  return lane.hasCors ? corsHeaders(request) : [];
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
