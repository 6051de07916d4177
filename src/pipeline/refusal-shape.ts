import type { Media, Response } from '../contract/bodies.ts';
import type { Part } from '../contract/documents.ts';
import type { Operation } from '../contract/operations.ts';
import type { ApiError, Violation } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import type { PreferenceTexts } from './preferences.ts';
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
  /** The headers of a refusal, and those that its response declares besides. */
  headers(response: Response, own: Headers): Headers;
}

type Headers = Readonly<Record<string, string>>;

/** What is refused, and what the request wished for in that case. */
export interface Refusal {
  readonly error: ApiError;
  readonly problem: ProblemDocument;
  readonly wishes: PreferenceTexts;
}

export interface DeclaredShape {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
}

/** The refusal as the operation declares it: for its status, one that says nearly the same, or all. */
export function findDeclaredShape(
  refusal: Refusal,
  operation: Operation,
  filler: RefusalFiller,
): DeclaredShape | undefined {
  for (const { status, response } of candidates(refusal.error, operation)) {
    const problem = { ...refusal.problem, status };
    const shape = takeShape(response, status, { ...refusal, problem }, filler);
    if (shape) return shape;
  }
  return undefined;
}

/** The status itself and those that say nearly the same, then the range, then the default. */
function* candidates(
  { status, nearest }: ApiError,
  { responses }: Operation,
): Generator<{ readonly status: number; readonly response: Response }> {
  const codes = nearest.includes(status) ? nearest : [status, ...nearest];
  for (const code of codes) {
    const response = responses.get(String(code));
    if (response) yield { status: code, response };
  }
  for (const key of [`${Math.floor(status / 100)}XX`, 'default']) {
    const response = responses.get(key);
    if (response) yield { status, response };
  }
}

function takeShape(
  response: Response,
  status: number,
  refusal: Refusal,
  filler: RefusalFiller,
): DeclaredShape | undefined {
  const headers = filler.headers(response, refusal.error.headers);
  if (findHeaderFaults(response, headers).some(({ isExample }) => !isExample)) return undefined;
  const flat = Object.entries(headers).flat();
  if (response.media.length === 0) return { status, headers: flat, body: undefined };
  const found = findWished(response, status, refusal.wishes) ?? fill(response, refusal, filler);
  if (!found) return undefined;
  const { media, body } = found;
  return { status, headers: ['Content-Type', contentType(media), ...flat], body };
}

interface Filled {
  readonly media: Media;
  readonly body: string | Uint8Array;
}

/** Whoever wished for this very status may have named an example of it. */
function findWished(
  { media: offers }: Response,
  status: number,
  wishes: PreferenceTexts,
): Filled | undefined {
  const wished = wishes.get('example');
  if (wished === undefined || wishes.get('code') !== String(status)) return undefined;
  for (const media of offers) {
    const example = media.examples.find(({ name }) => name === wished);
    if (example?.isRight()) {
      return { media, body: media.renderer.render(example.value).payload };
    }
  }
  return undefined;
}

function fill(
  { media: offers }: Response,
  refusal: Refusal,
  filler: RefusalFiller,
): Filled | undefined {
  const ranked =
    offers.length === 1 ? offers : offers.toSorted((left, right) => rankOf(left) - rankOf(right));
  for (const media of ranked) {
    const body = fillMedia(media, refusal.problem, filler);
    if (body !== undefined) return { media, body };
  }
  return undefined;
}

function rankOf(media: Media): number {
  if (isProblemType(media)) return 0;
  return media.isJson ? 1 : 2;
}

/** The problem itself where it fits, then the contract's example, then the schema filled with it. */
function fillMedia(
  media: Media,
  problem: ProblemDocument,
  filler: RefusalFiller,
): string | Uint8Array | undefined {
  const { schema, check, examples, renderer, kind } = media;
  const fits = (value: JsonValue): boolean => (check?.(value) ?? []).length === 0;
  if (isProblemType(media) && (check?.(problem) ?? []).length === 0) return JSON.stringify(problem);
  const example = examples.find(({ isRight }) => isRight());
  if (example) return renderer.render(example.value).payload;
  if (kind === 'text' && fits(problem.detail)) return problem.detail;
  if (!schema) return media.isJson ? JSON.stringify(problem) : undefined;
  const value = kind === 'binary' ? undefined : filler.body(schema, problem);
  const rendering = value === undefined ? undefined : renderer.render(value);
  return rendering?.faults.length === 0 ? rendering.payload : undefined;
}

/** An open schema accepts anything; only one that speaks of problems gets one unasked. */
function isProblemType({ essence }: Media): boolean {
  return essence === 'application/problem+json';
}
