import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';

import type express from 'express';
import type { Express } from 'express';

import type { ApiError } from '../base/errors.ts';
import { messageOf } from '../base/errors.ts';
import type { Reply } from '../pipeline/exchange.ts';
import type { AnswerOptions } from './answer.ts';
import { answer } from './answer.ts';
import type { KnownHead } from './connections/unreadable.ts';
import { createDeliveries } from './replies/deliver.ts';
import type { Incoming } from './requests/receive.ts';
import { refuseUnread } from './requests/unread.ts';
import { createTurns } from './turns.ts';

/** Two doors to one road: Express, and a server of our own. */
export interface App {
  /**
   * To be mounted in another app. What is registered on it comes before the road, at both doors. It is
   * made when somebody first asks for it: a server that nobody adds to needs nothing of Express.
   */
  express(this: void): MountableApp;
  /** For a server that only this machine can reach, or that others can reach, too. */
  handlers(this: void, isLocal: boolean): Handlers;
  /** Keeps no reply back any more, and leaves no request hanging: nobody is to wait for them. */
  release(this: void): void;
}

/** What a server of our own asks for. */
export interface Handlers {
  readonly answer: RequestListener;
  /** The reply to a request that the road can't take. It counts as answered. */
  refuse(this: void, error: ApiError, known: KnownHead): Reply;
  /** The rest of a body can't be read. Returns whether the road was waiting for it. */
  failBody(this: void, request: IncomingMessage, error: ApiError): boolean;
}

/** Whoever comes after us, where we are mounted in another app. */
type Next = (error: unknown) => void;

/** The app, and what Express would do with a request. */
interface Opened {
  readonly app: express.Express;
  readonly dispatch: (request: Incoming, response: ServerResponse, end: Next) => void;
}

const require = createRequire(import.meta.url);
const loadExpress = (): typeof express => require('express') as typeof express;

/**
 * An Express app that takes every request down a road. What Express does to find the one handler of
 * an app costs more than the road, so it is left out where nothing was registered on this one.
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

/** An Express app whose own way with a request is replaced, and handed out. */
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

/** Only a defect leads here, ours or that of what was registered: the road makes a reply of all else. */
function passOn(error: unknown, response: ServerResponse, next: Next | undefined): void {
  if (next) next(error);
  else if (response.headersSent) response.destroy();
  else {
    response.writeHead(statusOf(error), { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`Stuntdouble failed: ${messageOf(error)}\n`);
  }
}

/** Errors of middleware say by which status they want to be told. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 600 ? status : 500;
}

/** For `app.use(…)` and `createServer(…)`. */
type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** An Express app to projects that have `@types/express`; to all others a function that can be mounted. */
export type MountableApp = string extends keyof Express ? Handler : Express;
