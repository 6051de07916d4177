/** Limits for each operation's cache: usual clients send few and short texts. */
const mostTexts = 64;
const longestText = 256;

/** Caches the meaning of a header for an operation: clients send the same few texts again. */
export function rememberReadings<Offers extends object, Meaning>(
  read: (text: string | undefined, offers: Offers) => Meaning,
): (text: string | undefined, offers: Offers) => Meaning {
  const known = new WeakMap<Offers, Map<string | undefined, Meaning>>();
  return (text, offers) => {
    let meanings = known.get(offers);
    if (!meanings) known.set(offers, (meanings = new Map()));
    const before = meanings.get(text);
    if (before !== undefined) return before;
    const meaning = read(text, offers);
    const isRoom = meanings.size < mostTexts && (text?.length ?? 0) <= longestText;
    if (isRoom) meanings.set(text, meaning);
    return meaning;
  };
}
