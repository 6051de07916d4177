import type { Color, Paint } from './terminal.ts';
import { printable } from './terminal.ts';

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Cuts a text to `width` columns; an ellipsis marks the cut. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += widthOfCharacter(character);
    if (used > width - 1) break;
    kept += character;
  }
  return width < 1 ? '' : `${kept}…`;
}

/** Emoji, and characters of scripts that take two columns. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

function widthOfCharacter(character: string): number {
  // Most characters are below: this check is fast.
  if (character < '\u0300') return 1;
  if (/\p{Mn}/u.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** A piece of a line, with its color. */
export type Cell = readonly [text: string, color: Color | undefined];

/** Joins cells to a line and cuts it to `columns`; undefined: no limit. */
export function writeLine(
  cells: readonly Cell[],
  columns: number | undefined,
  paint: Paint,
): string {
  let room = columns ?? Infinity;
  const pieces = cells.map(([given, color], index) => {
    const isLast = index === cells.length - 1;
    const text = printable(isLast ? given.trimEnd() : given);
    const shown = cutTo(text, room);
    room -= widthOf(shown);
    return color === undefined ? shown : paint(color, shown);
  });
  return pieces.join('').trimEnd();
}
