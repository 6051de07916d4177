/** Finds names that are similar to a misspelt or missing one, and suggests them in a message. */

/**
 * What a message says behind a name that is not known: `did you mean "orders"?`, or where no name is
 * similar, which there are.
 */
export function suggestNames(wanted: string, names: readonly string[]): string {
  const similar = rankNames(wanted, names).filter(({ rank }) => rank < unlike);
  if (similar.length > 0) return `did you mean ${join(similar.map(quote), 'or')}?`;
  if (names.length === 0) return 'there is none';
  return `there ${names.length === 1 ? 'is' : 'are'} ${listNames(names)}`;
}

const mostListed = 20;

/** The names in quotes, no more than twenty. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).map((name) => quote({ name }));
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : join(shown, 'and');
}

function quote({ name }: { readonly name: string }): string {
  return `"${name}"`;
}

function join(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

interface Ranked {
  readonly name: string;
  readonly rank: number;
}

const mostNear = 3;
/** In characters: all that is behind them makes no name more similar. */
const mostCompared = 100;

function rankNames(wanted: string, names: readonly string[]): readonly Ranked[] {
  const one = wanted.slice(0, mostCompared);
  return names
    .map((name) => ({ name, rank: rankOf(one, name.slice(0, mostCompared)) }))
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, mostNear);
}

/** From this rank on, names have too little in common to suggest one for the other. */
const unlike = 6;
/** The share of the characters that a typing error changes. */
const mistyped = 0.25;
/** The share of the characters that may differ in a name that is still worth a question. */
const similar = 0.4;

/** The lower, the more similar: first typing errors, then common words, then common characters. */
function rankOf(wanted: string, name: string): number {
  const one = plain(wanted);
  const other = plain(name);
  const share = countErrors(one, other) / Math.max(one.length, other.length, 1);
  if (share <= mistyped) return share;
  // A single letter is contained in nearly everything.
  if (one.length < 2 || other.length < 2) return unlike + share;
  if (other.startsWith(one)) return 1 + share;
  const words = wordsOf(wanted);
  const others = wordsOf(name);
  if (words.every((word) => others.some((its) => its.startsWith(word)))) return 2 + share;
  if (other.includes(one)) return 3 + share;
  if (one.includes(other)) return 4 + share;
  return (share <= similar ? 5 : unlike) + share;
}

/** Two letters in the wrong order are one error. */
function countErrors(one: string, other: string): number {
  const distance = distanceBetween(one, other);
  const isSwapped = distance === 2 && lettersOf(one) === lettersOf(other);
  return isSwapped ? 1 : distance;
}

function lettersOf(text: string): string {
  return text.split('').toSorted().join('');
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
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
