import type { Operation, State } from './operation.ts';
import { absent, accept } from './operation.ts';

/**
 * Whether there is a sequence, by trying all of them: too slow for more than a few operations, and too plain to be
 * wrong.
 */
export function tryAllSequences(operations: readonly Operation[], state: State = absent): boolean {
  const answered = operations.filter(({ result }) => result);
  if (answered.length === 0) return true;
  const firstEnd = Math.min(...answered.map(({ end }) => end));
  return operations.some((operation) => {
    // What began after another had its reply can't come before it.
    if (operation.begin > firstEnd) return false;
    const next = accept(state, operation);
    if (next === undefined) return false;
    return tryAllSequences(
      operations.filter((other) => other !== operation),
      next,
    );
  });
}
