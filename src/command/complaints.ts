import type { Complaint } from '../base/errors.ts';
import { describeComplaint } from '../base/errors.ts';
import { cutTo, widthOf } from './columns.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';

/** All complaints, each with the lines of the file that it is about. */
export function complaintsText(complaints: readonly Complaint[], screen: Screen): string {
  return complaints.map((complaint) => `${complaintText(complaint, screen)}\n`).join('\n');
}

type Screen = Pick<Terminal, 'paint' | 'columns' | 'isInteractive'>;

function complaintText(complaint: Complaint, { paint, columns, isInteractive }: Screen): string {
  const head = printable(describeComplaint(complaint));
  if (complaint.frame === undefined) return head;
  // Complaints are printed as errors: in a file or a pipe, they stay whole.
  const width = isInteractive && columns !== undefined ? columns : Infinity;
  // A tab is as wide as the terminal has it; the mark below a line counts characters.
  const lines = complaint.frame.replaceAll('\t', ' ').split('\n');
  const rows = cutFrame(lines, width).map((row) => {
    const text = cutTo(printable(row), width);
    return row.startsWith('>') || isCaret(row) ? paint('red', text) : paint('dim', text);
  });
  return [head, ...rows].join('\n');
}

/** Whether a row of a frame points at the place in the row above. */
function isCaret(row: string): boolean {
  return /^ +\| +\^$/.test(row);
}

/** Leaves out what is before and behind the place, where lines are wider than the terminal. */
function cutFrame(rows: readonly string[], width: number): readonly string[] {
  if (rows.every((row) => widthOf(row) <= width)) return rows;
  const gutter = (rows[0]?.indexOf('| ') ?? 0) + 2;
  const caret = rows.find(isCaret);
  const place = caret === undefined ? 0 : caret.length - 1 - gutter;
  const room = width - gutter;
  // Where the place is near the beginning, the lines keep it.
  const skipped = place < room - 1 ? 0 : place - Math.floor(room / 2);
  if (skipped === 0) return rows;
  return rows.map((row) => {
    const front = row.slice(0, gutter);
    const content = row.slice(gutter + skipped);
    if (row === caret) return front + content;
    return content === '' ? front.trimEnd() : `${front}…${content.slice(1)}`;
  });
}

export function countOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
