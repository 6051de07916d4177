import type { IncomingMessage } from 'node:http';

import { ApiError } from '../../base/errors.ts';

/** Watches bodies that the server waits for: each must keep arriving, and must be readable. */
export interface BodyWatch {
  /**
   * Is called when the server waits for more of a body. Calls `onFault` at most once: if no byte
   * comes for too long, or if the rest can't be read. Throws if that is known already.
   */
  watch(this: void, request: IncomingMessage, onFault: (error: ApiError) => void): AwaitedBody;
  /** Fails a body whose rest can't be read. Returns whether a caller of `watch` waits for it. */
  fail(this: void, request: IncomingMessage, error: ApiError): boolean;
}

export interface AwaitedBody {
  /** More of the body has come. */
  noteProgress(): void;
  end(): void;
}

interface WaitingBody {
  silentTicks: number;
  readonly fail: (error: ApiError) => void;
}

/** How many times the server looks at a body within the time for which it waits. */
const ticksPerWait = 10;

/**
 * Uses one timer for all bodies, and none while the server waits for none. It counts ticks instead
 * of reading a clock: if a debugger, say, holds up the process, the clients are not late.
 */
export function createBodyWatch(milliseconds: number): BodyWatch {
  const waiting = new Map<IncomingMessage, WaitingBody>();
  const broken = new WeakMap<IncomingMessage, ApiError>();
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    if (waiting.size === 0) {
      // The timer outlives the last body: most bodies come within a tick, and timers cost more.
      clearInterval(timer);
      timer = undefined;
    }
    for (const one of waiting.values()) {
      one.silentTicks += 1;
      if (one.silentTicks > ticksPerWait) one.fail(createTimeoutError(milliseconds));
    }
  };
  return {
    watch(request, onFault) {
      const known = broken.get(request);
      if (known) throw known;
      const end = (): void => void waiting.delete(request);
      const one: WaitingBody = {
        silentTicks: 0,
        fail(error) {
          end();
          onFault(error);
        },
      };
      waiting.set(request, one);
      timer ??= setInterval(tick, Math.ceil(milliseconds / ticksPerWait)).unref();
      return { noteProgress: () => void (one.silentTicks = 0), end };
    },
    fail(request, error) {
      broken.set(request, error);
      const one = waiting.get(request);
      one?.fail(error);
      return one !== undefined;
    },
  };
}

function createTimeoutError(milliseconds: number): ApiError {
  const seconds = milliseconds / 1000;
  const detail = `The body did not arrive: no byte of it came for ${seconds} seconds (--body-timeout). The Content-Length may be larger than what was sent.`;
  // The server would take later bytes of this body for the next request.
  return new ApiError('request-timeout', detail, { headers: { Connection: 'close' } });
}
