import { createHash } from 'node:crypto';

import { ApiError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { ResponseHeader } from '../../contract/bodies/headers.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { Outcome, ReplyHeaders, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { addressOf } from '../records/addressing.ts';
import type { CompleteHeaders } from '../replies/answer-headers.ts';
import { momentOf } from '../values/moments.ts';
import type { OperationAct, WorldContext } from '../world-context.ts';
import type { Memory } from './memory.ts';
import { changeTimeOf } from './timestamps.ts';

/**
 * Adds the versions that the contract declares (`ETag`, `Last-Modified`) to replies, and checks the
 * conditions that requests set on them (RFC 9110, section 13).
 */
export function withConditions(
  act: OperationAct,
  target: Stateful,
  operation: Operation,
  { completeHeaders }: { readonly completeHeaders: CompleteHeaders },
): OperationAct {
  if (!isConditional(operation)) return act;
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  return (request, context) => {
    // The operation comes first: a missing record is a 404. An unmet condition drops its outcome.
    const before = isRead ? undefined : findRecord(target, context, request);
    const outcome = act(request, context);
    const headers = { ...outcome.headers, ...versionHeaders(request, outcome) };
    const versioned = { ...outcome, headers };
    if (!isRead) {
      const version = before && versionOf(before);
      if (!isMet(request, version, before)) throw refuseCondition(target, before);
      return versioned;
    }
    const version = versionOfReply(outcome);
    if (!isMatched(request, version)) throw refuseCondition(target, outcome.record);
    if (outcome.showsOthers === true || !isFresh(request, version, outcome.record))
      return versioned;
    // A read that is counted counts, too, if nothing has changed.
    const { commit } = outcome;
    return { ...confirm(request, headers, completeHeaders), ...(commit && { commit }) };
  };
}

function isConditional({ parameters, responses, success }: Operation): boolean {
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  return (
    headers.some((name) => /^if-(?:none-)?match$|^if-(?:un)?modified-since$/i.test(name)) ||
    responses.has('304') ||
    responses.has('412') ||
    (success?.headers ?? []).some(({ name }) => /^(?:etag|last-modified)$/i.test(name))
  );
}

function findRecord(target: Stateful, context: WorldContext, request: Validated): Item | undefined {
  const { collection } = target;
  // A path that ends in the collection names no record.
  if (target.key === undefined && collection.kind !== 'singleton') return undefined;
  const { key, parents } = addressOf(request, target);
  return context.existing.find(collection, key, parents);
}

function versionHeaders({ choice }: Validated, outcome: Outcome): ReplyHeaders {
  const declared = choice.response?.headers ?? [];
  const found = declared.flatMap((header): readonly (readonly [string, string])[] => {
    const text = choose(header, textsFor(header, outcome));
    return text === undefined ? [] : [[header.name, text]];
  });
  return Object.fromEntries(found);
}

function textsFor({ name }: ResponseHeader, outcome: Outcome): readonly string[] {
  if (/^etag$/i.test(name)) {
    const version = versionOfReply(outcome);
    return version === undefined ? [] : [`"${version}"`, `W/"${version}"`, version];
  }
  if (!/^last-modified$/i.test(name)) return [];
  const time = outcome.record && changeTimeOf(outcome.record.body);
  return time === undefined ? [] : [new Date(time).toUTCString(), new Date(time).toISOString()];
}

function choose(header: ResponseHeader, texts: readonly string[]): string | undefined {
  return texts.find((text) => (header.check?.(header.read(text)) ?? []).length === 0);
}

function isMet(request: Validated, version: string | undefined, before: Item | undefined): boolean {
  const unwanted = textOf(request, 'if-none-match');
  if (unwanted !== undefined && names(unwanted, version)) return false;
  if (!isMatched(request, version)) return false;
  const since = momentOf(textOf(request, 'if-unmodified-since') ?? '');
  const time = before && changeTimeOf(before.body);
  return since === undefined || time === undefined || toSeconds(time) <= since;
}

function isMatched(request: Validated, version: string | undefined): boolean {
  const wanted = textOf(request, 'if-match');
  return wanted === undefined || names(wanted, version);
}

/** Whether the client has the current reply already. */
function isFresh(
  request: Validated,
  version: string | undefined,
  record: Item | undefined,
): boolean {
  const known = textOf(request, 'if-none-match');
  if (known !== undefined) return names(known, version);
  const since = momentOf(textOf(request, 'if-modified-since') ?? '');
  const time = record && changeTimeOf(record.body);
  return since !== undefined && time !== undefined && toSeconds(time) <= since;
}

/** Dates in headers have no fractions of seconds. */
function toSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

function confirm(
  { operation }: Validated,
  headers: ReplyHeaders,
  complete: CompleteHeaders,
): Outcome {
  const response = operation.responses.get('304');
  const kept = Object.entries(headers).filter(([name]) => /^(?:etag|last-modified)$/i.test(name));
  const own = Object.fromEntries(kept);
  return { status: 304, headers: response ? complete(response, own) : own };
}

/** Whether a list of versions contains this one; `*` stands for any. */
function names(list: string, version: string | undefined): boolean {
  if (version === undefined) return false;
  if (list.trim() === '*') return true;
  const tags = list.split(',').map((tag) => tag.trim().replace(/^W\//i, '').replaceAll('"', ''));
  return tags.includes(version);
}

function textOf({ headers }: Validated, name: string): string | undefined {
  const value = headers[name];
  return value === undefined || typeof value === 'string' ? value : value.join(', ');
}

function refuseCondition({ collection }: Stateful, before: Item | undefined): ApiError {
  const detail = before
    ? `The record "${before.key}" of ${collection.name} has the version "${versionOf(before)}".`
    : `There is no such record in ${collection.name}.`;
  return new ApiError('precondition-failed', detail);
}

const known = new WeakMap<Item, string>();

/** The same in every reply and on every machine; each change makes a new one. */
function versionOf(item: Item): string {
  const before = known.get(item);
  if (before !== undefined) return before;
  const version = digest(JSON.stringify([item.key, item.parents, item.body]));
  known.set(item, version);
  return version;
}

/** The version of a reply's content; undefined where it has none. */
function versionOfReply({ record, item, body, bytes }: Outcome): string | undefined {
  if (record) return versionOf(record);
  if (bytes) return digest(bytes);
  const value = item ? item.body : body;
  return value === undefined ? undefined : digest(JSON.stringify(value));
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Runs a request once for each idempotency key; a repeated request gets the same reply. */
export function withIdempotency(act: OperationAct, operation: Operation): OperationAct {
  const header = operation.parameters.find(
    (one) => one.in === 'header' && /^(?:x-)?idempotency-?key$/i.test(one.name),
  );
  if (!header) return act;
  return (request, context) => {
    const { memory } = context;
    const key = request.parameters.header[header.name];
    if (key === undefined) return act(request, context);
    const name = JSON.stringify([operation.id, key, request.parameters.path]);
    const bodyDigest = digestOf(request.body ?? null);
    const remembered = memory.find(name);
    if (!remembered) return remember(memory, name, bodyDigest, act(request, context));
    if (remembered.digest === bodyDigest) return remembered.outcome;
    const detail = `${operation.id} got another body under the key ${JSON.stringify(key)}.`;
    throw new ApiError('idempotency-conflict', detail);
  };
}

/** Remembers only what took effect: a client may send a request that failed again. */
function remember(memory: Memory, name: string, bodyDigest: string, outcome: Outcome): Outcome {
  const { commit, ...reply } = outcome;
  return {
    ...outcome,
    commit() {
      const stored = commit?.();
      const forget = memory.keep(name, { digest: bodyDigest, outcome: reply });
      return stored?.catch((error: unknown) => {
        forget();
        throw error;
      });
    },
  };
}

/** Bodies that differ only in the order of members have the same digest. */
function digestOf(body: JsonValue): string {
  const text = JSON.stringify(body, (_, value: JsonValue) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
  return createHash('sha256').update(text).digest('base64url');
}
