import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';

import type express from 'express';

import type { ApiError } from '../base/errors.ts';
import { messageOf } from '../base/errors.ts';
import type { Reply } from '../pipeline/exchange.ts';
import type { AnswerOptions } from './answer.ts';
import { answer } from './answer.ts';
import type { KnownHead } from './connections/unreadable.ts';
import type { MountableApp } from './mountable.ts';
import { createDeliveries } from './replies/deliver.ts';
import type { Incoming } from './requests/receive.ts';
import { refuseUnread } from './requests/unread.ts';
import { createTurns } from './turns.ts';

/** Two entries to one road: an Express app, and the handlers of this server's own listener. */
export interface App {
  /**
   * An app that can be mounted in another app. Handlers that are registered on it run before the
   * road, at both entries. It is created at the first call: a server without registered handlers
   * does not load Express.
   */
  express(this: void): MountableApp;
  /** Returns the handlers for the listener. `isLocal`: whether only this machine can reach it. */
  handlers(this: void, isLocal: boolean): Handlers;
  /** From now on sends delayed replies without delay, and ends requests that hang. */
  release(this: void): void;
}

/** The functions that this server's own listener calls. */
export interface Handlers {
  readonly answer: RequestListener;
  /** Makes the reply to a request that the road can't take. The request counts as answered. */
  refuse(this: void, error: ApiError, known: KnownHead): Reply;
  /** Fails a body whose rest can't be read. Returns whether the road was waiting for it. */
  failBody(this: void, request: IncomingMessage, error: ApiError): boolean;
}

/** The `next` of Express: the next handler of the app that this app is mounted in. */
type Next = (error: unknown) => void;

/** The Express app, and Express's own function that dispatches a request in it. */
interface Opened {
  readonly app: express.Express;
  readonly dispatch: (request: Incoming, response: ServerResponse, end: Next) => void;
}

const require = createRequire(import.meta.url);
const loadExpress = (): typeof express => require('express') as typeof express;

/**
 * Creates an app that takes every request down a road. Express takes more time to find the one
 * handler of an app than the road takes, so requests go past Express while nothing is registered on
 * the app.
 */
export function createApp(options: AnswerOptions): App {
  const turns = createTurns();
  const deliveries = createDeliveries();
  let opened: Opened | undefined;
  const enter = (request: Incoming, response: ServerResponse, { isLocal, next }: Door): void => {
    const giveUp = (error: unknown): void => passOn(error, response, next);
    const end = (defect?: unknown): void => {
      if (defect) giveUp(defect);
      else answer({ request, response, isLocal, giveUp }, turns, deliveries, options);
    };
    if (!opened || opened.app.router.stack.length === 0) end();
    else opened.dispatch(request, response, end);
  };
  const handle = (request: Incoming, response: ServerResponse, next?: Next): void =>
    enter(request, response, { isLocal: false, next });
  return {
    express: () => (opened ??= openExpress(handle)).app,
    handlers(isLocal) {
      const door = { isLocal, next: undefined };
      return {
        answer: (request, response) => enter(request, response, door),
        refuse: (error, known) => refuseUnread(error, { ...known, isLocal }, options),
        failBody: options.bodies.watch.fail,
      };
    },
    release: () => deliveries.release(),
  };
}

/** Creates an Express app, replaces its `handle`, and returns the original one as `dispatch`. */
function openExpress(
  handle: (request: Incoming, response: ServerResponse, next?: Next) => void,
): Opened {
  const app = loadExpress()();
  app.disable('x-powered-by');
  app.disable('etag');
  const dispatch: unknown = Reflect.get(app, 'handle');
  if (typeof dispatch !== 'function') throw new Error('this Express has no app.handle');
  Object.assign(app, { handle });
  return {
    app,
    dispatch: (request, response, end) =>
      void Reflect.apply(dispatch, app, [request, response, end]),
  };
}

interface Door {
  readonly isLocal: boolean;
  readonly next: Next | undefined;
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
