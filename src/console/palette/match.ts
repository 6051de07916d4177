/** Something that can be chosen by typing a part of its words. */
export interface Findable {
  readonly text: string;
  /** Also searched, and shown beside the text. */
  readonly detail?: string;
}

/**
 * Those that have each word of the query, the best first: words at the beginning of a text count more
 * than at the beginning of a word in it, and these more than inside of one.
 */
export function findMatches<T extends Findable>(all: readonly T[], query: string): readonly T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all
    .map((one) => ({ one, rank: rankOf(one, words) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((left, right) => (right.rank ?? 0) - (left.rank ?? 0))
    .map(({ one }) => one);
}

/** Undefined: a word is missing. */
function rankOf({ text, detail = '' }: Findable, words: readonly string[]): number | undefined {
  let rank = 0;
  for (const word of words) {
    const found = Math.max(rankIn(text, word) * 2, rankIn(detail, word));
    if (found === 0) return undefined;
    rank += found;
  }
  return rank;
}

function rankIn(text: string, word: string): number {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return 4;
  return isBeginning(text, at) ? 3 : 1;
}

/** Also that of a part of a name such as `listOrders`. */
function isBeginning(text: string, at: number): boolean {
  const [before = '', first = ''] = [text[at - 1], text[at]];
  return !/[\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(first));
}
