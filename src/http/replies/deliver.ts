import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Delivery, Reply } from '../../pipeline/exchange.ts';
import { watchConnection } from '../connections/end-gently.ts';
import { begin, isStream, send } from './send.ts';

/** A reply that is not simply sent. */
export interface Sending {
  readonly reply: Reply;
  readonly delivery: Delivery;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Those that have nothing to do with the contract. */
  readonly headers: readonly string[];
}

/** Replies that are late, slow, or never come. */
export interface Deliveries {
  /** It returns at once. `onOver` is called when nothing more is to be sent; for what hangs, now. */
  deliver(this: void, sending: Sending, onOver: () => void, giveUp: (error: unknown) => void): void;
  /** From now on nothing is kept back, and what would hang ends. */
  release(this: void): void;
}

export function createDeliveries(): Deliveries {
  const waits = new Set<Wait>();
  let isReleased = false;
  const deliver = async (sending: Sending, onOver: () => void): Promise<void> => {
    const { request, delivery } = sending;
    const wait: Wait = { isReleased, isGone: request.socket.destroyed, wake: noWaiting };
    waits.add(wait);
    const unwatch = watchConnection(request.socket, () => {
      wait.isGone = true;
      wait.wake();
    });
    const isHanging = delivery.end.kind === 'hang';
    try {
      if (isHanging) onOver();
      await carryOut(sending, wait);
    } finally {
      waits.delete(wait);
      unwatch();
    }
    if (!isHanging) onOver();
  };
  return {
    deliver: (sending, onOver, giveUp) => void deliver(sending, onOver).catch(giveUp),
    release() {
      isReleased = true;
      for (const wait of waits) {
        wait.isReleased = true;
        wait.wake();
      }
    },
  };
}

/** What a delivery waits for besides its time. */
interface Wait {
  /** Whether the connection is no more. */
  isGone: boolean;
  /** Whether nobody is to wait for it any longer. */
  isReleased: boolean;
  /** Ends what it waits for now. */
  wake: () => void;
}

function noWaiting(): void {
  // It waits for nothing.
}

async function carryOut(sending: Sending, wait: Wait): Promise<void> {
  const { reply, delivery, request, response, headers } = sending;
  const { delay, bytesPerSecond, end } = delivery;
  await pause(wait, delay);
  if (end.kind === 'hang') await pause(wait, Infinity);
  if (wait.isGone) return;
  if (end.kind === 'hang') response.destroy();
  else if (end.kind === 'whole' && bytesPerSecond === undefined) {
    send(reply, request, response, headers);
  } else {
    await waitForTurn(response, wait);
    if (wait.isGone) return;
    if (end.kind === 'reset') await reset(request.socket);
    else await trickle(sending, wait);
  }
}

/** At most so long, and no longer than anybody is there to wait. */
function pause(wait: Wait, milliseconds: number): Promise<void> {
  if (wait.isGone || wait.isReleased || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer =
      milliseconds === Infinity ? undefined : setTimeout(() => wait.wake(), milliseconds);
    wait.wake = () => {
      clearTimeout(timer);
      wait.wake = noWaiting;
      resolve();
    };
  });
}

/** Requests that came by one connection are answered one after the other. */
function waitForTurn(response: ServerResponse, wait: Wait): Promise<void> {
  if (response.socket) return Promise.resolve();
  return new Promise((resolve) => {
    // The server is told to close those that it holds; the one before ends then.
    wait.wake = () => {
      if (wait.isGone) resolve();
    };
    response.once('socket', () => {
      wait.wake = noWaiting;
      resolve();
    });
  });
}

/** What was answered before by the same connection still arrives. */
async function reset(socket: Socket): Promise<void> {
  if (socket.writableLength > 0) {
    await new Promise<void>((resolve) => {
      socket.write('', () => resolve());
    });
  }
  try {
    socket.resetAndDestroy();
  } catch {
    // Below encryption there is no way to do it; to be cut off is the next thing to it.
    socket.destroy();
  }
}

/** So many pieces a second, where the rate allows for more than one byte each. */
const piecesPerSecond = 10;

/** Piece by piece at its rate, to the end or to where it is cut off. */
async function trickle(sending: Sending, wait: Wait): Promise<void> {
  const { reply, delivery, request, response, headers } = sending;
  const body = begin(reply, request, response, headers);
  response.flushHeaders();
  if (body === undefined) {
    response.end();
    return;
  }
  const { end } = delivery;
  let left = end.kind === 'cut' ? (end.after ?? halfOf(body)) : Infinity;
  for await (const piece of slice(body, delivery.bytesPerSecond, wait)) {
    if (wait.isGone) return;
    if (left > 0 && !response.write(piece.subarray(0, left))) await drain(response, wait);
    left -= piece.byteLength;
    if (left <= 0) break;
  }
  if (wait.isGone) return;
  if (end.kind === 'cut') request.socket.destroySoon();
  else response.end();
}

type Body = NonNullable<Reply['body']>;

/** Of what has no end it is as much as nothing. */
function halfOf(body: Body): number {
  return isStream(body) ? 0 : Math.floor(Buffer.byteLength(body) / 2);
}

async function* slice(
  body: Body,
  bytesPerSecond: number | undefined,
  wait: Wait,
): AsyncGenerator<Uint8Array> {
  const most = bytesPerSecond && Math.max(1, Math.floor(bytesPerSecond / piecesPerSecond));
  for await (const chunk of isStream(body) ? body : [body]) {
    const bytes = Buffer.from(chunk);
    for (let at = 0; at < bytes.byteLength;) {
      const left = bytes.byteLength - at;
      const size = most && !wait.isReleased ? Math.min(most, left) : left;
      if (bytesPerSecond) await pause(wait, (1000 * size) / bytesPerSecond);
      yield bytes.subarray(at, at + size);
      at += size;
    }
  }
}

/** Until the connection takes more. */
function drain(response: ServerResponse, wait: Wait): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      response.off('drain', finish);
      wait.wake = noWaiting;
      resolve();
    };
    response.once('drain', finish);
    wait.wake = () => {
      if (wait.isGone) finish();
    };
  });
}
