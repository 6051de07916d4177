import type { JsonValue } from '../base/json.ts';
import { mergeJson, tryParseJson } from '../base/json.ts';
import { patchJson } from '../base/json-patch/json-patch.ts';
import { isList } from '../base/json-patch/pointed-changes.ts';
import type { Violation } from '../base/errors.ts';
import { ApiError, ContractBreach } from '../base/errors.ts';
import type { OnBreach } from './checks/validate-response.ts';
import { isMark, validateResponse } from './checks/validate-response.ts';
import type { Reply, ReplyHeaders, Validated } from './exchange.ts';

/** What changes in a reply. */
export interface ReplyPatch {
  /** Members (RFC 7396), or a list of operations (RFC 6902). */
  readonly patch: JsonValue;
  readonly headers: ReplyHeaders;
  /** What asked for it, in words for messages. */
  readonly giver: string;
}

/** Whether a reply has what a patch changes: the body of a success. */
export function isPatchable({ status, body }: Reply): boolean {
  return status >= 200 && status < 300 && body !== undefined;
}

/** The usual reply with another body, held to the contract like any other. */
export function patchReply(
  usual: Reply,
  request: Validated,
  change: ReplyPatch,
  onBreach: OnBreach,
): Reply {
  const { status, verdict } = usual;
  const { giver } = change;
  const body = applyTo(usual, change, `${request.operation.id} ${status}`);
  const headers = overwriteHeaders(keptHeaders(usual), change.headers);
  // The contract is still at fault for an example that breaks it.
  const isExample =
    verdict.kind === 'breach' && verdict.breach.violations.some((one) => one.in === 'body');
  return validateResponse(request, { status, headers, body, giver, isExample }, onBreach);
}

function applyTo(usual: Reply, { patch, giver }: ReplyPatch, where: string): JsonValue {
  const value = readJson(usual);
  if (value === undefined) {
    const remedy = `The "patch" of ${giver} changes JSON alone: give it a "body" instead, or let it match requests that accept JSON.`;
    throw new ContractBreach(where, [toViolation('is no JSON')], remedy);
  }
  try {
    return isList(patch) ? patchJson(value, patch) : mergeJson(value, patch);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const remedy = `The "patch" of ${giver} does not fit this reply: correct it.`;
    throw new ContractBreach(where, error.violations.map(toPatchViolation), remedy);
  }
}

function toViolation(message: string): Violation {
  return { in: 'body', pointer: '', message, keyword: 'patch' };
}

/** Places of the patch are none of the body. */
function toPatchViolation({ pointer, message }: Violation): Violation {
  return toViolation(`can't be patched: ${pointer} of the patch ${message}`);
}

function readJson({ headers, body }: Reply): JsonValue | undefined {
  const type = pairsOf(headers).find(([name]) => name.toLowerCase() === 'content-type');
  const isJson = type?.[1].includes('json') === true;
  return isJson && typeof body === 'string' ? tryParseJson(body) : undefined;
}

/** The body brings these with it. */
const ofBody = new Set(['content-type', 'content-length']);

function keptHeaders({ headers }: Reply): ReplyHeaders {
  return Object.fromEntries(
    pairsOf(headers).filter(([name]) => !ofBody.has(name.toLowerCase()) && !isMark(name)),
  );
}

function pairsOf(headers: readonly string[]): readonly (readonly [string, string])[] {
  const names = headers.filter((_, at) => at % 2 === 0);
  return names.map((name, at) => [name, headers[2 * at + 1] ?? '']);
}

/** Headers, with others in the place of those of the same name. */
export function overwriteHeaders(own: ReplyHeaders, others: ReplyHeaders): ReplyHeaders {
  const names = new Set(Object.keys(others).map((name) => name.toLowerCase()));
  const kept = Object.entries(own).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...others };
}
