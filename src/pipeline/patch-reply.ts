import type { JsonValue } from '../base/json.ts';
import { tryParseJson } from '../base/json.ts';
import type { Violation } from '../base/errors.ts';
import { ApiError, ContractBreach } from '../base/errors.ts';
import type { OnBreach } from './checks/validate-response.ts';
import { validateResponse } from './checks/validate-response.ts';
import type { Reply, ReplyHeaders, Validated } from './exchange.ts';

/** What changes in a reply. */
export interface ReplyPatch {
  patch(this: void, body: JsonValue): JsonValue;
  readonly headers: ReplyHeaders;
  /** What asked for it, in words for messages. */
  readonly giver: string;
}

/** The usual reply with another body, held to the contract like any other. */
export function patchReply(
  usual: Reply,
  request: Validated,
  change: ReplyPatch,
  onBreach: OnBreach,
): Reply {
  const { status } = usual;
  const { giver } = change;
  const headers = { ...headersOf(usual), ...change.headers };
  const body = applyTo(usual, change, `${request.operation.id} ${status}`);
  return validateResponse(request, { status, headers, body, giver }, onBreach);
}

function applyTo({ body }: Reply, { patch, giver }: ReplyPatch, where: string): JsonValue {
  const value = typeof body === 'string' ? tryParseJson(body) : undefined;
  if (value === undefined) {
    const remedy = `${giver} has a "patch", which changes JSON alone: give it a "body" instead.`;
    throw new ContractBreach(where, [toViolation('', 'is no JSON')], remedy);
  }
  try {
    return patch(value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const remedy = `The "patch" of ${giver} does not fit this reply: correct it.`;
    throw new ContractBreach(where, [toViolation('', error.message)], remedy);
  }
}

function toViolation(pointer: string, message: string): Violation {
  return { in: 'body', pointer, message, keyword: 'patch' };
}

/** The body brings these with it. */
const ofBody = new Set(['content-type', 'content-length']);

function headersOf({ headers }: Reply): ReplyHeaders {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', text = ''] = headers.slice(at, at + 2);
    if (!ofBody.has(name.toLowerCase())) pairs.push([name, text]);
  }
  return Object.fromEntries(pairs);
}
