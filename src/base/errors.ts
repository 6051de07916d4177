/** Everything that can be wrong. Imports nothing but what there is to know of each refusal. */

import type { ProblemCode } from './catalogue.ts';
import { catalogue } from './catalogue.ts';

export interface Violation {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  readonly pointer: string;
  readonly message: string;
  readonly keyword: string;
}

export interface ApiErrorOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly violations?: readonly Violation[];
  readonly cause?: unknown;
}

/** To note where it was made costs more than all the rest of a refusal, and nobody asks. */
class ErrorWithoutStack extends Error {
  constructor(message: string, options: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }
}

/** A refusal: the request is at fault, or the service admits a fault of its own. */
export class ApiError extends ErrorWithoutStack {
  override readonly name = 'ApiError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly nearest: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
  readonly violations: readonly Violation[];

  constructor(code: ProblemCode, detail: string, options: ApiErrorOptions = {}) {
    super(detail, { cause: options.cause });
    const problem = catalogue[code];
    this.code = code;
    this.status = problem.status;
    this.title = problem.title;
    this.nearest = problem.nearest;
    this.headers = options.headers ?? none;
    this.violations = options.violations ?? [];
  }
}

/** The same object for all, so that what is made of it can be remembered. */
const none: ApiError['headers'] = Object.freeze({});

/** Our own fault: what we were about to send, or to store, breaks the contract. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  readonly violations: readonly Violation[];

  /** `where` names the operation and the status or the record, `remedy` the way out of it. */
  constructor(where: string, violations: readonly Violation[], remedy: string) {
    super(`${where}, ${violations.map(describeViolation).join('; ')}. ${remedy}`);
    this.violations = violations;
  }
}

/** One thing that is wrong with what the stand-in was given to start with. */
export interface Complaint {
  readonly file: string;
  readonly message: string;
  readonly pointer?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The lines around the place, ready to print. */
  readonly frame?: string | undefined;
}

/** The stand-in can not start. All complaints at once, so that one edit can mend them. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly complaints: readonly Complaint[];

  constructor(complaints: readonly Complaint[]) {
    super(complaints.map(describeComplaint).join('\n'));
    this.complaints = complaints;
  }
}

/** A text that could be read, and has more in it than is read. */
export class SizeError extends SyntaxError {
  override readonly name = 'SizeError';
}

export function describeViolation(violation: Violation): string {
  const place = violation.pointer === '' ? violation.in : `${violation.in} ${violation.pointer}`;
  return `${place}: ${violation.message}`;
}

/** By file and line; the files in the order of what was found first in each. */
export function inOrder(complaints: readonly Complaint[]): readonly Complaint[] {
  const files = [...new Set(complaints.map(({ file }) => file))];
  return complaints.toSorted(
    (left, right) =>
      files.indexOf(left.file) - files.indexOf(right.file) ||
      (left.line ?? 0) - (right.line ?? 0) ||
      (left.column ?? 0) - (right.column ?? 0),
  );
}

/** On one line that moves no cursor, whatever is quoted in it: complaints are listed line by line. */
export function describeComplaint(complaint: Complaint): string {
  const line = complaint.line === undefined ? '' : `:${complaint.line}:${complaint.column ?? 1}`;
  const pointer = complaint.pointer ? ` ${complaint.pointer}` : '';
  const text = `${complaint.file}${line}${pointer}: ${complaint.message}`;
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** What a thrown value says, for a message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
