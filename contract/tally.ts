import type { Rules } from './rules.ts';

/** Which replies of which operations were seen to be right. */
export interface Tally {
  add(operation: string, status: number): void;
  /** What the contract declares and nobody has seen. */
  missing(): readonly string[];
  readonly declared: number;
}

export function createTally({ operations }: Rules): Tally {
  const declared = operations.flatMap(({ id, responses }) =>
    [...responses.keys()].map((status) => `${id} ${status}`),
  );
  const seen = new Set<string>();
  return {
    add: (operation, status) => seen.add(`${operation} ${status}`),
    missing: () => declared.filter((pair) => !seen.has(pair)),
    declared: declared.length,
  };
}
