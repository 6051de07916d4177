import type { ServerResponse } from 'node:http';

import { ApiError } from '../errors.ts';

/** What all requests of a server share for their bodies: memory, and turns of the event loop. */
export interface BodyBudget {
  /** For one request; what it holds is given back when its response is over, however that ends. */
  open(response: ServerResponse): BodyHold;
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
/** Bodies up to this size need no turn: they are as quickly done as other requests. */
const smallBytes = 4096;
/** So many bytes of larger bodies are read in one turn of the event loop, or one body that is larger. */
const bytesPerTurn = 65_536;

/** `most` is the number of bytes that all requests may keep together. One alone may always go on. */
export function createBodyBudget(most: number): BodyBudget {
  let total = 0;
  const turnstile = createTurnstile(bytesPerTurn);
  const turn: BodyHold['turn'] = (bytes) => (bytes <= smallBytes ? undefined : turnstile(bytes));
  return {
    open(response) {
      let received = 0;
      let counted = 0;
      const giveBack = (): void => {
        total -= counted;
        counted = 0;
      };
      const take = (bytes: number): void => {
        received += bytes;
        const more = received - uncountedBytes - counted;
        // After its end nothing would give it back.
        if (more <= 0 || response.closed) return;
        if (counted === 0) response.once('close', giveBack);
        const others = total - counted;
        if (others > 0 && total + more > most) {
          giveBack();
          throw refuseMore(most);
        }
        counted += more;
        total += more;
      };
      return { take, turn };
    },
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
export interface Pieces {
  readonly size: number;
  add(piece: Uint8Array): void;
  /** All that was added since the last time, in one piece. */
  join(): Uint8Array;
}

const mostPieces = 256;

export function createPieces(): Pieces {
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
  const detail = `The bodies of all requests under way have more than the ${most} bytes that --max-bytes-in-flight allows. Send the request again once others have ended.`;
  return new ApiError('too-many-bytes', detail, { headers: { 'Retry-After': '1' } });
}
