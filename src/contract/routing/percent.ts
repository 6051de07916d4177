/** The text of a parameter can't be read; the message says why. */
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

/** Only in queries a plus means a space. */
export function decodeQueryText(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** A name that can't be decoded belongs to no parameter, and stays as it is. */
export function decodeName(text: string): string {
  try {
    return decodeQueryText(text);
  } catch {
    return text;
  }
}
