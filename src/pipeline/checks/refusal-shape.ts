import { catalogue } from '../../base/catalogue.ts';
import type { ApiError, Violation } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Media, Response } from '../../contract/bodies/bodies.ts';
import { quoteClient } from '../../contract/bodies/formats/text.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { Operation } from '../../contract/operations.ts';
import type { ReplyHeaders } from '../exchange.ts';
import type { PreferenceTexts } from '../preferences.ts';
import { findHeaderFaults } from './validate-response.ts';

/** A problem document (RFC 9457). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly Violation[];
}

/** Fills the shapes that a contract declares for its errors. */
export interface RefusalFiller {
  /**
   * A value of the schema that says what the problem says; undefined where none can be made. `code`:
   * one word for the problem, by default the end of its type.
   */
  body(schema: Part, problem: ProblemDocument, code?: string): JsonValue | undefined;
  /** The headers of a refusal, completed with those that its response declares. */
  headers(response: Response, own: ReplyHeaders): ReplyHeaders;
}

/** An error, its problem document, and the preferences of the request. */
export interface Refusal {
  readonly error: ApiError;
  readonly problem: ProblemDocument;
  readonly inputs: PreferenceTexts;
}

export interface DeclaredShape {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
  /** Whether the body is the whole problem document, so that no header has to add the reason. */
  readonly isWholeProblem: boolean;
}

/** The refusal as declared for its status, for a similar status, for its range or by default. */
export function findDeclaredShape(
  refusal: Refusal,
  operation: Operation,
  filler: RefusalFiller,
): DeclaredShape | undefined {
  const { error, problem, inputs } = refusal;
  for (const { status, response } of findCandidates(error, operation)) {
    const told = status === problem.status ? problem : { ...problem, status };
    const shape = takeShape(response, status, { error, problem: told, inputs }, filler);
    if (shape) return shape;
  }
  return undefined;
}

interface Candidate {
  readonly status: number;
  readonly response: Response;
}

const knownCandidates = new WeakMap<Operation, Map<string, readonly Candidate[]>>();

/** The declared responses that may carry an error, best first; cached for each code and status. */
function findCandidates(error: ApiError, operation: Operation): readonly Candidate[] {
  let byCode = knownCandidates.get(operation);
  if (!byCode) knownCandidates.set(operation, (byCode = new Map()));
  const isUsual = error.status === catalogue[error.code].status;
  const name = isUsual ? error.code : `${error.code} ${error.status}`;
  const known = byCode.get(name);
  if (known) return known;
  const found = listCandidates(error, operation);
  byCode.set(name, found);
  return found;
}

/** The status and those of similar meaning, then the range, then `default`. */
function listCandidates(
  { status, nearest }: ApiError,
  { responses }: Operation,
): readonly Candidate[] {
  const codes = nearest.includes(status) ? nearest : [status, ...nearest];
  const keys = [
    ...codes.map((code) => ({ key: String(code), code })),
    { key: `${Math.floor(status / 100)}XX`, code: status },
    { key: 'default', code: status },
  ];
  return keys.flatMap(({ key, code }) => {
    const response = responses.get(key);
    return response ? [{ status: code, response }] : [];
  });
}

function takeShape(
  response: Response,
  status: number,
  refusal: Refusal,
  filler: RefusalFiller,
): DeclaredShape | undefined {
  const headers = filler.headers(response, refusal.error.headers);
  const flat = flattenSound(response, headers);
  if (!flat) return undefined;
  if (response.media.length === 0) {
    return { status, headers: flat, body: undefined, isWholeProblem: false };
  }
  const found = findRequested(response, status, refusal.inputs) ?? fill(response, refusal, filler);
  if (!found) return undefined;
  const { media, body, isWholeProblem } = found;
  return { status, headers: ['Content-Type', media.contentType, ...flat], body, isWholeProblem };
}

/** Caches the last result: a response mostly gets the same headers. */
const knownFlat = new WeakMap<Response, { headers: ReplyHeaders; flat: Flat | undefined }>();

type Flat = readonly string[];

/** Names and values alternate; undefined where they break what the response declares. */
function flattenSound(response: Response, headers: ReplyHeaders): Flat | undefined {
  const known = knownFlat.get(response);
  if (known?.headers === headers) return known.flat;
  const faults = findHeaderFaults(response, headers);
  const isSound = faults.every(({ isExample }) => isExample);
  const flat = isSound ? Object.entries(headers).flat() : undefined;
  knownFlat.set(response, { headers, flat });
  return flat;
}

interface Filled {
  readonly media: Media;
  readonly body: string | Uint8Array;
  readonly isWholeProblem: boolean;
}

/** A request that prefers this status may also name one of its examples. */
function findRequested(
  { media: offers }: Response,
  status: number,
  inputs: PreferenceTexts,
): Filled | undefined {
  const requested = inputs.get('example');
  if (requested === undefined || inputs.get('code') !== String(status)) return undefined;
  for (const media of offers) {
    const example = media.examples.find(({ name }) => name === requested);
    if (example?.faults().length === 0) {
      const { payload } = media.renderer.render(example.value);
      return { media, body: payload, isWholeProblem: false };
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
    if (isProblemType(media) && fits(media, refusal.problem)) {
      return { media, body: JSON.stringify(refusal.problem), isWholeProblem: true };
    }
    const body = fillMedia(media, refusal.problem, filler);
    if (body !== undefined) return { media, body, isWholeProblem: false };
  }
  return undefined;
}

function rankOf(media: Media): number {
  if (isProblemType(media)) return 0;
  return media.isJson ? 1 : 2;
}

/** A valid example of the contract, else the schema filled with the problem. */
function fillMedia(
  media: Media,
  problem: ProblemDocument,
  filler: RefusalFiller,
): string | Uint8Array | undefined {
  const { schema, essence, examples, renderer } = media;
  const { content } = media.format;
  const example = examples.find(({ faults }) => faults().length === 0);
  if (example) return renderer.render(example.value).payload;
  if (content === 'text' && fits(media, problem.detail)) {
    return quoteClient(problem.detail, essence);
  }
  if (!schema) return media.isJson ? JSON.stringify(problem) : undefined;
  const value = content === 'bytes' ? undefined : filler.body(schema, problem);
  const rendering = value === undefined ? undefined : renderer.render(value);
  if (rendering?.faults.length !== 0) return undefined;
  const isText = content === 'text' && typeof value === 'string';
  return isText ? quoteClient(value, essence) : rendering.payload;
}

function fits({ check }: Media, value: unknown): boolean {
  return check === undefined || check(value).length === 0;
}

/** Only this type gets the problem document: an open schema may accept it without meaning it. */
function isProblemType({ essence }: Media): boolean {
  return essence === 'application/problem+json';
}
