/** What a row of numbers says. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: medianOf(values), least: Math.min(...values), most: Math.max(...values) };
}

/**
 * The median of what each round says: in one round both had the same machine to themselves, or to
 * share. Undefined where they have no round in common.
 */
export function ratioOf(
  ours: readonly number[],
  theirs: readonly number[] | undefined,
): number | undefined {
  const ratios = ours.flatMap((value, round) => {
    const other = theirs?.[round];
    return other === undefined ? [] : [value / other];
  });
  return ratios.length === 0 ? undefined : medianOf(ratios);
}
