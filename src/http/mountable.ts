import type { IncomingMessage, ServerResponse } from 'node:http';

/** @ts-ignore: A plain install has no types of Express. */
import type { Express } from 'express';

/** For `app.use(…)` and `createServer(…)`. */
type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** An Express app to projects that have `@types/express`; to all others a function that can be mounted. */
export type MountableApp = string extends keyof Express ? Handler : Express;
