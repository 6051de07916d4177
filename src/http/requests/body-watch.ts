import type { IncomingMessage } from 'node:http';

import { ApiError } from '../../base/errors.ts';

/** Bodies that the server waits for: each must go on arriving, and must be readable. */
export interface BodyWatch {
  /**
   * Begins when the server waits for more of a body. `onFault` is called at most once: when no byte came for
   * too long, or when the rest can't be read. Throws where that is known already.
   */
  watch(this: void, request: IncomingMessage, onFault: (error: ApiError) => void): AwaitedBody;
  /** The rest of a body can't be read. Returns whether it is being read through this watch now. */
  fail(this: void, request: IncomingMessage, error: ApiError): boolean;
}

export interface AwaitedBody {
  /** More of it has come. */
  noteProgress(): void;
  end(): void;
}

interface WaitingBody {
  silentTicks: number;
  readonly fail: (error: ApiError) => void;
}

/** How often each body is looked at while the server would wait for it. */
const ticksPerWait = 10;

/**
 * One timer for all bodies, and none while there are none to wait for. It counts its own ticks instead of
 * looking at a clock: a process that was held up (by a debugger, say) must not blame its clients for that.
 */
export function createBodyWatch(milliseconds: number): BodyWatch {
  const waiting = new Map<IncomingMessage, WaitingBody>();
  const broken = new WeakMap<IncomingMessage, ApiError>();
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    if (waiting.size === 0) {
      // Not when the last body ends: most bodies come within one tick, and timers cost more than they do.
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
  // What comes later would be taken for the next request.
  return new ApiError('request-timeout', detail, { headers: { Connection: 'close' } });
}
