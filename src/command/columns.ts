import type { Color, Paint } from './terminal.ts';
import { printable } from '../base/printable.ts';

const leastColumns = 80;

/** The width that lines are made to fit: a narrow terminal breaks them itself. */
export function fitColumns(columns: number | undefined): number | undefined {
  return columns === undefined ? undefined : Math.max(leastColumns, columns);
}

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

/** Breaks a text between words; a word that is wider than a line has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Takes segments out of the middle of a path until it fits; an ellipsis stands in their place. */
export function shortenPath(path: string, width: number): string {
  if (widthOf(path) <= width) return path;
  const segments = path.split('/');
  for (let left = segments.length - 1; left >= 3; left -= 1) {
    // The end of a path tells more than its beginning.
    const front = Math.floor(left / 2);
    const shorter = [...segments.slice(0, front), '…', ...segments.slice(front - left)].join('/');
    if (widthOf(shorter) <= width) return shorter;
  }
  return cutMiddle(path, width);
}

function cutMiddle(text: string, width: number): string {
  const front = cutTo(text, Math.ceil(width / 2));
  const room = width - widthOf(front);
  let end = '';
  let used = 0;
  for (const character of Array.from(text).toReversed()) {
    used += widthOfCharacter(character);
    if (used > room) break;
    end = character + end;
  }
  return front + end;
}
