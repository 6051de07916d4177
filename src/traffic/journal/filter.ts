import type { Violation } from '../../base/errors.ts';
import { describeViolation } from '../../base/errors.ts';
import { mask } from '../redaction/found/secret-names.ts';
import type { EntryVerdict } from './entry.ts';
import { keptWorld, nameCredentials, nameWorld, redactorOf, verdictOf } from './entry.ts';
import type { RequestNote } from './note.ts';
import { receivedAt } from './note-times.ts';

/** Which requests to select; a missing member selects all. */
export interface RequestFilter {
  /** The id of an operation. */
  readonly operation?: string | undefined;
  /** A status such as `404`, or a class of statuses such as `4XX`. */
  readonly status?: string | number | undefined;
  /** The name of a world; `default` is the default world. */
  readonly world?: string | undefined;
  readonly verdict?: EntryVerdict | undefined;
  /** The keyword of a violation, or a part of its place or message; `*`: any violation. */
  readonly violation?: string | undefined;
  /** Requests after the one with this id, or requests that arrived since this moment. */
  readonly since?: number | Date | undefined;
  /** Requests before the one with this id. */
  readonly before?: number | undefined;
  /**
   * A text in method, path, status, operation, credentials, world, problem or violations, in upper or
   * lower case. Hidden secrets are never found.
   */
  readonly search?: string | undefined;
}

export type Chooses = (note: RequestNote) => boolean;

export function compileFilter(filter: RequestFilter): Chooses {
  const { operation, status, world, verdict, violation, since, before, search } = filter;
  const tests: Chooses[] = [];
  if (operation !== undefined) tests.push((note) => note.operation === operation);
  if (status !== undefined) tests.push(choosesStatus(String(status)));
  if (world !== undefined) tests.push((note) => (note.worldName ?? keptWorld) === world);
  if (verdict !== undefined) tests.push((note) => verdictOf(note) === verdict);
  if (violation !== undefined) tests.push(choosesViolation(violation));
  if (since !== undefined) tests.push(choosesSince(since));
  if (before !== undefined) tests.push(({ id }) => id < before);
  if (search !== undefined) tests.push(choosesText(search));
  return (note) => tests.every((test) => test(note));
}

function choosesStatus(wanted: string): Chooses {
  if (!/^[1-5](\d\d|XX)$/i.test(wanted)) {
    throw new TypeError(`"${wanted}" is no status: 404 is one, or 4XX for all that begin with 4`);
  }
  const [first] = wanted;
  return wanted.toUpperCase().endsWith('XX')
    ? ({ status }) => String(Math.floor(status / 100)) === first
    : ({ status }) => String(status) === wanted;
}

function choosesViolation(wanted: string): Chooses {
  if (wanted === '*') return ({ fault }) => fault.violations.length > 0;
  const part = wanted.toLowerCase();
  const isMeant = (violation: Violation): boolean =>
    violation.keyword.toLowerCase() === part ||
    describeViolation(violation).toLowerCase().includes(part);
  return ({ fault }) => fault.violations.some(isMeant);
}

function choosesSince(since: number | Date): Chooses {
  if (typeof since === 'number') return ({ id }) => id > since;
  const moment = since.getTime();
  return (note) => receivedAt(note) >= moment;
}

/** Looks at what an entry shows. Only what has the text is redacted, since that takes long. */
function choosesText(wanted: string): Chooses {
  const part = wanted.toLowerCase();
  const isIn = (text: string | undefined): boolean => text?.toLowerCase().includes(part) === true;
  // What is hidden is shown as this sign, so the text may be in the shown path alone.
  const mayBeShown = part.includes(mask);
  const isInShown = (text: string, show: () => string): boolean =>
    (mayBeShown || isIn(text)) && isIn(show());
  return (note) =>
    isIn(note.method) ||
    isIn(String(note.status)) ||
    isIn(note.operation) ||
    isIn(note.fault.code) ||
    isIn(nameWorld(note)) ||
    nameCredentials(note).some(isIn) ||
    isInShown(note.path, () => redactorOf(note).path(note.path)) ||
    isInShown(note.fault.detail, () => redactorOf(note).text(note.fault.detail)) ||
    note.fault.violations.some((one) =>
      isInShown(describeViolation(one), () => describeViolation(redactorOf(note).violation(one))),
    );
}
