import { refuseInBody } from '../../base/errors.ts';
import { listNames } from '../../base/nearest.ts';
import type { Operation } from '../../contract/operations.ts';
import type { ForcedAnswer } from '../../pipeline/intervention.ts';
import { reviewAnswer } from '../../pipeline/review-answer.ts';
import type { MatchDocument } from '../documents.ts';
import type { GivenAct } from './acts.ts';
import { canPlay } from './acts.ts';
import type { PlacedAct } from './read-acts.ts';

/**
 * Refuses an override without an operation that no operation could ever fulfil. Returns which
 * operations alone can, where others are left alone.
 */
export function reviewForAny(
  acts: readonly PlacedAct[],
  operations: readonly Operation[],
  match: MatchDocument | undefined,
): string | undefined {
  const names = Object.keys(match?.path ?? {});
  const meant = operations.filter(({ pathNames }) => names.every((one) => pathNames.includes(one)));
  if (meant.length === 0) {
    const message = `no operation has ${names.length === 1 ? 'the path parameter' : 'all the path parameters'} ${listNames(names)}`;
    throw refuseInBody('/match/path', message, 'path');
  }
  let notice: string | undefined;
  for (const { act, pointer } of acts) {
    if (act !== 'pass') notice = reviewAct(meant, act, pointer) ?? notice;
  }
  return notice;
}

function reviewAct(
  operations: readonly Operation[],
  act: GivenAct,
  pointer: string,
): string | undefined {
  const { reply } = act;
  const held = (['body', 'example', 'patch'] as const).find((one) => reply?.[one] !== undefined);
  if (held !== undefined && reply?.isBreach !== true) {
    const message = 'needs an "operation", to whose contract it can be held, or "breach": true';
    throw refuseInBody(`${pointer}/reply/${held}`, message, 'required');
  }
  const able = operations.filter((operation) => canPlay(act, operation));
  if (able.length === 0) {
    const place = act.fault?.statuses ? 'fault' : 'reply';
    const message = `no operation that it is for declares ${statusOf(act)}: name another status, or send a reply with "breach": true`;
    throw refuseInBody(`${pointer}/${place}/status`, message, 'responses');
  }
  if (reply && Object.keys(reply.headers).length > 0) reviewHeadersForAll(able, reply, pointer);
  if (able.length === operations.length) return undefined;
  const ids = listNames(able.map(({ id }) => id));
  return `Only ${able.length} of ${operations.length} operations declare ${statusOf(act)}: ${ids}. The others answer as usual; a reply with "breach": true sends any status.`;
}

function statusOf({ reply, fault }: GivenAct): string {
  return `the status ${String(fault?.statuses ?? reply?.status)}`;
}

/** Every operation that can use the reply must allow its headers. */
function reviewHeadersForAll(
  operations: readonly Operation[],
  reply: ForcedAnswer,
  pointer: string,
): void {
  for (const operation of operations) {
    const fault = reviewAnswer(operation, reply).find((one) => one.pointer.startsWith('/headers'));
    if (!fault) continue;
    const message = `${fault.message}, as ${operation.id} has it: name another "operation", or say "breach": true`;
    throw refuseInBody(`${pointer}/reply${fault.pointer}`, message, fault.keyword);
  }
}
