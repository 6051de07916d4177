import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Entry } from '../traffic/journal/entry.ts';
import type { Chooses } from '../traffic/journal/filter.ts';
import type { Journal } from '../traffic/journal/journal.ts';
import { writeEntry } from './request-documents.ts';

/** Who listens to the requests that come in. */
export interface LiveRequests {
  /** Whether nobody else may listen. */
  isFull(): boolean;
  /** The events (text/event-stream) of what comes after a request. Its place is taken until it was read to its end, or left. */
  open(journal: Journal, isWanted: Chooses, after: number): AsyncIterable<string>;
}

/** More than these would be no people. */
export const mostListeners = 32;
/** Whoever stands between closes a connection on which nothing is said. */
const longestSilence = 15_000;

export function createLiveRequests(): LiveRequests {
  let count = 0;
  return {
    isFull: () => count >= mostListeners,
    open(journal, isWanted, after) {
      // Now: others may ask for a place before this one is first read.
      count += 1;
      const leave = (): void => void (count -= 1);
      return {
        [Symbol.asyncIterator]: () => createEvents(journal, isWanted, after, leave),
      };
    },
  };
}

/**
 * Nothing is kept for a listener but how far it has come: what it reads it finds in the journal, so that
 * a slow one takes no memory, and is told how many it has missed.
 */
function createEvents(
  journal: Journal,
  isWanted: Chooses,
  after: number,
  onEnd: () => void,
): AsyncIterator<string, undefined> {
  const line = { reached: after, isOver: false };
  let wake: (() => void) | undefined;
  // Whoever listens learns at once that it is heard.
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
    if (line.isOver) return;
    line.isOver = true;
    clearInterval(pulse);
    stop();
    onEnd();
    rouse();
  };
  const read = (): string => {
    const { entry, id, missed } = journal.next(line.reached, isWanted);
    line.reached = id;
    return writeMissed(missed) + (entry ? writeEvent(entry) : '');
  };
  const stop = journal.follow({ rouse, end });
  return {
    async next() {
      while (!line.isOver) {
        const saying = sayings.shift();
        if (saying !== undefined) return { value: saying, done: false };
        // Who goes on from far back has much to read: others come in between.
        await nextTurn();
        const text = read();
        if (text !== '') return { value: text, done: false };
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (line.isOver) rouse();
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

function writeEvent(entry: Entry): string {
  return `id: ${entry.id}\nevent: request\ndata: ${JSON.stringify(writeEntry(entry))}\n\n`;
}

/** Among them may be some that were not asked for. */
function writeMissed(count: number): string {
  return count === 0 ? '' : `event: missed\ndata: ${JSON.stringify({ count })}\n\n`;
}
