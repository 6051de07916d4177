import { setImmediate as nextTurn } from 'node:timers/promises';
// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearInterval, setInterval } from 'node:timers';

import { ApiError } from '../base/errors.ts';
import type { Outcome, Validated } from '../pipeline/exchange.ts';
import type { AccessPorts } from './ports.ts';

/** What one listener hears. */
export interface EventSource {
  /** The next events as text; empty where there is nothing new. */
  read(): string;
  /** Calls the follower when there may be something new, until the returned function is called. */
  follow(follower: EventFollower): () => void;
  /** Whether the client may hear nothing more. */
  hasEnded?(): boolean;
}

export interface EventFollower {
  rouse(): void;
  /** Called when nothing more comes. */
  end(): void;
}

/** Streams of Server-Sent Events. A stream counts as a listener until it ends or the client leaves. */
export interface EventStreams {
  /** Throws where there are as many listeners as there may be. */
  open(request: Validated, source: () => EventSource): Outcome;
}

/** People watch these streams, so few are open at once. */
const mostListeners = 32;
/** Milliseconds; proxies close a connection on which nothing is sent for long. */
const longestSilence = 15_000;

/** `instead`: what a client can do that may not listen. */
export function createEventStreams(access: AccessPorts, instead: string): EventStreams {
  let count = 0;
  return {
    open(request, source) {
      if (count >= mostListeners) throw refuseListener(instead);
      return {
        status: 200,
        stream: request.method === 'HEAD' ? silence : listen(endWithSession(source(), request)),
      };
    },
  };

  function listen(source: EventSource): AsyncIterable<string> {
    // Counts now, not on the first read: another request may ask for a stream in between.
    count += 1;
    const leave = (): void => void (count -= 1);
    return { [Symbol.asyncIterator]: () => createEvents(source, leave) };
  }

  /** A stream that a session has opened ends with it: the client may have signed out. */
  function endWithSession(source: EventSource, request: Validated): EventSource {
    const { sessions } = access;
    if (access.kindFor(request) !== 'token' || access.showsToken(request)) return source;
    return { ...source, hasEnded: () => !sessions.isOf(request) };
  }
}

function refuseListener(instead: string): ApiError {
  const detail = `There are ${mostListeners} listeners, as many as there may be. Close one, or ${instead}.`;
  return new ApiError('too-many-listeners', detail);
}

/** The empty stream for a HEAD request. */
const silence: AsyncIterable<string> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ value: undefined, done: true }) }),
};

/**
 * Keeps no events for a listener: the source knows what the listener has read, so a slow listener
 * takes no memory.
 */
function createEvents(source: EventSource, onEnd: () => void): AsyncIterator<string, undefined> {
  let isOver = false;
  let wake: (() => void) | undefined;
  // Sent at once, so that the client knows that the stream is open.
  const sayings = ['retry: 1000\n\n'];
  const rouse = (): void => {
    wake?.();
    wake = undefined;
  };
  const pulse = setInterval(() => {
    if (wake) sayings.push(': nothing new\n\n');
    rouse();
  }, longestSilence);
  pulse.unref();
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(pulse);
    stop();
    onEnd();
    rouse();
  };
  const stop = source.follow({ rouse, end });
  const hasEnded = (): boolean => isOver;
  return {
    async next() {
      while (!hasEnded()) {
        const saying = sayings.shift();
        if (saying !== undefined) return { value: saying, done: false };
        // A listener that starts far back has much to read: other requests run in between.
        await nextTurn();
        if (source.hasEnded?.() === true) end();
        const text = hasEnded() ? '' : source.read();
        if (text !== '') return { value: text, done: false };
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (hasEnded()) rouse();
        });
      }
      return { value: undefined, done: true };
    },
    return() {
      end();
      return Promise.resolve({ value: undefined, done: true });
    },
  };
}
