import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { DeliveryProgress } from '../../pipeline/delivery-progress.ts';
import type { Delivery, Reply } from '../../pipeline/exchange.ts';
import { sayToReplica } from '../forward/replica-words.ts';
import { markOf } from '../requests/peer.ts';
import { watchConnection } from '../connections/end-gently.ts';
import { begin, isStream, send } from './send.ts';

/** A reply that is not simply sent, and what sending it needs. */
export interface Sending {
  readonly reply: Reply;
  readonly delivery: Delivery;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Headers outside the contract, such as those of CORS. Names and values in turn. */
  readonly headers: readonly string[];
  /** When the request arrived, as `performance.now()` tells it. */
  readonly started: number;
}

/** Sends replies late or slowly, breaks them off, or never sends them. */
export interface Deliveries {
  /**
   * Returns at once, before anything is sent. Calls `onOver` when nothing more is sent; where that is
   * since sending failed, also `giveUp`, after it.
   */
  deliver(
    this: void,
    sending: Sending,
    onOver: () => void,
    giveUp: (error: unknown) => void,
  ): DeliveryProgress;
  /** From now on no reply is delayed, and requests that hang end. */
  release(this: void): void;
}

export function createDeliveries(): Deliveries {
  const waits = new Set<Wait>();
  let isReleased = false;
  const deliver = async (sending: Sending, progress: Progress): Promise<void> => {
    const { request, started } = sending;
    const wait: Wait = { isReleased, isGone: request.socket.destroyed, wake: noWaiting };
    waits.add(wait);
    const unwatch = watchConnection(request.socket, () => {
      wait.isGone = true;
      wait.wake();
    });
    let isCarriedOut = false;
    try {
      isCarriedOut = await carryOut(sending, progress, wait);
    } finally {
      // A body may fail while it is sent: that delivery is over, too.
      progress.state = isCarriedOut || !wait.isGone ? 'done' : 'left';
      progress.milliseconds = performance.now() - started;
      waits.delete(wait);
      unwatch();
    }
  };
  return {
    deliver(sending, onOver, giveUp) {
      const progress: Progress = { state: 'waiting', sent: 'nothing', milliseconds: undefined };
      deliver(sending, progress).finally(onOver).catch(giveUp);
      return progress;
    },
    release() {
      isReleased = true;
      for (const wait of waits) {
        wait.isReleased = true;
        wait.wake();
      }
    },
  };
}

type Progress = { -readonly [Member in keyof DeliveryProgress]: DeliveryProgress[Member] };

/** What may end a wait of a delivery before its time. */
interface Wait {
  /** Whether the connection is closed. */
  isGone: boolean;
  /** Whether `release` was called, so that delays end. */
  isReleased: boolean;
  /** Ends the present wait. */
  wake: () => void;
}

function noWaiting(): void {
  // Nothing waits.
}

/** Returns whether it came to its end; without one, the client has closed the connection before. */
async function carryOut(sending: Sending, progress: Progress, wait: Wait): Promise<boolean> {
  const { reply, delivery, request, response, headers } = sending;
  const { delay, bytesPerSecond, end } = delivery;
  await pause(wait, delay);
  if (end.kind === 'hang') await pause(wait, Infinity);
  if (wait.isGone) return false;
  if (end.kind === 'hang') response.destroy();
  else if (end.kind === 'whole' && bytesPerSecond === undefined) {
    send(reply, request, response, headers);
    progress.sent = 'whole';
  } else {
    await waitForTurn(response, wait);
    if (wait.isGone) return false;
    if (end.kind === 'reset') await breakOff(request, response);
    else return await trickle(sending, progress, wait);
  }
  return true;
}

/** Waits so many milliseconds, or less if the connection closes or `release` is called. */
function pause(wait: Wait, milliseconds: number): Promise<void> {
  if (wait.isGone || wait.isReleased || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    // The global timer, since a test that holds the timers decides about the delays of its faults.
    const timer =
      milliseconds === Infinity ? undefined : setTimeout(() => wait.wake(), milliseconds);
    wait.wake = () => {
      clearTimeout(timer);
      wait.wake = noWaiting;
      resolve();
    };
  });
}

/** Waits until this response is first: replies go out in the order of the requests. */
function waitForTurn(response: ServerResponse, wait: Wait): Promise<void> {
  if (response.socket) return Promise.resolve();
  return new Promise((resolve) => {
    // Only a closed connection ends this wait. `release` ends the reply in front of it.
    wait.wake = () => {
      if (wait.isGone) resolve();
    };
    response.once('socket', () => {
      wait.wake = noWaiting;
      resolve();
    });
  });
}

/** Where another replica has passed the request on, it is that one which has the connection of the client. */
async function breakOff(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const mark = markOf(request);
  if (mark !== undefined) sayToReplica(response, 'reset', mark);
  else await reset(request.socket);
}

/** Resets a connection after the bytes of earlier replies are written. */
export async function reset(socket: Socket): Promise<void> {
  if (socket.writableLength > 0) {
    await new Promise<void>((resolve) => {
      socket.write('', () => resolve());
    });
  }
  try {
    socket.resetAndDestroy();
  } catch {
    // A connection with TLS can't be reset; to destroy it is the nearest to a reset.
    socket.destroy();
  }
}

/** Pieces per second. At very low rates each piece has one byte, and there are fewer. */
const piecesPerSecond = 10;

/** Sends a body in pieces at its rate. Returns whether it came to its end, or to where it is cut off. */
async function trickle(sending: Sending, progress: Progress, wait: Wait): Promise<boolean> {
  const { reply, delivery, request, response, headers } = sending;
  const body = begin(reply, request, response, headers);
  response.flushHeaders();
  progress.state = 'sending';
  progress.sent = 'part';
  if (body === undefined) {
    response.end();
    progress.sent = 'whole';
    return true;
  }
  const { end } = delivery;
  const cutAt = end.kind === 'cut' ? (end.after ?? halfOf(body)) : Infinity;
  let left = cutAt;
  for await (const piece of slice(body, delivery.bytesPerSecond, wait)) {
    if (wait.isGone) return false;
    if (left > 0 && !response.write(piece.subarray(0, left))) await drain(response, wait);
    left -= piece.byteLength;
    if (left <= 0) break;
  }
  if (wait.isGone) return false;
  if (end.kind === 'cut') request.socket.destroySoon();
  else response.end();
  // A cut behind the end takes nothing away from a body whose length was told.
  if (end.kind !== 'cut' || cutAt >= lengthOf(body)) progress.sent = 'whole';
  return true;
}

type Body = NonNullable<Reply['body']>;

/** Half of a stream, whose length is unknown, counts as 0 bytes. */
function halfOf(body: Body): number {
  return isStream(body) ? 0 : Math.floor(lengthOf(body) / 2);
}

function lengthOf(body: Body): number {
  return isStream(body) ? Infinity : Buffer.byteLength(body);
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

/** Waits until the connection takes more bytes, or is closed. */
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
