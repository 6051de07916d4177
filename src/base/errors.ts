/** Errors, violations and complaints. Imports nothing but the catalogue of refusals. */

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
  /** The template of the path that may have been meant. */
  readonly nearestPath?: string | undefined;
  /** Where the contract says which status it is. Default: that of the catalogue. */
  readonly status?: number;
}

/** A stack trace costs more than all the rest of a refusal, and is never shown. */
class ErrorWithoutStack extends Error {
  constructor(message: string, options: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }
}

/** A refusal: the request is at fault, or the server reports its own fault. It may quote a hostile contract. */
export class ApiError extends ErrorWithoutStack {
  override readonly name = 'ApiError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly nearest: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
  readonly violations: readonly Violation[];
  readonly nearestPath: string | undefined;

  constructor(code: ProblemCode, detail: string, options: ApiErrorOptions = {}) {
    super(inOneLine(detail), { cause: options.cause });
    const problem = catalogue[code];
    this.code = code;
    this.status = options.status ?? problem.status;
    this.title = problem.title;
    this.nearest = options.status === undefined ? problem.nearest : [];
    this.headers = options.headers ?? none;
    this.violations = (options.violations ?? []).map(inOneLineEach);
    this.nearestPath = options.nearestPath;
  }
}

/** The refusal of what a client sent; each violation says what is wrong at which place. */
export function refuseInvalid(...violations: readonly Violation[]): ApiError {
  const detail = endSentence(violations.map(describeViolation).join('; '));
  return new ApiError('invalid-request', detail, { violations });
}

/** Ends a sentence with a full stop, unless it ends with a question. */
export function endSentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`;
}

/** The refusal of one member of a body. */
export function refuseInBody(pointer: string, message: string, keyword: string): ApiError {
  return refuseInvalid({ in: 'body', pointer, message, keyword });
}

/** One object for all refusals, so that results that depend on it can be cached. */
const none: ApiError['headers'] = Object.freeze({});

/** A reply or record of the server breaks the contract. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  readonly violations: readonly Violation[];

  /** `where`: the operation with its status, or the record. `remedy`: what the user can do. */
  constructor(where: string, violations: readonly Violation[], remedy: string) {
    super(inOneLine(`${where}, ${violations.map(describeViolation).join('; ')}. ${remedy}`));
    this.violations = violations.map(inOneLineEach);
  }
}

/** One fault in the files that the server was started with. */
export interface Complaint {
  readonly file: string;
  readonly message: string;
  readonly pointer?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The lines around the place, ready to print. */
  readonly frame?: string | undefined;
}

/** The server can't start. It has all complaints, so that the user can correct them at once. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly complaints: readonly Complaint[];

  constructor(complaints: readonly Complaint[]) {
    super(complaints.map(describeComplaint).join('\n'));
    this.complaints = complaints;
  }
}

/** A text that is well-formed, but has more parts than the server reads. */
export class SizeError extends SyntaxError {
  override readonly name = 'SizeError';
}

export function describeViolation(violation: Violation): string {
  const place = violation.pointer === '' ? violation.in : `${violation.in} ${violation.pointer}`;
  return `${place}: ${violation.message}`;
}

/** Sorts by file and line; the files stay in the order of their first complaints. */
export function inOrder<T extends Complaint>(complaints: readonly T[]): readonly T[] {
  const files = [...new Set(complaints.map(({ file }) => file))];
  return complaints.toSorted(
    (left, right) =>
      files.indexOf(left.file) - files.indexOf(right.file) ||
      (left.line ?? 0) - (right.line ?? 0) ||
      (left.column ?? 0) - (right.column ?? 0),
  );
}

/** One line without control characters, whatever it quotes: complaints are listed line by line. */
export function describeComplaint(complaint: Complaint): string {
  const line = complaint.line === undefined ? '' : `:${complaint.line}:${complaint.column ?? 1}`;
  const pointer = complaint.pointer ? ` ${complaint.pointer}` : '';
  return inOneLine(`${complaint.file}${line}${pointer}: ${complaint.message}`);
}

/** Escapes what moves a cursor, begins a line or turns a text around. */
export function inOneLine(text: string): string {
  // Most texts are plain, and this test is faster than one for classes of Unicode.
  if (plainText.test(text)) return text;
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const plainText = /^[\x20-\x7e]*$/;

/** A pointer stays as it is: it leads to a place. */
function inOneLineEach(violation: Violation): Violation {
  const message = inOneLine(violation.message);
  return message === violation.message ? violation : { ...violation, message };
}

export function messageOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

/** The code of an error of Node, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return isError(error) && 'code' in error ? String(error.code) : undefined;
}

/** Test runners such as Jest have classes of their own, and Node's errors are not of their `Error`. */
function isError(error: unknown): error is Error {
  return error instanceof Error || Object.prototype.toString.call(error) === '[object Error]';
}

/** Why a file or folder can not be read, without the words of the system. */
export function reasonOf(error: unknown, what: 'file' | 'folder' = 'file'): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return `there is no such ${what}`;
  if (code === 'ENOTDIR') return 'it is no folder';
  if (code === 'EISDIR') return 'it is a folder, not a file';
  if (code === 'EACCES') return 'permission denied';
  return messageOf(error);
}
