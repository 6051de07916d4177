/** Characters of a description that are shown: longer ones take seconds to be laid out. */
const longest = 20_000;

/** Tags that only give a text its form. */
const tags =
  'b|strong|i|em|u|s|sub|sup|code|kbd|pre|br|hr|p|ul|ol|li|blockquote|h[1-6]|table|thead|tbody|tr|th|td|details|summary';
const plainTag = new RegExp(String.raw`<(/?(?:${tags}))\b[^<>]*>`, 'gi');
const otherTag = new RegExp(`<(?=[a-z/!?])(?!/?(?:${tags})>)`, 'gi');

/**
 * Markdown of the contract without what a page would load, style or follow: of HTML it keeps plain
 * tags alone. The library that shows it sanitises it, too; so a text can't make it ask for an image or
 * break the policy of the page, whatever it is made of.
 */
export function makeSafe(markdown: string): string {
  const text = markdown.length > longest ? `${markdown.slice(0, longest)}…` : markdown;
  return (
    text
      .replaceAll('![', '[')
      // The columns of a table that aligns them would have inline styles.
      .replaceAll(/^[ \t|:-]*-[ \t|:-]*$/gm, (row) =>
        row.includes('|') ? row.replaceAll(':', '-') : row,
      )
      .replaceAll(/<(https?:\/\/[^\s<>]+)>/gi, '[$1]($1)')
      .replaceAll(plainTag, '<$1>')
      // A mark without width keeps the rest from becoming a tag.
      .replaceAll(otherTag, '<\u200B')
  );
}
