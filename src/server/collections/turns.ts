import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work on many things that lets other requests run in between. */
export interface Turns {
  /** Resolves in a later turn where this one has taken long enough; undefined: go on. */
  rest(): Promise<unknown> | undefined;
}

/** Milliseconds of one turn. */
const longest = 8;

export function createTurns(now: () => number = () => performance.now()): Turns {
  let end = now() + longest;
  const begin = async (): Promise<void> => {
    await nextTurn();
    end = now() + longest;
  };
  return {
    rest() {
      if (now() < end) return undefined;
      return begin();
    },
  };
}

/** How many comparisons take less time than a look at the clock is worth. */
const few = 4096;

/** Sorts stably, in several turns. */
export async function sortInTurns<T extends object | number>(
  list: readonly T[],
  compare: (left: T, right: T) => number,
  turns: Turns,
): Promise<readonly T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < list.length; at += few) {
    runs.push(list.slice(at, at + few).toSorted(compare));
    await turns.rest();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right] = [runs[at], runs[at + 1]];
      merged.push(right ? await mergeInTurns(left, right, compare, turns) : left);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeInTurns<T extends object | number>(
  left: readonly T[],
  right: readonly T[],
  compare: (left: T, right: T) => number,
  turns: Turns,
): Promise<T[]> {
  const merged: T[] = [];
  let at = 0;
  for (const one of left) {
    // Equal ones stay in their order: those of the left come first.
    for (let other = right[at]; other !== undefined; other = right[at]) {
      if (compare(other, one) >= 0) break;
      merged.push(other);
      at += 1;
      if (merged.length % few === 0) await turns.rest();
    }
    merged.push(one);
    if (merged.length % few === 0) await turns.rest();
  }
  for (const other of right.slice(at)) merged.push(other);
  return merged;
}
