import { basename } from 'node:path';

import type { Complaint } from './errors.ts';
import { pointerSteps } from './json.ts';
import { hideQuotes } from './traffic/redaction/quotes.ts';
import { isSecretName, mask } from './traffic/redaction/secret-names.ts';
import { hideInText, hideInUrls } from './traffic/redaction/text-secrets.ts';

/** Complaints of a contract, as a terminal and the log of a CI may show them. */
export function hideInComplaints(complaints: readonly Complaint[]): readonly Complaint[] {
  return complaints.map((complaint) => hideInComplaint(complaint, hideInUrls));
}

/** The same for fixtures; in a contract the members named like secrets have schemas, not values. */
export function hideInFixtures(complaints: readonly Complaint[]): readonly Complaint[] {
  return complaints.map((complaint) => hideInComplaint(complaint, hideInRows));
}

function hideInComplaint(complaint: Complaint, hideFrame: (frame: string) => string): Complaint {
  const { file, pointer, message, frame } = complaint;
  const isQuoting = pointer !== undefined && isSecretPlace(pointer, file);
  return {
    ...complaint,
    file: hideInUrls(file),
    message: hideInText(isQuoting ? hideQuotes(message, () => true) : message),
    frame: frame && (isCredentialsFile(file) ? hideValues(frame, pointer) : hideFrame(frame)),
  };
}

/** A sentence that names places and what is wrong there, such as `accounts[0] /password must be …`. */
export function hideInNotice(text: string): string {
  const parts = text.split(/(?<=; )/).map((part) => {
    const [pointer] = /(?<=^|\s)\/\S+/.exec(part) ?? [];
    return pointer !== undefined && isSecretPlace(pointer, '')
      ? hideQuotes(part, () => true)
      : part;
  });
  return hideInText(parts.join(''));
}

function isSecretPlace(pointer: string, file: string): boolean {
  const steps = pointerSteps(pointer).filter((step) => !/^\d+$/.test(step));
  const last = steps.at(-1) ?? '';
  return isSecretName(last, steps.at(-2)) || (isCredentialsFile(file) && last === 'value');
}

function isCredentialsFile(file: string): boolean {
  return basename(file) === 'credentials.json';
}

/** What of a credential is no secret, or else any text or number. */
const shownOrHidden =
  /("(?:name|scheme|scopes|label|expires_at|only)"\s*:\s*(?:"(?:[^"\\\n]|\\.)*"|\[[^\]]*\]|\{[^{}]*\})|"value"\s*:)|"(?:[^"\\\n]|\\.)*(?:"|$)|[\w.+-]+/gm;

/** Of credentials. What is no JSON has no pointer, and anything may be a value there. */
function hideValues(frame: string, pointer: string | undefined): string | undefined {
  if (pointer === undefined) return undefined;
  return mapLines(frame, (lines) =>
    lines.replaceAll(shownOrHidden, (_, shown?: string) => shown ?? mask),
  );
}

/** What holds a secret may begin in a line above. */
function hideInRows(frame: string): string {
  return mapLines(frame, hideInText);
}

/** All lines of a frame together, without their numbers. */
function mapLines(frame: string, change: (lines: string) => string): string {
  const rows = frame.split('\n').map((row) => {
    const [, number = row, line] = /^([> ] *\d+ \| )(.*)$/.exec(row) ?? [];
    return { number, line };
  });
  const lines = change(rows.flatMap(({ line }) => line ?? []).join('\n')).split('\n');
  return rows
    .map(({ number, line }) => (line === undefined ? number : number + (lines.shift() ?? '')))
    .join('\n');
}
