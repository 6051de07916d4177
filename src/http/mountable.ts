import type { IncomingMessage, ServerResponse } from 'node:http';

/** @ts-ignore: A plain install has no types of Express. */
import type { Express } from 'express';

/** Fits `app.use(…)` and `createServer(…)`. */
type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** An Express app in projects with `@types/express`, else a function that can be mounted. */
export type MountableApp = string extends keyof Express ? Handler : Express;
