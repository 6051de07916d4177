import { printable } from '../../base/printable.ts';
import { describeNote, redactorOf } from '../journal/entry.ts';
import { createMeasure } from '../journal/explanation/nearest-operations.ts';
import type { FindParameters } from '../journal/journal-context.ts';
import type { Journal } from '../journal/journal.ts';
import type { RequestNote } from '../journal/note.ts';
import { pathOfNote } from '../journal/note.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Called, Expectation, WantedCount } from './expectation.ts';
import { redactWanted } from './redact-wanted.ts';

/** Whether the requests in the journal meet an expectation. */
export interface Verification {
  readonly isMet: boolean;
  /** How many calls match. */
  readonly count: number;
  readonly wanted: WantedCount;
  /** Whether the journal still has all requests that could match, with the bodies to tell. */
  readonly isComplete: boolean;
  /** The result in words, escaped so that it can be printed. */
  readonly message: string;
  /** If not met: at most three calls, the surplus ones or the nearest ones. */
  readonly nearest: readonly NearCall[];
}

/** A call that matches the expectation, or nearly does. */
export interface NearCall {
  readonly id: number;
  readonly method: string;
  /** With its query. Runners print it with an error, so it is escaped. */
  readonly path: string;
  readonly status: number;
  readonly operation: string | undefined;
  /** In plain words, escaped as the path is; empty if the call matches. */
  readonly differences: readonly string[];
}

const mostNearest = 3;

export function verify(
  expectation: Expectation,
  journal: Journal,
  findParameters: FindParameters,
): Verification {
  const { operation, wanted, world, since } = expectation;
  const all = journal.notes({ world, since });
  const calls = all.filter((note) => note.operation === operation.id);
  const compared = calls.map((note) => compareCall(note, expectation, findParameters));
  const meant = compared.filter(({ cost }) => cost === 0);
  const count = meant.length;
  const isUnsure = expectation.matcher?.asksBody === true && compared.some(mayBeMeant);
  const isComplete = journal.isComplete({ world, since }) && !isUnsure;
  const isMet = count >= wanted.atLeast && count <= (wanted.atMost ?? count);
  const told = { isMet, count, wanted, isComplete };
  const near =
    count > (wanted.atMost ?? count)
      ? meant
      : calls.length > 0
        ? compared
        : findNear(all, operation);
  return {
    ...told,
    message: describeOutcome(expectation, told, calls.length),
    nearest: isMet ? [] : chooseNearest(near),
  };
}

interface Compared {
  readonly note: RequestNote;
  /** The number of unmet conditions; for other operations, the distance between the addresses. */
  readonly cost: number;
  /** The differences in words, without secrets. Called only for the calls in the result. */
  describe(this: void, redactor: Redactor): readonly string[];
}

/** True if the journal could not keep the body, so that the call may match after all. */
function mayBeMeant({ note, cost }: Compared): boolean {
  return cost > 0 && note.hadBody && note.body === undefined;
}

function compareCall(
  note: RequestNote,
  { matcher, operation }: Expectation,
  findParameters: FindParameters,
): Compared {
  const { query, headers, body } = note;
  const path = findParameters(operation.id, pathOfNote(note));
  const sent = { path, query, headers, body, parameters: operation.parameters };
  return {
    note,
    cost: matcher?.tests.filter((test) => !test.holds(sent)).length ?? 0,
    describe(redactor) {
      const { request } = describeNote(note);
      const shown = {
        request: { ...request, path: redactor.parameters(sent.path) },
        wanted: redactWanted(redactor),
      };
      const differences = matcher?.compare(sent, shown) ?? [];
      return differences.map(({ place, message }) => `${place} ${message}`);
    },
  };
}

/** Calls of other operations, or of none, that the client may have meant for this one. */
function findNear(notes: readonly RequestNote[], operation: Called): readonly Compared[] {
  const measure = createMeasure();
  return notes.map((note) => {
    const { method } = note;
    const path = pathOfNote(note);
    const what =
      note.operation === undefined
        ? 'it matches no operation'
        : `it is a call of ${note.operation}`;
    return {
      note,
      cost: measure({ method, path }, operation).cost,
      describe(redactor) {
        const shown = measure({ method, path: redactor.path(path) }, operation);
        return [what, ...shown.describe().map((words) => `for ${operation.id}, ${words}`)];
      },
    };
  });
}

/** The nearest first; of equals, the newest. */
function chooseNearest(calls: readonly Compared[]): readonly NearCall[] {
  const ranked = calls.toSorted(
    (one, other) => one.cost - other.cost || other.note.id - one.note.id,
  );
  return ranked.slice(0, mostNearest).map(({ note, describe }) => {
    const { id, request, reply, operation } = describeNote(note);
    const redactor = redactorOf(note);
    const query = request.query === '' ? '' : `?${request.query}`;
    return {
      id,
      method: request.method,
      path: printable(request.path + query),
      status: reply.status,
      operation,
      differences: describe(redactor).map((words) => printable(redactor.text(words))),
    };
  });
}

function describeOutcome(
  { operation, matcher }: Expectation,
  { isMet, count, wanted, isComplete }: Omit<Verification, 'message' | 'nearest'>,
  calls: number,
): string {
  const how = matcher ? ' as described' : '';
  const inAll = calls === count ? '' : ` (${calls} ${calls === 1 ? 'call' : 'calls'} in all)`;
  const was = count === 0 ? 'was never called' : `was called ${describeTimes(count)}`;
  const verdict = isMet ? 'as expected' : `expected: ${describeWanted(wanted)}`;
  const doubt = isComplete
    ? ''
    : ' The journal has had to drop requests of that time, or the body of one that was too large to keep, so there may have been more calls: keep more with --journal, clear it before, ask for fewer with since, or for less of the body.';
  return `${printable(operation.id)} ${was}${how}${inAll}; ${verdict}.${doubt}`;
}

function describeWanted({ atLeast, atMost }: WantedCount): string {
  if (atMost === undefined) return `at least ${describeTimes(atLeast)}`;
  if (atMost === atLeast) return atMost === 0 ? 'never' : `exactly ${describeTimes(atLeast)}`;
  if (atLeast === 0) return `at most ${describeTimes(atMost)}`;
  return `${atLeast} to ${atMost} times`;
}

function describeTimes(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}
