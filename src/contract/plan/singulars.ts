/** The likeliest singular of an English plural. */
export function singular(plural: string): string {
  return singulars(plural)[0] ?? plural;
}

/** English doesn't tell `caches` from `branches`: the singulars that a plural may have, best first. */
export function singulars(plural: string): readonly string[] {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/ies$/i, 'y'],
    [/(?<=ss|sh|ch|x|z)es$/i, ''],
    [/(?<=[^su])s$/i, ''],
    [/(?<=s)es$/i, ''],
    [/s$/i, ''],
  ];
  const found = rules.filter(([ending]) => ending.test(plural) && plural.length > 1);
  const fromRules = found.map(([ending, replacement]) => plural.replace(ending, replacement));
  return /(ss|us)$/i.test(plural) ? [plural, ...fromRules] : [...fromRules, plural];
}

/** A name without what differs from one way of writing it to another. */
export function plainName(name: string): string {
  // Most names are plain, and large contracts ask for very many.
  if (/^[a-z0-9]*$/.test(name)) return name;
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** The words of a name, as they are written: `orderId`, `order_id` and `order-id` have the same two. */
export function segmentWordsOf(name: string): readonly string[] {
  return name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{N}]+|\p{Lu}/gu) ?? [];
}
