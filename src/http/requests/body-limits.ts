import type { IncomingMessage, ServerResponse } from 'node:http';
// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearInterval, setImmediate, setInterval } from 'node:timers';

import { ApiError } from '../../base/errors.ts';
import { onceOver } from '../connections/end-gently.ts';

/** The limits that the bodies of all requests of a server share. */
export interface Bodies {
  readonly budget: BodyBudget;
  readonly watch: BodyWatch;
}

/**
 * What all requests of a server share for their bodies and those of their replies: memory, and
 * turns of the event loop.
 */
export interface BodyBudget {
  /** Opens a hold for one request. Its bytes are given back when the response is over. */
  open(response: ServerResponse): BodyHold;
  /** Counts a reply's body until the client has read it or is gone. Throws if the bytes are too many. */
  holdReply(bytes: number, response: ServerResponse): void;
  /**
   * Counts the head of a request that waits behind others of its connection, until its response is
   * over and the returned function is called. Both are needed: its task may still wait when the
   * client is gone. Throws if all such requests together have too many bytes.
   */
  holdAhead(response: ServerResponse): () => void;
}

export interface BodyHold {
  /** Counts bytes that are kept in memory. Throws if all requests together keep too many. */
  take(this: void, bytes: number): void;
  /** Returns a promise for the time when a body of that size may be read; undefined: at once. */
  turn(this: void, bytes: number): Promise<void> | undefined;
}

/**
 * So many bytes of each body are not counted: Node keeps as many for a connection anyway, and the
 * server can still serve small requests while large ones fill the rest.
 */
const uncountedBytes = 16_384;
/** In bytes. Smaller replies are not counted: a connection sends only one at a time. */
const smallReply = 65_536;
/** In bytes. Smaller replies that wait behind others are not counted: there may be dozens. */
const smallQueuedReply = 4096;
/** Bytes that Node keeps for a request besides its texts, and for each text of its head. */
const headBytes = 3072;
const textBytes = 48;
/** Bodies up to this size in bytes need no turn: they take as little time as other requests. */
const smallBytes = 4096;
/** Bytes of larger bodies that are read in one turn of the event loop, or one larger body. */
const bytesPerTurn = 65_536;

/** `most`: the bytes that all requests together may keep. A single one may always go on. */
export function createBodyBudget(most: number): BodyBudget {
  const count = createCount(most);
  // Counted separately: large unread replies must not close connections that send ahead.
  let ahead = 0;
  const turnstile = createTurnstile(bytesPerTurn);
  const turn: BodyHold['turn'] = (bytes) => (bytes <= smallBytes ? undefined : turnstile(bytes));
  return {
    open(response) {
      let received = 0;
      let counted = 0;
      const take = (bytes: number): void => {
        received += bytes;
        const more = received - uncountedBytes - counted;
        if (more <= 0) return;
        counted += more;
        count(response, more);
      };
      return { take, turn };
    },
    holdReply(bytes, response) {
      // A response has no socket until the replies in front of it are sent.
      const small = response.socket ? smallReply : smallQueuedReply;
      if (bytes > small) count(response, bytes);
    },
    holdAhead(response) {
      const size = sizeOfHead(response.req);
      if (ahead > 0 && ahead + size > most) throw refuseMore(most);
      ahead += size;
      const open = new Set(['reply', 'task']);
      const end = (part: string): void => {
        if (open.delete(part) && open.size === 0) ahead -= size;
      };
      onceOver(response, () => end('reply'));
      return () => end('task');
    },
  };
}

function sizeOfHead({ url = '', rawHeaders }: IncomingMessage): number {
  let size = headBytes + url.length;
  for (const text of rawHeaders) size += textBytes + text.length;
  return size;
}

/** Counts a response's bytes until it is over. Gives them back and throws if they are too many. */
function createCount(most: number): (response: ServerResponse, bytes: number) => void {
  let total = 0;
  const counts = new Map<ServerResponse, number>();
  const giveBack = (response: ServerResponse): void => {
    total -= counts.get(response) ?? 0;
    counts.delete(response);
  };
  return (response, bytes) => {
    // A response that is over would never give its bytes back.
    if (response.closed || response.req.socket.destroyed) return;
    const own = counts.get(response);
    const others = total - (own ?? 0);
    if (others > 0 && total + bytes > most) {
      giveBack(response);
      throw refuseMore(most);
    }
    if (own === undefined) onceOver(response, () => giveBack(response));
    counts.set(response, (own ?? 0) + bytes);
    total += bytes;
  };
}

/**
 * Parsing, checking and storing a large body keeps the event loop busy, and ten such bodies at once
 * would keep it ten times as long. So they take turns, and the server serves other requests in
 * between.
 */
export function createTurnstile(perTurn: number): BodyHold['turn'] {
  interface Waiting {
    readonly bytes: number;
    readonly enter: () => void;
  }
  const waiting: Waiting[] = [];
  let spent = 0;
  const open = (): void => {
    spent = 0;
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (spent > 0 && spent + next.bytes > perTurn) break;
      spent += next.bytes;
      waiting.shift();
      next.enter();
    }
    if (waiting.length > 0) nextTurn();
  };
  // Bodies get every second turn: requests that came meanwhile are answered in the turn between.
  const nextTurn = (): void => void setImmediate(() => setImmediate(open));
  return (bytes) => {
    // `spent` counts from the last time that bodies had to wait, which is at least one turn ago.
    if (waiting.length === 0 && spent + bytes <= perTurn) {
      spent += bytes;
      return undefined;
    }
    return new Promise((enter) => {
      if (waiting.push({ bytes, enter }) === 1) nextTurn();
    });
  };
}

function refuseMore(most: number): ApiError {
  const detail = `The bodies of all requests under way and the replies that clients have not read yet, or the requests that wait behind others, have more than the ${most} bytes that --max-bytes-in-flight allows. Nothing was changed. Send the request again once others have ended, or ask for less.`;
  return new ApiError('too-many-bytes', detail, { headers: { 'Retry-After': '1' } });
}

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
