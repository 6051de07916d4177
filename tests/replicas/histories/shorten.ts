import type { CheckOptions } from './check-record.ts';
import { checkRecord, TooManySteps } from './check-record.ts';
import type { Operation } from './operation.ts';
import { absent, isAcknowledged, isWrite } from './operation.ts';

/**
 * Of a refused history of one record, the replies that contradict each other: with all of them no sequence explains the
 * last one, with one less there is one. A reply that is taken away makes a history weaker, never worse: a read
 * disappears, a write may have happened or not. What is still refused didn't need it.
 */
export function shorten(operations: readonly Operation[]): readonly Operation[] {
  const verdict = checkRecord(operations);
  if (verdict.isLinearizable) return [];
  const { end } = verdict.refused;
  const relevant = operations
    .filter(({ begin }) => begin < end)
    .flatMap((operation) => (operation.end > end ? withoutReply(operation) : [operation]));
  const last = findLastAnchor(relevant);
  const initial = last?.result?.state ?? absent;
  let history = last ? after(last, relevant) : relevant;
  for (let size = history.length >> 1; size > 1; size >>= 1) {
    history = weaken(history, size, initial);
  }
  for (let before = -1; before !== countReplies(history);) {
    before = countReplies(history);
    history = weaken(history, 1, initial);
  }
  return [...(last ? [last] : []), ...history.filter(({ result }) => result)];
}

/** The last reply that shows what the record was, with no other write beside it: the rest is refused from there on. */
function findLastAnchor(operations: readonly Operation[]): Operation | undefined {
  return operations
    .filter(({ result }) => result?.state !== undefined)
    .toSorted((left, right) => right.begin - left.begin)
    .find(
      (anchor) =>
        !operations.some((other) => isBeside(other, anchor)) &&
        isRefused(after(anchor, operations), anchor.result?.state),
    );
}

function isBeside(other: Operation, anchor: Operation): boolean {
  if (other === anchor || !other.result || !isWrite(other)) return false;
  return other.end >= anchor.begin && other.begin <= anchor.end;
}

/** A write without an answer may still happen, whenever it began. */
function after(anchor: Operation, operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(({ begin, result }) => !result || begin > anchor.end);
}

/** Takes the replies of so many operations after each other away, wherever the rest is still refused. */
function weaken(
  operations: readonly Operation[],
  size: number,
  initial: string,
): readonly Operation[] {
  let history = operations;
  for (let end = history.length; end > 0; end -= size) {
    const begin = Math.max(0, end - size);
    const part = history.slice(begin, end);
    if (part.every(({ result }) => !result)) continue;
    const weaker = history.toSpliced(begin, end - begin, ...part.flatMap(withoutReply));
    if (isRefused(weaker, initial)) history = weaker;
  }
  return history;
}

function countReplies(history: readonly Operation[]): number {
  return history.filter(({ result }) => result).length;
}

/** Nothing is left of what has changed nothing. */
function withoutReply(operation: Operation): readonly Operation[] {
  const { result, ...rest } = operation;
  return result && !isAcknowledged(operation) ? [] : [{ ...rest, end: Infinity }];
}

function isRefused(
  operations: readonly Operation[],
  initial: CheckOptions['initial'] = absent,
): boolean {
  try {
    return !checkRecord(operations, { initial, limit: 20_000 }).isLinearizable;
  } catch (error) {
    if (error instanceof TooManySteps) return false;
    throw error;
  }
}
