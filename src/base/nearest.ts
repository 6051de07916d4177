/** The three names that are most similar to a missing one, best first. */
export function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const ranked = names.map((name) => ({ name, distance: distanceBetween(wanted, name) }));
  return ranked
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The number of characters to insert, remove or replace (Levenshtein distance). */
export function distanceBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [above, character] of left.split('').entries()) {
    const next = [above + 1];
    for (const [index, other] of right.split('').entries()) {
      const replaced = (row[index] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
