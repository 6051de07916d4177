import type { PlannedOperation } from '../api/documents.ts';
import { stepsOf } from './references.ts';

/** The operation that a place of the contract is in; undefined: it is in none, or in several. */
export function findOperation(
  pointer: string,
  operations: readonly PlannedOperation[],
): PlannedOperation | undefined {
  const [paths, path, method = ''] = stepsOf(pointer);
  if (paths !== 'paths') return undefined;
  const found = operations.filter(
    (one) => one.path === path && one.method === method.toUpperCase(),
  );
  return found.length === 1 ? found[0] : undefined;
}
