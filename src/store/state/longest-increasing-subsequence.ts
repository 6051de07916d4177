/**
 * The places of the longest choice of numbers that only rise: what of a list can stay where it is
 * while the rest is moved.
 */
export function findLongestRise(numbers: readonly number[]): readonly number[] {
  // The place of the lowest number that ends a rise of each length, and what stands in front of it.
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    const length = countBelow(ends, numbers, number);
    previous.push(ends[length - 1]);
    ends[length] = at;
  }
  const rise: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rise.push(at);
  return rise.toReversed();
}

/** How many of the ends are lower than a number; they rise. */
function countBelow(ends: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = numbers[ends[middle] ?? 0] ?? 0;
    if (end < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
