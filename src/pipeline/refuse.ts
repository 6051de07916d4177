import type { Media, Response } from '../contract/bodies.ts';
import type { Operation } from '../contract/operations.ts';
import type { Part } from '../contract/documents.ts';
import type { Violation } from '../errors.ts';
import { ApiError, ContractBreach, messageOf } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import type { Received, Reply } from './exchange.ts';
import { contentType, findHeaderFaults } from './validate-response.ts';

/** A problem document (RFC 9457). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly Violation[];
}

/** Fills the shapes that a contract declares for its refusals. */
export interface RefusalFiller {
  /** A value that says what the problem says; undefined where that can't be done. */
  body(schema: Part, problem: ProblemDocument): JsonValue | undefined;
  /** Any value of a header that the refusal has nothing to say about. */
  header(schema: Part, name: string): JsonValue | undefined;
}

/** Marks a refusal that the contract declares in no way. */
const undeclaredHeader = 'X-Stuntdouble-Undeclared';

/**
 * The reply for whatever was thrown on the road. A refusal takes the shape that the operation
 * declares for it; one that it doesn't declare is a problem document (RFC 9457), and says so.
 */
export function refuse(
  thrown: unknown,
  received: Received,
  operation: Operation | undefined,
  filler: RefusalFiller,
): Reply {
  const error = toApiError(thrown);
  const problem = describeProblem(error, received);
  const verdict =
    thrown instanceof ContractBreach
      ? ({ kind: 'breach', breach: thrown } as const)
      : ({ kind: 'refused', error } as const);
  const declared = operation && findDeclaredShape(error, problem, operation, filler);
  if (declared) return { ...declared, verdict, operation };
  return {
    status: error.status,
    headers: [
      'Content-Type',
      'application/problem+json',
      ...Object.entries(error.headers).flat(),
      ...(operation ? [undeclaredHeader, String(error.status)] : []),
    ],
    body: JSON.stringify(problem),
    verdict,
    operation,
  };
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof ContractBreach) {
    return new ApiError('contract-breach', thrown.message, { cause: thrown });
  }
  return new ApiError('internal-error', `${messageOf(thrown)}. Nothing was changed.`, {
    cause: thrown,
  });
}

function describeProblem(error: ApiError, received: Received): ProblemDocument {
  return {
    type: `urn:problem-type:${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.message,
    instance: toUriReference(received.prefix + received.path),
    ...(error.violations.length > 0 ? { errors: error.violations } : {}),
  };
}

/** Servers let more through in a path than a URI may hold. */
function toUriReference(path: string): string {
  return path
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/[^\w\-.~!$&'()*+,;=:@/%]/g, (character) => encodeURIComponent(character))
    .replace(/^\/{2,}/, '/');
}

interface DeclaredShape {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | undefined;
}

function findDeclaredShape(
  error: ApiError,
  problem: ProblemDocument,
  operation: Operation,
  filler: RefusalFiller,
): DeclaredShape | undefined {
  for (const { status, response } of candidates(error, operation)) {
    const shape = takeShape(response, status, { ...problem, status }, error, filler);
    if (shape) return shape;
  }
  return undefined;
}

/** The status itself, then those that say nearly the same, then the range, then the default. */
function candidates(
  { status, nearest }: ApiError,
  { responses }: Operation,
): readonly { readonly status: number; readonly response: Response }[] {
  const keys: [number, string][] = [
    ...[status, ...nearest].map((code): [number, string] => [code, String(code)]),
    [status, `${Math.floor(status / 100)}XX`],
    [status, 'default'],
  ];
  return keys.flatMap(([code, key]) => {
    const response = responses.get(key);
    return response ? [{ status: code, response }] : [];
  });
}

function takeShape(
  response: Response,
  status: number,
  problem: ProblemDocument,
  error: ApiError,
  filler: RefusalFiller,
): DeclaredShape | undefined {
  const headers = completeHeaders(response, error.headers, filler);
  if (findHeaderFaults(response, headers).length > 0) return undefined;
  const flat = Object.entries(headers).flat();
  if (response.media.length === 0) return { status, headers: flat, body: undefined };
  for (const media of preferProblems(response.media)) {
    const body = fillMedia(media, problem, filler);
    if (body !== undefined) {
      return { status, headers: ['Content-Type', contentType(media), ...flat], body };
    }
  }
  return undefined;
}

/** Headers that the response requires and the refusal has nothing to say about. */
function completeHeaders(
  response: Response,
  own: Readonly<Record<string, string>>,
  filler: RefusalFiller,
): Readonly<Record<string, string>> {
  const complete: Record<string, string> = { ...own };
  const present = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  for (const { name, isRequired, schema } of response.headers) {
    if (!isRequired || present.has(name.toLowerCase()) || !schema) continue;
    const value = filler.header(schema, name);
    if (typeof value === 'string' || typeof value === 'number') complete[name] = String(value);
  }
  return complete;
}

function preferProblems(media: readonly Media[]): readonly Media[] {
  return media.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function rankOf(media: Media): number {
  if (isProblemType(media)) return 0;
  return media.isJson ? 1 : 2;
}

/** The problem itself where it fits, then the schema filled with it, then the contract's example. */
function fillMedia(
  media: Media,
  problem: ProblemDocument,
  filler: RefusalFiller,
): string | undefined {
  if (!media.isJson) return media.essence.startsWith('text/') ? problem.detail : undefined;
  const { schema, check, examples } = media;
  if (!schema || !check) return JSON.stringify(problem);
  if (check(problem).length === 0 && isProblemType(media)) return JSON.stringify(problem);
  for (const value of [filler.body(schema, problem), examples[0]?.value]) {
    if (value !== undefined && check(value).length === 0) return JSON.stringify(value);
  }
  return undefined;
}

/** An open schema accepts anything; only one that speaks of problems gets one unasked. */
function isProblemType({ essence }: Media): boolean {
  return essence === 'application/problem+json';
}
