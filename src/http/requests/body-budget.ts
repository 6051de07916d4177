import type { IncomingMessage, ServerResponse } from 'node:http';

import { ApiError } from '../../base/errors.ts';
import { onceOver } from '../connections/end-gently.ts';

/** What all requests of a server share for bodies, their own and those of replies: memory, and turns of the event loop. */
export interface BodyBudget {
  /** For one request; what it holds is given back when its response is over, however that ends. */
  open(response: ServerResponse): BodyHold;
  /**
   * Counts the body of a reply until the client has read it, or is gone; throws where all requests together keep
   * too many bytes.
   */
  holdReply(body: string | Uint8Array, response: ServerResponse): void;
  /**
   * Counts a request that waits behind others of its connection, until its reply was sent and what is returned was
   * called: what is to be done for it waits longer than a client that goes away. Throws like the others.
   */
  holdAhead(response: ServerResponse): () => void;
}

export interface BodyHold {
  /** Counts bytes that are kept in memory; throws where all requests together keep too many. */
  take(this: void, bytes: number): void;
  /** When a body of that size may be read; undefined: at once. */
  turn(this: void, bytes: number): Promise<void> | undefined;
}

/**
 * So much of each body is not counted: the platform keeps as much of a connection anyway, and small
 * requests are served while large ones fill the rest.
 */
const uncountedBytes = 16_384;
/** Replies up to this size are not counted: one of them is all that a connection has under way. */
const smallReply = 65_536;
/** Those that wait behind others, and come by the dozen, are not counted up to this size. */
const smallQueuedReply = 4096;
/** What the platform keeps of a request besides the texts of its head, and of each of those texts. */
const headBytes = 3072;
const textBytes = 48;
/** Bodies up to this size need no turn: they are as quickly done as other requests. */
const smallBytes = 4096;
/** So many bytes of larger bodies are read in one turn of the event loop, or one body that is larger. */
const bytesPerTurn = 65_536;

/** `most` is the number of bytes that all requests may keep together. One alone may always go on. */
export function createBodyBudget(most: number): BodyBudget {
  const count = createCount(most);
  // Apart, so that large replies that clients do not read end no connection that sends ahead.
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
    holdReply(body, response) {
      // What has no socket yet waits until all before it was read.
      const small = response.socket ? smallReply : smallQueuedReply;
      if (body.length > small) count(response, Buffer.byteLength(body));
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

/** Counts bytes for a response until that is over; throws, and gives all of them back, where there are too many. */
function createCount(most: number): (response: ServerResponse, bytes: number) => void {
  let total = 0;
  const counts = new Map<ServerResponse, number>();
  const giveBack = (response: ServerResponse): void => {
    total -= counts.get(response) ?? 0;
    counts.delete(response);
  };
  return (response, bytes) => {
    // After its end nothing would give it back.
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
 * Parsing, checking and storing a large body keeps the event loop busy, and ten that come at once would
 * keep it ten times as long. So they take turns, and in between others are served.
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
  // Every second turn is for the others: requests that came meanwhile are answered in the first.
  const nextTurn = (): void => void setImmediate(() => setImmediate(open));
  return (bytes) => {
    // Counted since bodies last had to wait, which is never less than a turn ago.
    if (waiting.length === 0 && spent + bytes <= perTurn) {
      spent += bytes;
      return undefined;
    }
    return new Promise((enter) => {
      if (waiting.push({ bytes, enter }) === 1) nextTurn();
    });
  };
}

/** The pieces of a body. Many small ones are joined: each takes far more memory than its bytes. */
export interface BodyPieces {
  readonly size: number;
  add(piece: Uint8Array): void;
  /** All that was added since the last time, in one piece. */
  join(): Uint8Array;
}

const mostPieces = 256;

export function createPieces(): BodyPieces {
  let size = 0;
  let joined: Uint8Array[] = [];
  let last: Uint8Array[] = [];
  return {
    get size() {
      return size;
    },
    add(piece) {
      size += piece.byteLength;
      if (last.push(piece) < mostPieces) return;
      joined.push(Buffer.concat(last));
      last = [];
    },
    join() {
      const all = [...joined, ...last];
      [size, joined, last] = [0, [], []];
      return all.length === 1 && all[0] ? all[0] : Buffer.concat(all);
    },
  };
}

function refuseMore(most: number): ApiError {
  const detail = `The bodies of all requests under way and the replies that clients have not read yet, or the requests that wait behind others, have more than the ${most} bytes that --max-bytes-in-flight allows. Nothing was changed. Send the request again once others have ended, or ask for less.`;
  return new ApiError('too-many-bytes', detail, { headers: { 'Retry-After': '1' } });
}
