/** What worlds and snapshots may be called: it stands in URLs, headers and cookies as it is. */
export function isName(text: string): boolean {
  return /^[a-z0-9][\w.-]{0,63}$/i.test(text);
}

/** The rule, for whoever broke it. */
export const nameRule =
  'a name has up to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a digit';

/** What was sent instead of a name, for a message. */
export function quoteName(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
