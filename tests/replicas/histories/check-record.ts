import type { Operation, State } from './operation.ts';
import { absent, accept } from './operation.ts';
import { Unanswered } from './unanswered.ts';

/** Whether some sequence of the operations explains all replies, each within the time of its request. */
export type Verdict =
  | { readonly isLinearizable: true; readonly steps: number }
  | {
      readonly isLinearizable: false;
      readonly steps: number;
      /** The first reply that no sequence explains. */
      readonly refused: Operation;
      /** What the record could hold before that reply. */
      readonly states: readonly State[];
    };

export interface CheckOptions {
  /** What the record holds before the operations. */
  readonly initial?: State;
  /** The number of steps after which the search gives up. */
  readonly limit?: number;
}

/** The search took more steps than allowed: the history is neither good nor bad. */
export class TooManySteps extends Error {}

/**
 * Holds the operations of one record to a register, by the search of Wing and Gong with the memo of Lowe, in Lowe's
 * order "just in time": it goes through the replies as they arrived, and keeps all pairs of a state and the set of
 * operations that have taken effect. An operation takes effect only when the next reply needs it. Of pairs
 * that differ only in writes without an answer, the search keeps those that have used the fewest.
 */
export function checkRecord(
  operations: readonly Operation[],
  { initial = absent, limit = 1_000_000 }: CheckOptions = {},
): Verdict {
  const search = new Search(operations, limit);
  let pairs: readonly Pair[] = [{ state: initial, done: 0, used: 0n }];
  for (const { operation, isEnd } of eventsOf(operations)) {
    if (!isEnd) {
      search.begin(operation);
      continue;
    }
    const next = search.end(operation, pairs);
    if (next.length === 0) {
      const states = [...new Set(pairs.map(({ state }) => state))];
      return { isLinearizable: false, steps: search.steps, refused: operation, states };
    }
    pairs = next;
  }
  return { isLinearizable: true, steps: search.steps };
}

interface Event {
  readonly at: number;
  readonly operation: Operation;
  readonly isEnd: boolean;
}

/**
 * By their time; at the same time all begin before one ends. A read without an answer tells nothing, and nothing is to
 * explain where a reply says that nothing was changed.
 */
function eventsOf(operations: readonly Operation[]): readonly Event[] {
  return operations
    .filter(({ kind, result }) => (result ? result.says !== 'unchanged' : kind !== 'read'))
    .flatMap((operation): Event[] => {
      const begin = { at: operation.begin, operation, isEnd: false };
      return operation.result ? [begin, { at: operation.end, operation, isEnd: true }] : [begin];
    })
    .toSorted((left, right) => left.at - right.at || Number(left.isEnd) - Number(right.isEnd));
}

interface Pair {
  readonly state: State;
  /** The operations that wait for their reply and have taken effect: bits of their slots. */
  readonly done: number;
  /** The writes without an answer that have taken effect. */
  readonly used: bigint;
}

class Pairs {
  readonly #used = new Map<string, bigint[]>();

  /** Whether it was new. */
  add({ state, done, used }: Pair): boolean {
    const key = `${done} ${state}`;
    const known = this.#used.get(key) ?? [];
    if (known.some((other) => (other & used) === other)) return false;
    this.#used.set(key, [...known.filter((other) => (other & used) !== used), used]);
    return true;
  }

  list(): readonly Pair[] {
    return [...this.#used].flatMap(([key, all]) => {
      const space = key.indexOf(' ');
      const [done, state] = [Number(key.slice(0, space)), key.slice(space + 1)];
      return all.map((used) => ({ state, done, used }));
    });
  }
}

const mostSlots = 30;

class Search {
  steps = 0;
  readonly #limit: number;
  /** Those that wait for their reply, by slot. */
  readonly #waiting: (Operation | undefined)[] = [];
  readonly #unanswered: Unanswered;

  constructor(operations: readonly Operation[], limit: number) {
    this.#limit = limit;
    this.#unanswered = new Unanswered(operations, () => this.#count());
  }

  begin(operation: Operation): void {
    if (!operation.result) {
      this.#unanswered.begin(operation);
      return;
    }
    const free = this.#waiting.indexOf(undefined);
    const slot = free === -1 ? this.#waiting.length : free;
    if (slot > mostSlots) throw new TooManySteps(`${slot} clients wait for one record`);
    this.#waiting[slot] = operation;
  }

  /** The pairs in which the operation has taken effect and given its reply. */
  end(operation: Operation, pairs: readonly Pair[]): readonly Pair[] {
    const slot = this.#waiting.indexOf(operation);
    const [found, seen] = [new Pairs(), new Pairs()];
    const open = [...pairs];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      if (isDone(pair, slot)) {
        found.add({ ...pair, done: pair.done - 2 ** slot });
        continue;
      }
      for (const next of this.#follow(pair)) if (seen.add(next)) open.push(next);
    }
    this.#waiting[slot] = undefined;
    return found.list();
  }

  /** Lets one of those that wait take effect, after the writes without an answer that it needs. */
  *#follow(pair: Pair): Generator<Pair> {
    for (const [slot, operation] of this.#waiting.entries()) {
      if (!operation || isDone(pair, slot)) continue;
      for (const { state, used } of this.#unanswered.lead(pair, operation)) {
        const next = accept(state, operation);
        if (next !== undefined) yield { state: next, done: pair.done + 2 ** slot, used };
      }
    }
  }

  #count(): void {
    this.steps += 1;
    if (this.steps > this.#limit) throw new TooManySteps(`it takes more than ${this.#limit} steps`);
  }
}

function isDone({ done }: Pair, slot: number): boolean {
  return (done & (1 << slot)) !== 0;
}
