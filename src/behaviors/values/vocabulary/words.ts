const known = new Map<string, string>();

/** The words of a name in lower case: `created at` for `createdAt`, `created_at`, `CREATED-AT`. */
export function spellWords(name: string): string {
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();
  // The number of generated names is unlimited.
  if (known.size >= 10_000) known.clear();
  known.set(name, words);
  return words;
}

/** Makes the last word singular. */
export function singular(words: string): string {
  if (words.endsWith('ies')) return `${words.slice(0, -3)}y`;
  if (/(ss|us|is|os)$/.test(words)) return words;
  if (/(x|ch|sh|sse)es$/.test(words)) return words.slice(0, -2);
  return words.endsWith('s') ? words.slice(0, -1) : words;
}

/** The member whose label a member tells: `status` for `status_text`. */
export function labelledBy(name: string, names: Iterable<string>): string | undefined {
  const [, stem] = /^(?:get )?(.+) (?:text|label|display)$/.exec(spellWords(name)) ?? [];
  return stem === undefined ? undefined : [...names].find((one) => spellWords(one) === stem);
}
