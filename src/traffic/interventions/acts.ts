import type { Operation } from '../../contract/operations.ts';
import type { Delivery, Forced } from '../../pipeline/exchange.ts';
import type { ForcedAnswer, Intervention } from '../../pipeline/intervention.ts';
import { findStatuses } from '../../pipeline/review-answer.ts';
import type { DrawChance } from './draws.ts';
import type { InjectedFault } from './faults/faults.ts';

/** What happens to one request instead of the usual; `pass`: nothing. */
export type InterventionAct = 'pass' | GivenAct;

export interface GivenAct {
  readonly reply: ForcedAnswer | undefined;
  readonly fault: InjectedFault | undefined;
}

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
  readonly act: GivenAct;
  readonly who: Omit<Forced, 'what' | 'also'>;
  readonly draw: DrawChance;
  /** Called if the act had no effect: the next request gets it. */
  giveBack(this: void): void;
}

/** Turns acts, each with parts of its own, into one intervention; random values are drawn here. */
export function toIntervention(
  turns: readonly [ActTurn, ...ActTurn[]],
  operation: Operation,
): Intervention {
  const [first, ...others] = turns;
  const drawn = drawTurn(first, operation);
  const all = [drawn, ...others.map((turn) => drawTurn(turn, operation))] as const;
  const answering = all.find(({ isAnswering }) => isAnswering);
  const late = all.filter(({ sent }) => sent);
  return {
    by: nameAll(answering ?? drawn, all, ({ what }) => what),
    answer: answering?.answer,
    hasEffect: answering?.hasEffect ?? true,
    delivery: mergeDeliveries(late),
    giveBack() {
      for (const { sent, turn } of all) if (!sent) turn.giveBack();
    },
  };
}

/** What one act does to one request. */
interface DrawnTurn {
  readonly turn: ActTurn;
  /** Whether it decides about the answer, or about the effect. */
  readonly isAnswering: boolean;
  readonly answer: ForcedAnswer | undefined;
  readonly hasEffect: boolean;
  readonly sent: Sent | undefined;
  readonly how: readonly string[];
  readonly what: readonly string[];
}

type Sent = Omit<Delivery, 'by'>;

function drawTurn(turn: ActTurn, operation: Operation): DrawnTurn {
  const { act, draw } = turn;
  const { reply, fault } = act;
  const answer = reply ?? (fault && drawAnswer(fault, operation, draw));
  const isUsual = answer === undefined || answer.patch !== undefined;
  const hasEffect = fault?.effect === undefined ? isUsual : fault.effect === 'kept';
  const sent = fault && drawDelivery(fault, draw);
  const how = sent ? describeDelivery(sent) : [];
  const what = [...describeAnswer(answer, hasEffect), ...how];
  const isAnswering = answer !== undefined || fault?.effect !== undefined;
  return { turn, isAnswering, answer, hasEffect, sent, how, what };
}

/** Names all that acted; the first is the one to which messages lead. */
function nameAll(
  first: DrawnTurn,
  all: readonly DrawnTurn[],
  wordsOf: (drawn: DrawnTurn) => readonly string[],
): Forced {
  const name = (drawn: DrawnTurn): Omit<Forced, 'also'> => ({
    ...drawn.turn.who,
    what: wordsOf(drawn).join(', ') || 'the usual',
  });
  const also = all.filter((drawn) => drawn !== first).map(name);
  return also.length === 0 ? name(first) : { ...name(first), also };
}

function mergeDeliveries(late: readonly DrawnTurn[]): Delivery | undefined {
  const [first] = late;
  if (!first) return undefined;
  const all = late.flatMap(({ sent }) => sent ?? []);
  return {
    by: nameAll(first, late, ({ how }) => how),
    // Each part comes from one act, so the others have none.
    delay: Math.max(...all.map(({ delay }) => delay)),
    bytesPerSecond: all.find(({ bytesPerSecond }) => bytesPerSecond !== undefined)?.bytesPerSecond,
    end: all.find(({ end }) => end.kind !== 'whole')?.end ?? { kind: 'whole' },
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
): Sent | undefined {
  if (!latency && bytesPerSecond === undefined && end.kind === 'whole') return undefined;
  return { delay: Math.round(latency?.(draw) ?? 0), bytesPerSecond, end };
}

const notDone = 'what was asked for is not done';

function describeAnswer(answer: ForcedAnswer | undefined, hasEffect: boolean): readonly string[] {
  if (!answer) return hasEffect ? [] : [notDone];
  return [
    nameAnswer(answer),
    ...(answer.isBreach ? ['sent as it is'] : []),
    ...describeEffect(answer, hasEffect),
  ];
}

/** Says what does not follow from the kind of the answer. */
function describeEffect({ patch }: ForcedAnswer, hasEffect: boolean): readonly string[] {
  const isUsual = patch !== undefined;
  if (hasEffect === isUsual) return [];
  return [hasEffect ? 'what was asked for is done all the same' : notDone];
}

function nameAnswer({ status, patch }: ForcedAnswer): string {
  if (patch !== undefined) return 'a patched body';
  return status === undefined ? 'another reply' : `status ${status}`;
}

function describeDelivery({ delay, bytesPerSecond, end }: Sent): readonly string[] {
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
