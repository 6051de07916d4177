import type { Violation } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import type { UnknownName } from '../../pipeline/checks/unknown-query.ts';
import { describeUnknown } from '../../pipeline/checks/unknown-query.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { createRedactor } from '../redaction/redactor.ts';
import type { EntryDelivery, EntryForce } from './entry-force.ts';
import { describeDelivery, describeForce } from './entry-force.ts';
import type { EntryChange, ShowRecord } from './noted-changes.ts';
import { describeChanges, noteOnChanges } from './noted-changes.ts';
import type { RequestNote } from './note.ts';
import { heaviestBody } from './note.ts';
import { durationOf, receivedAt } from './note-times.ts';

/** An answered request with its reply, without their secrets. */
export interface RequestEntry extends DescribedRequest {
  /** The records that it changed. */
  readonly changes: readonly EntryChange[];
  /** Why `changes` has fewer than `changed`; undefined: it has all. */
  readonly changesNote: string | undefined;
}

/** The same without its changes. */
export interface DescribedRequest extends RequestOutline {
  readonly request: EntryRequest;
  readonly reply: EntryReply;
}

/** A request without headers, bodies and changes, for long lists. */
export interface RequestOutline {
  /** Increases by one with each request. */
  readonly id: number;
  /** When the request arrived. */
  readonly time: Date;
  /** Until the reply was made; where it has a `delivery`, until that was over. */
  readonly durationMs: number;
  /** The name of its world. */
  readonly world: string;
  /** Undefined if no operation of the contract matches. */
  readonly operation: string | undefined;
  readonly request: Pick<EntryRequest, 'method' | 'path' | 'query'>;
  readonly reply: Pick<EntryReply, 'status'>;
  /** How many records it changed. */
  readonly changed: number;
  /** Names of the credentials that authorized it; if none did, of the valid ones that it sent. */
  readonly credentials: readonly string[];
  readonly verdict: EntryVerdict;
  /** Why the server refused the request, or how the reply breaks the contract. */
  readonly problem: { readonly code: string; readonly detail: string } | undefined;
  readonly violations: readonly Violation[];
  /** The first names in the query that the operation does not declare. */
  readonly unknownQuery: readonly UnknownName[];
  /** What made the reply differ from the usual one. */
  readonly forced: EntryForce | undefined;
  /** How the reply was delayed, slowed down or cut off. */
  readonly delivery: EntryDelivery | undefined;
  /** The server that it was forwarded to, because no operation matches; undefined: none. */
  readonly forwardedTo: string | undefined;
}

/** `unmatched`: refused or forwarded, because no operation of the contract matches. */
export type EntryVerdict = 'served' | 'refused' | 'breach' | 'unmatched';

export interface EntryRequest {
  readonly method: string;
  /** The whole path, including mount prefix and world. */
  readonly path: string;
  /** The part after the `?`, as the client sent it. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined if there was none, or if it was not kept. */
  readonly body: JsonValue | undefined;
  /** Why `body` is undefined, if the client sent a body. */
  readonly bodyNote: string | undefined;
}

export interface EntryReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as a value, other texts as strings; undefined if there was none, or not kept. */
  readonly body: JsonValue | undefined;
  /** Why `body` is undefined, if the server sent a body. */
  readonly bodyNote: string | undefined;
}

/** The name of the default world in the control API. */
export const keptWorld = 'default';

export function describeNote(note: RequestNote): DescribedRequest {
  const replyBody = readReplyBody(note);
  return describeWith(note, replyBody, redactorOf(note, replyBody));
}

export function describeEntry(note: RequestNote, show: ShowRecord): RequestEntry {
  const replyBody = readReplyBody(note);
  const redactor = redactorOf(note, replyBody);
  return {
    ...describeWith(note, replyBody, redactor),
    changes: describeChanges(note, redactor, show),
    changesNote: noteOnChanges(note),
  };
}

export function outlineNote(note: RequestNote): RequestOutline {
  return outlineWith(note, redactorOf(note));
}

function describeWith(
  note: RequestNote,
  replyBody: JsonValue | undefined,
  redactor: Redactor,
): DescribedRequest {
  return {
    ...outlineWith(note, redactor),
    request: describeRequest(note, redactor),
    reply: describeReply(note, replyBody, redactor),
  };
}

function outlineWith(note: RequestNote, redactor: Redactor): RequestOutline {
  const { id, operation, method, path, query, status } = note;
  return {
    id,
    time: new Date(receivedAt(note)),
    durationMs: durationOf(note),
    world: nameWorld(note),
    operation,
    request: { method, path: redactor.path(path), query: redactor.query(query) },
    reply: { status },
    changed: note.changed,
    credentials: nameCredentials(note),
    verdict: verdictOf(note),
    problem: describeProblem(note, redactor),
    violations: note.fault.violations.map((one) => redactor.violation(one)),
    unknownQuery: describeUnknownNames(note, redactor),
    forced: describeForce(note, redactor),
    delivery: describeDelivery(note, redactor),
    forwardedTo: note.from,
  };
}

export function nameWorld({ secrets, worldName }: RequestNote): string {
  return secrets.known.hideIn(worldName ?? keptWorld);
}

export function nameCredentials({ credentials }: RequestNote): readonly string[] {
  return [...new Set([credentials ?? []].flat())];
}

/** Creates the redactor for a noted request and its reply. */
export function redactorOf(
  note: RequestNote,
  replyBody: JsonValue | undefined = readReplyBody(note),
): Redactor {
  const { path, placeAt, operation, query, headers, body, replyHeaders, secrets, fault } = note;
  const disclosed = { path, placeAt, operation, query, headers, body, replyHeaders, replyBody };
  return createRedactor(disclosed, secrets, fault.violations);
}

export function verdictOf({ verdict, from, fault: { code } }: RequestNote): EntryVerdict {
  const isUnmatched = code === 'unknown-path' || code === 'method-not-allowed';
  return isUnmatched || from !== undefined ? 'unmatched' : verdict;
}

function describeProblem(
  { fault: { code, detail } }: RequestNote,
  redactor: Redactor,
): RequestEntry['problem'] {
  return code === undefined ? undefined : { code, detail: redactor.text(detail) };
}

/** Here the message is a whole sentence. */
function describeUnknownNames(
  { unknownQuery }: RequestNote,
  redactor: Redactor,
): readonly UnknownName[] {
  return (unknownQuery?.listed ?? []).map((one) => ({
    name: redactor.text(one.name),
    nearest: one.nearest,
    message: redactor.text(describeUnknown(one)),
  }));
}

function describeRequest(note: RequestNote, redactor: Redactor): EntryRequest {
  const { method, path, query } = note;
  const fields = Object.entries(note.headers).map(([name, value = '']) => {
    const text = typeof value === 'string' ? value : value.join(', ');
    return [note.secrets.known.hideIn(name), redactor.header(name, text)];
  });
  return {
    method,
    path: redactor.path(path),
    query: redactor.query(query),
    headers: Object.fromEntries(fields),
    body: note.body === undefined ? undefined : redactor.body(note.body),
    bodyNote: noteOnBody(note),
  };
}

/** Why a body is not kept; undefined: it is, or there was none. */
export function noteOnBody(note: RequestNote): string | undefined {
  if (note.hadBody) return note.body === undefined ? tooLarge(note.headers) : undefined;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = note.headers;
  if (coding === undefined && length === '0') return undefined;
  if (note.from !== undefined) return 'not kept: it went on to the other server';
  if (note.fault.code === 'forward-failed') return 'not kept: it was for the other server';
  if (note.step < 3) return 'not read: an earlier step answered the request';
  if (note.verdict === 'refused' && note.step === 3) return 'it could not be read, see the problem';
  return 'not read: the operation takes none';
}

function tooLarge({ 'content-length': length }: RequestNote['headers']): string {
  const size = typeof length === 'string' ? ` of ${length} bytes` : '';
  return `not kept: a body${size} takes more than the ${heaviestBody} bytes that are kept of one`;
}

function describeReply(
  note: RequestNote,
  body: JsonValue | undefined,
  redactor: Redactor,
): EntryReply {
  const { status, replyHeaders, fault } = note;
  const headers: Record<string, string> = {};
  for (let index = 0; index < replyHeaders.length; index += 2) {
    const [name = '', value = ''] = replyHeaders.slice(index, index + 2);
    const text = isReason(name, fault.detail)
      ? redactor.text(fault.detail)
      : redactor.header(name, value);
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${text}` : text;
  }
  return {
    status,
    headers,
    body: body === undefined ? undefined : redactor.body(body),
    bodyNote: isBodySent(note) ? noteOnReply(note) : undefined,
  };
}

/** These headers hold the detail shortened and in ASCII: secrets are found only in the original. */
function isReason(name: string, detail: string): boolean {
  return detail !== '' && (name === 'X-Stuntdouble-Reason' || name === 'X-Stuntdouble-Breach');
}

function isBodySent({ method, status }: RequestNote): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

function noteOnReply({ replyBody, replySize }: RequestNote): string | undefined {
  if (replyBody !== undefined || replySize === 0) return undefined;
  if (replySize === -1) return 'not kept: it was sent piece by piece';
  return replySize > heaviestBody
    ? `not kept: ${replySize} bytes, more than the ${heaviestBody} that are kept of one`
    : `not kept: a file of ${replySize} bytes`;
}

/** Parses JSON; undefined if there was no body, or if it was not kept. */
function readReplyBody(note: RequestNote): JsonValue | undefined {
  const { replyBody, replyHeaders } = note;
  if (replyBody === undefined || !isBodySent(note)) return undefined;
  const at = replyHeaders.findIndex((name, index) => index % 2 === 0 && name === 'Content-Type');
  const type = at === -1 ? '' : (replyHeaders[at + 1] ?? '');
  if (!/[/+]json\b/i.test(type)) return replyBody;
  try {
    // A trust edge: this server wrote the text, or a test wanted it broken.
    return JSON.parse(replyBody) as JsonValue;
  } catch {
    return replyBody;
  }
}
