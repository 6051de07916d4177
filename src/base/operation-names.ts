import { suggestNames } from './nearest.ts';

/** An operation as users name it. */
interface Named {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** Finds an operation by its id, or by method and path: `GET /path`. */
export function findOperation<T extends Named>(
  operations: readonly T[],
  name: string,
): T | undefined {
  const [verb = '', way = ''] = name.split(' ', 2);
  return (
    operations.find(({ id }) => id === name) ??
    operations.find(({ method, path }) => method === verb.toUpperCase() && path === way)
  );
}

/** The names that may have been meant, in the form of the one that was given. */
export function suggestOperations(operations: readonly Named[], name: string): string {
  const known = operations.map(({ id, method, path }) =>
    name.includes(' ') ? `${method} ${path}` : id,
  );
  return suggestNames(name, known);
}
