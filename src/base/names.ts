/** Names as English words: their words, their singulars, and their spelling made equal. */

/** The likeliest singular of an English plural. */
export function singular(plural: string): string {
  return singulars(plural)[0] ?? plural;
}

/** The possible singulars, best first: English does not tell `caches` from `branches`. */
export function singulars(plural: string): readonly string[] {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/ies$/i, 'y'],
    [/(?<=shel|lea|hal|wol|cal|sel|loa|thie|scar|el)ves$/i, 'f'],
    [/(?<=(?:^|[_-])(?:kni|li|wi))ves$/i, 'fe'],
    [/(?<=ss|sh|ch|x|z)es$/i, ''],
    [/(?<=[^su])s$/i, ''],
    [/(?<=s)es$/i, ''],
    [/s$/i, ''],
  ];
  const found = rules.filter(([ending]) => ending.test(plural) && plural.length > 1);
  const fromRules = found.map(([ending, replacement]) => plural.replace(ending, replacement));
  return /(ss|us)$/i.test(plural) ? [plural, ...fromRules] : [...fromRules, plural];
}

/** A name in lower case without separators: all spellings of one name give the same. */
export function plainName(name: string): string {
  // Most names are plain already, and large contracts call this very often.
  if (/^[a-z0-9]*$/.test(name)) return name;
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** The words of a name, as written: `orderId`, `order_id` and `order-id` have two. */
export function wordsOf(name: string): readonly string[] {
  return name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{N}]+|\p{Lu}/gu) ?? [];
}

/** Plain names of the number in an object of money. */
export const amountNames: ReadonlySet<string> = new Set(
  'amount value amountcents cents minor units amountminor centamount'.split(' '),
);

/**
 * Whether a member has the key of a thing whose name it shortens: `appid` of an `application`. The whole
 * first word of a longer name is another thing: `organizationid` of no `organization-role`.
 */
export function isShortOf(member: string, noun: string): boolean {
  const stem = /^(.{3,})(?:id|uuid|key|pk)$/.exec(member)?.[1];
  if (stem === undefined || !plainName(noun).startsWith(stem)) return false;
  const words = wordsOf(noun).map(plainName);
  return !words.some((_, count) => count > 0 && words.slice(0, count).join('') === stem);
}

/** What files are called, as alternatives of a pattern. */
export const fileWords =
  'file|document|attachment|asset|media|image|photo|picture|video|audio|upload';
