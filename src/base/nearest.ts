/** Finds names that are similar to a misspelt or missing one. */

/** The three names that are most similar to a missing one, best first. */
export function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const ranked = names.map((name) => ({ name, distance: distanceBetween(wanted, name) }));
  return ranked
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** In characters: a longer name is no typing error. */
const longestName = 50;

/** The first of the most similar names, in any case; undefined where all differ by more than `most`. */
export function findNear(
  wanted: string,
  names: Iterable<string>,
  most: number,
): string | undefined {
  if (wanted.length > longestName) return undefined;
  let nearest: string | undefined;
  let least = most + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= least) continue;
    const distance = distanceBetween(wanted.toLowerCase(), name.toLowerCase());
    if (distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

/** The number of characters to insert, remove or replace (Levenshtein distance). */
export function distanceBetween(left: string, right: string): number {
  const row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    let before = at - 1;
    let last = at;
    row[0] = at;
    for (let to = 1; to <= right.length; to += 1) {
      const above = row[to] ?? 0;
      const isSame = left.charCodeAt(at - 1) === right.charCodeAt(to - 1);
      last = isSame ? before : Math.min(before, above, last) + 1;
      row[to] = last;
      before = above;
    }
  }
  return row.at(-1) ?? 0;
}
