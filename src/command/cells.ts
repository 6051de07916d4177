import { cutTo, widthOf } from './columns.ts';
import type { Color, Paint } from './terminal.ts';
import { printable } from './terminal.ts';

/** A piece of a line, and its color. */
export type Cell = readonly [text: string, color: Color | undefined];

/** A line of cells, cut at so many columns where there are any. */
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
