import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import express from 'express';

import type { ApiError } from '../base/errors.ts';
import { messageOf } from '../base/errors.ts';
import type { Reply } from '../pipeline/exchange.ts';
import type { AnswerOptions, AskedRequest } from './answer.ts';
import { answer, holdAhead, refuseUnread } from './answer.ts';
import type { HandOver } from './forward/hand-over.ts';
import type { MountableApp } from './mountable.ts';
import { createDeliveries } from './replies/deliver.ts';
import { send } from './replies/send.ts';
import type { KnownHead } from './requests/head.ts';
import { knownOf } from './requests/head.ts';
import type { Incoming } from './requests/receive.ts';
import { createTurns } from './turns.ts';

/** The Express app, and what the listener of this server asks besides. */
export interface App {
  /** What listens, and what another app mounts. Handlers registered on it run before the road. */
  readonly express: MountableApp;
  /** From now on each request of this connection goes through the gate first. */
  guard(this: void, socket: Socket, gate: Gate): void;
  /** Makes the reply to a request that the road can't take. The request counts as answered. */
  refuse(this: void, error: ApiError, known: KnownHead, isLocal: boolean): Reply;
  /** Fails a body whose rest can't be read. Returns whether the road was waiting for it. */
  failBody(this: void, request: IncomingMessage, error: ApiError): boolean;
  /** From now on sends delayed replies without delay, and ends requests that hang. */
  release(this: void): void;
}

/** Refuses a request of this server's own listener, or lets it go on, now or later. */
export type Gate = (request: Incoming, response: ServerResponse, goOn: GoOn) => void;

/** `isLocal`: whether only this machine can reach the listener. `next`: of the app that mounts. */
type GoOn = (request: Incoming, response: ServerResponse, isLocal: boolean, next?: Next) => void;

/** The `next` of Express: the next handler of the app that this app is mounted in. */
type Next = (error: unknown) => void;

export interface AppOptions extends AnswerOptions {
  /** Where replicas share a state: passes requests on to the one that is to answer. */
  readonly handOver?: HandOver | undefined;
}

/**
 * Creates an Express app that takes every request down a road. It is Express's own, but for
 * `app.handle`, which Express calls for each request, also below a mount path.
 */
export function createApp(options: AppOptions): App {
  const server = { ...options, turns: createTurns(), deliveries: createDeliveries() };
  const { handOver } = options;
  const begin = handOver
    ? (asked: AskedRequest): void => {
        const { request, response, isLocal } = asked;
        handOver(asked, {
          here: (own) => answer(own, server),
          holdAhead: (ahead) => holdAhead(ahead, server),
          watchBody: options.bodies.watch.watch,
          refuse: (error) =>
            send(
              refuseUnread(error, { ...knownOf(request), isLocal }, options),
              request,
              response,
              [],
            ),
        });
      }
    : (asked: AskedRequest): void => answer(asked, server);
  const app = express().disable('x-powered-by').disable('etag');
  const dispatch = handleOf(app);
  const gates = new WeakMap<Socket, Gate>();
  const goOn: GoOn = (request, response, isLocal, next) => {
    const giveUp = (error: unknown): void => passOn(error, response, next);
    const goOnOrGiveUp = (defect?: unknown): void => {
      if (defect) giveUp(defect);
      else begin({ request, response, isLocal, giveUp });
    };
    if (isUntouched(app)) goOnOrGiveUp();
    else dispatch(request, response, goOnOrGiveUp);
  };
  const handle = (request: Incoming, response: ServerResponse, next?: Next): void => {
    const gate = next ? undefined : gates.get(request.socket);
    if (gate) gate(request, response, goOn);
    else goOn(request, response, false, next);
  };
  return {
    express: Object.assign(app, { handle }),
    guard: (socket, gate) => void gates.set(socket, gate),
    refuse: (error, known, isLocal) => refuseUnread(error, { ...known, isLocal }, options),
    failBody: options.bodies.watch.fail,
    release: () => server.deliveries.release(),
  };
}

/**
 * Whether Express has nothing to do for a request: no handler is registered. Then the road begins
 * at once, since Express takes more time to find that out than the road takes (decision 29).
 */
function isUntouched(app: express.Express): boolean {
  return app.router.stack.length === 0 && app.disabled('x-powered-by');
}

type Dispatch = (request: Incoming, response: ServerResponse, end: Next) => void;

/** Returns Express's own function that dispatches a request, and calls `end` behind all handlers. */
function handleOf(app: express.Express): Dispatch {
  const handle: unknown = Reflect.get(app, 'handle');
  if (typeof handle !== 'function') throw new Error('this Express has no app.handle');
  return (request, response, end) => void Reflect.apply(handle, app, [request, response, end]);
}

/** Handles an error of this server's code or of middleware; the road handles all others. */
function passOn(error: unknown, response: ServerResponse, next: Next | undefined): void {
  if (next) next(error);
  else if (response.headersSent) response.destroy();
  else {
    response.writeHead(statusOf(error), { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`Stuntdouble failed: ${messageOf(error)}\n`);
  }
}

/** Errors of middleware may name the status of their reply. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 600 ? status : 500;
}
