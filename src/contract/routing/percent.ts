/** A text that can't be taken apart as its parameter says; the message tells why. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/** Percent-decodes, exactly once. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UnreadableText(
      'has a percent sign that is not followed by the two digits of a UTF-8 byte',
    );
  }
}

/** In queries, and nowhere else, a plus is a space. */
export function decodeQueryText(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** A name that is broken is no parameter's, and stays as it is. */
export function decodeName(text: string): string {
  try {
    return decodeQueryText(text);
  } catch {
    return text;
  }
}
