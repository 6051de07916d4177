import type { Operation } from '../../contract/operations.ts';
import { findStatuses, listStatuses, reviewAnswer } from '../../pipeline/review-answer.ts';
import type { ForcedAnswer } from '../../pipeline/intervene.ts';
import { refuseWish } from '../matching/read-members.ts';
import type { Act } from './acts.ts';
import { canPlay } from './acts.ts';
import type { PlacedAct } from './read-acts.ts';

/** What could never be answered is better said now than to whoever asks; no operation: any. */
export function reviewAct(
  { act, pointer }: PlacedAct,
  operation: Operation | undefined,
  operations: readonly Operation[],
): void {
  if (act === 'pass') return;
  if (operation) reviewFor(operation, act, pointer);
  else reviewForAny(operations, act, pointer);
}

/** Before anybody has looked at a request, it has no reply of its own, and nothing is done. */
export function reviewEarly({ act, pointer }: PlacedAct): void {
  if (act === 'pass') return;
  const { reply, fault } = act;
  const end = fault?.end.kind;
  const isAnswered = reply !== undefined || fault?.statuses !== undefined;
  if (!isAnswered && end !== 'reset' && end !== 'hang') {
    const message =
      'needs a reply, a status, reset or hang where it applies before auth: there is no other reply yet';
    throw refuseWish(`${pointer}/fault`, message, 'anyOf');
  }
  if (fault?.effect !== 'kept') return;
  const message = 'can not be kept where it applies before auth: nothing is done yet';
  throw refuseWish(`${pointer}/fault/effect`, message, 'not');
}

function reviewFor(
  operation: Operation,
  { reply, fault }: Exclude<Act, 'pass'>,
  pointer: string,
): void {
  const [first] = reply ? reviewAnswer(operation, reply) : [];
  if (first) throw refuseWish(`${pointer}/reply${first.pointer}`, first.message, first.keyword);
  const statuses = fault?.statuses;
  if (!statuses) return;
  const place = `${pointer}/fault/status`;
  const list = `it declares ${listStatuses(operation)}`;
  const found = findStatuses(operation, statuses);
  if (found.length === 0) {
    const message = `${operation.id} declares no ${String(statuses)}; ${list}`;
    throw refuseWish(place, message, 'responses');
  }
  const other =
    typeof statuses === 'string' ? undefined : statuses.find((one) => !found.includes(one));
  if (other === undefined) return;
  throw refuseWish(place, `${operation.id} declares no ${other}; ${list}`, 'responses');
}

function reviewForAny(
  operations: readonly Operation[],
  act: Exclude<Act, 'pass'>,
  pointer: string,
): void {
  const { reply } = act;
  if (reply && !reply.isBreach && (reply.body !== undefined || reply.example !== undefined)) {
    const member = reply.body === undefined ? 'example' : 'body';
    const message = 'needs an "operation", to whose contract it can be held, or "breach": true';
    throw refuseWish(`${pointer}/reply/${member}`, message, 'required');
  }
  const able = operations.filter((operation) => canPlay(act, operation));
  if (able.length === 0) {
    const place = act.fault?.statuses ? 'fault' : 'reply';
    throw refuseWish(`${pointer}/${place}/status`, 'no operation declares it', 'responses');
  }
  if (reply && Object.keys(reply.headers).length > 0) reviewHeadersForAll(able, reply, pointer);
}

/** Whichever of them it will be for has to be able to send them. */
function reviewHeadersForAll(
  operations: readonly Operation[],
  reply: ForcedAnswer,
  pointer: string,
): void {
  for (const operation of operations) {
    const fault = reviewAnswer(operation, reply).find((one) => one.pointer.startsWith('/headers'));
    if (!fault) continue;
    const message = `${fault.message}, as ${operation.id} has it: name another "operation", or say "breach": true`;
    throw refuseWish(`${pointer}/reply${fault.pointer}`, message, fault.keyword);
  }
}
