/** More texts than these come from somebody who tries out what there is. */
const mostTexts = 64;
const longestText = 256;

/**
 * Remembers what the text of a header means to an operation's offers: clients send the same few texts
 * over and over.
 */
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
