import type { Operation } from '../../contract/operations.ts';
import type { Delivery, Forced } from '../../pipeline/exchange.ts';
import type { ForcedAnswer, Intervention } from '../../pipeline/intervene.ts';
import { findStatuses } from '../../pipeline/review-answer.ts';
import type { DrawChance } from './draws.ts';
import type { InjectedFault } from './faults/faults.ts';

/** What happens to one request instead of the usual; `pass`: nothing. */
export type InterventionAct =
  | 'pass'
  | { readonly reply: ForcedAnswer | undefined; readonly fault: InjectedFault | undefined };

/** Whether the operation declares the statuses that the act needs. */
export function canPlay(act: InterventionAct, operation: Operation): boolean {
  if (act === 'pass') return true;
  const { reply, fault } = act;
  if (fault?.statuses) return findStatuses(operation, fault.statuses).length > 0;
  if (reply?.status === undefined || reply.isBreach) return true;
  return findStatuses(operation, [reply.status]).length > 0;
}

/** One use of an act. */
export interface ActTurn {
  readonly draw: DrawChance;
  /** Called if the act had no effect: the next request gets it. */
  giveBack(this: void): void;
}

/** Turns an act into the intervention for one request; random values are drawn here. */
export function toIntervention(
  { reply, fault }: Exclude<InterventionAct, 'pass'>,
  operation: Operation,
  who: Omit<Forced, 'what'>,
  { draw, giveBack }: ActTurn,
): Intervention {
  const answer = reply ?? (fault && drawAnswer(fault, operation, draw));
  const hasEffect = fault?.effect === undefined ? answer === undefined : fault.effect === 'kept';
  const sent = fault && drawDelivery(fault, draw);
  const how = sent ? describeDelivery(sent) : [];
  const what = [...describeAnswer(answer, hasEffect), ...how].join(', ') || 'the usual';
  return {
    by: { ...who, what },
    answer,
    hasEffect,
    delivery: sent && { by: { ...who, what: how.join(', ') || 'the usual' }, ...sent },
    giveBack,
  };
}

function drawAnswer(
  { statuses }: InjectedFault,
  operation: Operation,
  draw: DrawChance,
): ForcedAnswer | undefined {
  if (!statuses) return undefined;
  const declared = findStatuses(operation, statuses);
  const status = declared[Math.floor(draw('status') * declared.length)];
  if (status === undefined) return undefined;
  return { status, example: undefined, body: undefined, headers: {}, isBreach: false };
}

function drawDelivery(
  { latency, bytesPerSecond, end }: InjectedFault,
  draw: DrawChance,
): Omit<Delivery, 'by'> | undefined {
  if (!latency && bytesPerSecond === undefined && end.kind === 'whole') return undefined;
  return { delay: Math.round(latency?.(draw) ?? 0), bytesPerSecond, end };
}

function describeAnswer(answer: ForcedAnswer | undefined, hasEffect: boolean): readonly string[] {
  if (!answer) return hasEffect ? [] : ['what was asked for is not done'];
  return [
    answer.status === undefined ? 'another reply' : `status ${answer.status}`,
    ...(answer.isBreach ? ['sent as it is'] : []),
    ...(hasEffect ? ['what was asked for is done all the same'] : []),
  ];
}

function describeDelivery({ delay, bytesPerSecond, end }: Omit<Delivery, 'by'>): readonly string[] {
  return [
    ...(delay > 0 ? [`${delay} ms late`] : []),
    ...(bytesPerSecond === undefined ? [] : [`${bytesPerSecond} bytes a second`]),
    ...(end.kind === 'reset' ? ['the connection is reset'] : []),
    ...(end.kind === 'hang' ? ['never answered'] : []),
    ...(end.kind === 'cut'
      ? [`cut off after ${end.after === undefined ? 'half of it' : `${end.after} bytes`}`]
      : []),
  ];
}
