/** Two numbers for each point, side by side. */
export type Counts = Float64Array;

/** What counts, and what somebody forced. */
export type Column = typeof genuine | typeof forced;
export const genuine = 0;
export const forced = 1;

export function createCounts(points: number): Counts {
  return new Float64Array(points * 2);
}

export function count(counts: Counts, index: number, column: Column): void {
  const at = index * 2 + column;
  counts[at] = (counts[at] ?? 0) + 1;
}

export function readCount(counts: Counts, index: number, column: Column): number {
  return counts[index * 2 + column] ?? 0;
}
