import type { RequestListener, ServerResponse } from 'node:http';

import type { Express } from 'express';
import express from 'express';

import { messageOf } from '../errors.ts';
import type { AnswerOptions } from './answer.ts';
import { answer } from './answer.ts';
import type { Incoming } from './receive.ts';
import { createTurns } from './turns.ts';

/** Two doors to one road: Express, and a server of our own. */
export interface App {
  /** To be mounted in another app. What is registered on it comes before the road, at both doors. */
  readonly express: Express;
  /** For a server that only this machine can reach, or that others can reach, too. */
  listener(isLocal: boolean): RequestListener;
}

/** Whoever comes after us, where we are mounted in another app. */
type Next = (error: unknown) => void;

/**
 * An Express app that takes every request down a road. What Express does to find the one handler of
 * an app costs more than the road, so it is left out where nothing was registered on this one.
 */
export function createApp(options: AnswerOptions): App {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const dispatch: unknown = Reflect.get(app, 'handle');
  if (typeof dispatch !== 'function') throw new Error('this Express has no app.handle');
  const turns = createTurns();
  const enter = (request: Incoming, response: ServerResponse, { isLocal, next }: Door): void => {
    const giveUp = (error: unknown): void => passOn(error, response, next);
    const end = (defect?: unknown): void => {
      if (defect) giveUp(defect);
      else answer({ request, response, isLocal, giveUp }, turns, options);
    };
    if (app.router.stack.length === 0) end();
    else Reflect.apply(dispatch, app, [request, response, end]);
  };
  Object.assign(app, {
    handle: (request: Incoming, response: ServerResponse, next?: Next) =>
      enter(request, response, { isLocal: false, next }),
  });
  return {
    express: app,
    listener(isLocal) {
      const door = { isLocal, next: undefined };
      return (request, response) => enter(request, response, door);
    },
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
