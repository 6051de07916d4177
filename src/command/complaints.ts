import type { Complaint } from '../base/errors.ts';
import { describeComplaint } from '../base/errors.ts';
import type { Paint } from './terminal.ts';
import { printable } from './terminal.ts';

/** All complaints, each with the lines of the file that it is about. */
export function complaintsText(complaints: readonly Complaint[], paint: Paint): string {
  return complaints.map((complaint) => `${complaintText(complaint, paint)}\n`).join('\n');
}

function complaintText(complaint: Complaint, paint: Paint): string {
  const head = printable(describeComplaint(complaint));
  if (complaint.frame === undefined) return head;
  const rows = complaint.frame.split('\n').map((row) => {
    const text = printable(row);
    return row.startsWith('>') || row.trimStart().startsWith('| ^')
      ? paint('red', text)
      : paint('dim', text);
  });
  return [head, ...rows].join('\n');
}

export function countOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
