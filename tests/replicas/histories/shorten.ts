import { checkRecord, TooManySteps } from './check-record.ts';
import type { Operation } from './operation.ts';
import { isAcknowledged } from './operation.ts';

export interface ShortHistory {
  /** With these replies alone no sequence explains the last one; with one less, there is one. */
  readonly needed: readonly Operation[];
  /** Writes that may have happened, or have happened in a way that doesn't matter: none of them explains it either. */
  readonly others: readonly Operation[];
}

const mostSteps = 20_000;

/**
 * Of a refused history of one record, the replies that contradict each other. A reply that is taken away makes
 * a history weaker, never worse: a read disappears, a write may have happened or not. What is refused without a reply
 * doesn't need it.
 */
export function shorten(operations: readonly Operation[]): ShortHistory {
  let history = operations;
  const verdict = checkRecord(operations);
  if (!verdict.isLinearizable) {
    const { end } = verdict.refused;
    history = operations
      .filter(({ begin }) => begin < end)
      .map((operation) => (operation.end > end ? withoutReply(operation) : operation))
      .filter((operation) => operation !== undefined);
  }
  for (let size = history.length >> 1; size > 1; size >>= 1) history = weaken(history, size);
  for (let before = -1; before !== countReplies(history);) {
    before = countReplies(history);
    history = weaken(history, 1);
  }
  const others = history.filter(({ result }) => !result);
  return { needed: history.filter(({ result }) => result), others };
}

/** Takes the replies of so many operations after each other away, wherever the rest is still refused. */
function weaken(operations: readonly Operation[], size: number): readonly Operation[] {
  let history = operations;
  for (let end = history.length; end > 0; end -= size) {
    const begin = Math.max(0, end - size);
    const part = history.slice(begin, end);
    if (part.every(({ result }) => !result)) continue;
    const weaker = history.toSpliced(
      begin,
      end - begin,
      ...part.flatMap((operation) => withoutReply(operation) ?? []),
    );
    if (isRefused(weaker)) history = weaker;
  }
  return history;
}

function countReplies(history: readonly Operation[]): number {
  return history.filter(({ result }) => result).length;
}

/** Undefined: it has changed nothing, whatever it was. */
function withoutReply(operation: Operation): Operation | undefined {
  const { result, ...rest } = operation;
  if (result && !isAcknowledged(operation)) return undefined;
  return { ...rest, end: Infinity };
}

function isRefused(operations: readonly Operation[]): boolean {
  try {
    return !checkRecord(operations, mostSteps).isLinearizable;
  } catch (error) {
    if (error instanceof TooManySteps) return false;
    throw error;
  }
}
