import { expect, it } from 'vitest';

import type { Complaint } from '../base/errors.ts';
import { widthOf } from './columns.ts';
import { complaintsText } from './complaints.ts';
import { createPaint } from './terminal.ts';

function complaintAt(column: number, length = 150): Complaint {
  const content = 'abcdefghij'.repeat(length / 10);
  const rows = [
    '  11 | {',
    `> 12 | ${content}`,
    `     | ${' '.repeat(column - 1)}^`,
    `  13 | ${content}…`,
  ];
  return { file: 'a.json', message: 'no', line: 12, column, frame: rows.join('\n') };
}

function print(complaint: Complaint, isInteractive: boolean): readonly string[] {
  const screen = { isInteractive, columns: 80, paint: createPaint(false) };
  return complaintsText([complaint], screen).split('\n').slice(1, -1);
}

it.each([1, 40, 72, 73, 74, 100, 149, 150])(
  'the frame fits a terminal, and still points at its place: column %i',
  (column) => {
    const rows = print(complaintAt(column), true);
    expect(Math.max(...rows.map(widthOf))).toBeLessThanOrEqual(80);
    const caret = rows[2]?.indexOf('^') ?? 0;
    expect(rows[1]?.[caret]).toBe('abcdefghij'[(column - 1) % 10]);
    expect(rows[1]?.startsWith('> 12 | ')).toBe(true);
    expect(rows[3]?.endsWith('…')).toBe(true);
  },
);

it('the frame is whole where no terminal shows it, or where it fits', () => {
  const wide = complaintAt(100);
  expect(print(wide, false)).toEqual(wide.frame?.split('\n'));
  const narrow = complaintAt(50, 60);
  expect(print(narrow, true)).toEqual(narrow.frame?.split('\n'));
});

it('the row that points at the place is as red as the row of the place', () => {
  const paint = (color: string, text: string): string => `${color} ${text}`;
  const screen = { isInteractive: true, columns: 80, paint };
  const rows = complaintsText([complaintAt(9, 20)], screen).split('\n');
  expect(rows.slice(1, 5)).toEqual([
    'dim   11 | {',
    'red > 12 | abcdefghijabcdefghij',
    'red      |         ^',
    'dim   13 | abcdefghijabcdefghij…',
  ]);
});
