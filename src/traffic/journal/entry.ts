import type { Violation } from '../../errors.ts';
import type { JsonValue } from '../../json.ts';
import type { Delivery } from '../../pipeline/exchange.ts';
import type { Note } from './note.ts';
import { heaviestBody, receivedAt } from './note.ts';
import type { Blotter } from './secrets.ts';
import { createBlotter, maskField, maskQuery } from './secrets.ts';

/** A request that was answered, as people and programs may see it: without its secrets. */
export interface Entry {
  /** Rises by one with each request. */
  readonly id: number;
  /** When it came in. */
  readonly time: Date;
  readonly durationMs: number;
  /** The world that it played in. */
  readonly world: string;
  /** Undefined where no operation of the contract is meant. */
  readonly operation: string | undefined;
  readonly request: EntryRequest;
  readonly reply: EntryReply;
  /** The names of the credentials that let it in; of one that was let in no further, those that it showed. */
  readonly credentials: readonly string[];
  readonly verdict: EntryVerdict;
  /** Why it was refused, or is a breach. */
  readonly problem: { readonly code: string; readonly detail: string } | undefined;
  readonly violations: readonly Violation[];
  /** Who has made the reply another than the usual one. */
  readonly forced: EntryForce | undefined;
  /** What was done to the reply on its way. */
  readonly delivery: Delivery | undefined;
  /** The server that was asked, since no operation was meant; undefined: none. */
  readonly forwardedTo: string | undefined;
}

/** `unmatched`: refused or forwarded, since no operation of the contract is meant. */
export type EntryVerdict = 'served' | 'refused' | 'breach' | 'unmatched';

export interface EntryRequest {
  readonly method: string;
  /** With all that was in front of it. */
  readonly path: string;
  /** What follows the `?`, as it was sent. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was read; undefined where there was none, or it isn't kept. */
  readonly body: JsonValue | undefined;
  /** Why there is no body, where one was sent. */
  readonly bodyNote: string | undefined;
}

export interface EntryReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as a value, anything else as a text. */
  readonly body: JsonValue | undefined;
  /** Why there is no body, where one was sent. */
  readonly bodyNote: string | undefined;
}

export interface EntryForce {
  readonly by: 'override' | 'fault' | 'header' | 'preference';
  readonly id: string;
  readonly what: string;
}

/** As the control API calls the world that is kept. */
export const keptWorld = 'default';

export function describeNote(note: Note): Entry {
  const { id, microseconds, worldName, operation, delivery } = note;
  const blotter = createBlotter(note.query, note.headers, note.secrets);
  return {
    id,
    time: new Date(receivedAt(note)),
    durationMs: microseconds / 1000,
    world: worldName ?? keptWorld,
    operation,
    request: describeRequest(note, blotter),
    reply: describeReply(note, blotter),
    credentials: [...new Set([note.credentials ?? []].flat())],
    verdict: verdictOf(note),
    problem: describeProblem(note, blotter),
    violations: note.fault.violations.map((one) => ({
      ...one,
      message: blotter.text(one.message),
    })),
    forced: describeForce(note),
    delivery,
    forwardedTo: note.from,
  };
}

export function verdictOf({ verdict, from, fault: { code } }: Note): EntryVerdict {
  const isUnmatched = code === 'unknown-path' || code === 'method-not-allowed';
  return isUnmatched || from !== undefined ? 'unmatched' : verdict;
}

function describeProblem({ fault: { code, detail } }: Note, blotter: Blotter): Entry['problem'] {
  return code === undefined ? undefined : { code, detail: blotter.text(detail) };
}

function describeForce({ forced, hasWishes }: Note): EntryForce | undefined {
  if (forced) return forced;
  return hasWishes
    ? { by: 'preference', id: '', what: 'answered as the request prefers' }
    : undefined;
}

function describeRequest(note: Note, blotter: Blotter): EntryRequest {
  const { method, path, query, secrets } = note;
  const fields = Object.entries(note.headers).map(([name, value = '']) => {
    const text = typeof value === 'string' ? value : value.join(', ');
    return [name, blotter.text(maskField(name, text, secrets))];
  });
  return {
    method,
    path: blotter.text(path),
    query: blotter.text(maskQuery(query, secrets)),
    headers: Object.fromEntries(fields),
    body: note.body === undefined ? undefined : blotter.value(note.body),
    bodyNote: noteOnBody(note),
  };
}

function noteOnBody(note: Note): string | undefined {
  if (note.hadBody) return note.body === undefined ? tooLarge(note.headers) : undefined;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = note.headers;
  if (coding === undefined && length === '0') return undefined;
  if (note.from !== undefined) return 'not kept: it went on to the other server';
  if (note.fault.code === 'forward-failed') return 'not kept: it was for the other server';
  if (note.step < 3) return 'not read: the request was answered before anybody asked for it';
  if (note.verdict === 'refused' && note.step === 3) return 'it could not be read, see the problem';
  return 'not read: the operation takes none';
}

function tooLarge({ 'content-length': length }: Note['headers']): string {
  const size = typeof length === 'string' ? ` of ${length} bytes` : '';
  return `not kept: a body${size} takes more than the ${heaviestBody} bytes that are kept of one`;
}

function describeReply(note: Note, blotter: Blotter): EntryReply {
  const { status, replyHeaders, replyBody, secrets } = note;
  const headers: Record<string, string> = {};
  for (let index = 0; index < replyHeaders.length; index += 2) {
    const [name = '', value = ''] = replyHeaders.slice(index, index + 2);
    const text = blotter.text(maskField(name, value, secrets));
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${text}` : text;
  }
  const isSent = note.method !== 'HEAD' && status !== 204 && status !== 304;
  const body = isSent && replyBody !== undefined ? readText(replyBody, headers) : undefined;
  return {
    status,
    headers,
    body: body === undefined ? undefined : blotter.value(body),
    bodyNote: isSent ? noteOnReply(note) : undefined,
  };
}

function noteOnReply({ replyBody, replySize }: Note): string | undefined {
  if (replyBody !== undefined || replySize === 0) return undefined;
  if (replySize === -1) return 'not kept: it was sent piece by piece';
  return replySize > heaviestBody
    ? `not kept: ${replySize} bytes, more than the ${heaviestBody} that are kept of one`
    : `not kept: a file of ${replySize} bytes`;
}

function readText(text: string, headers: Readonly<Record<string, string>>): JsonValue {
  const type = headers['Content-Type'] ?? '';
  if (!/[/+]json\b/i.test(type)) return text;
  try {
    // A trust edge: it was written here, or by whoever wanted it broken.
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
