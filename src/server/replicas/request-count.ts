// Not the global ones: a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

/** Counts the requests that are being answered. */
export interface RequestCount {
  /** The result is called when the request is over. */
  count(this: void): () => void;
  /** Resolves when no request is left, or after so many milliseconds. */
  over(this: void, milliseconds: number): Promise<void>;
}

export function createRequestCount(): RequestCount {
  let left = 0;
  let tellOver: (() => void) | undefined;
  return {
    count() {
      left += 1;
      return () => {
        left -= 1;
        if (left === 0) tellOver?.();
      };
    },
    over: (milliseconds) =>
      new Promise((resolve) => {
        if (left === 0) return resolve();
        const timer = setTimeout(resolve, milliseconds);
        tellOver = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
