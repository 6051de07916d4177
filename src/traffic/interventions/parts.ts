import type { GivenAct, InterventionAct } from './acts.ts';
import type { InjectedFault } from './faults/faults.ts';

/** What an override can decide about one request: each part is decided by one override. */
export type ActPart = 'answer' | 'delay' | 'speed' | 'end';

const allParts: readonly ActPart[] = ['answer', 'delay', 'speed', 'end'];

/** The parts that no override has decided yet. */
export function openParts(): Set<ActPart> {
  return new Set(allParts);
}

/** The parts that an act decides. */
function partsOf({ reply, fault }: GivenAct): readonly ActPart[] {
  return [
    ...(reply || fault?.statuses || fault?.effect !== undefined ? (['answer'] as const) : []),
    ...(fault?.latency ? (['delay'] as const) : []),
    ...(fault?.bytesPerSecond === undefined ? [] : (['speed'] as const)),
    ...(fault && fault.end.kind !== 'whole' ? (['end'] as const) : []),
  ];
}

/** The parts that any of the acts decides; a step that passes decides them all, for the usual. */
export function partsOfAll(acts: readonly InterventionAct[]): readonly ActPart[] {
  if (acts.length > 0 && acts.every((act) => act === 'pass')) return allParts;
  return [...new Set(acts.flatMap((act) => (act === 'pass' ? [] : partsOf(act))))];
}

/** The parts that each of the acts decides, whatever another override does. */
export function partsOfEach(acts: readonly InterventionAct[]): readonly ActPart[] {
  return partsOfAll(acts).filter((part) =>
    acts.every(
      (act) => act === 'pass' || (partsOf(act).includes(part) && !isLeftOut(act, part, noParts)),
    ),
  );
}

const noParts: ReadonlySet<ActPart> = new Set();

/** An act without the parts that are decided already; undefined: nothing is left of it. */
export function takeOpen(act: GivenAct, open: ReadonlySet<ActPart>): GivenAct | undefined {
  const taken = partsOf(act).filter((part) => open.has(part) && !isLeftOut(act, part, open));
  if (taken.length === 0) return undefined;
  return {
    reply: taken.includes('answer') ? act.reply : undefined,
    fault: act.fault && keepParts(act.fault, taken),
  };
}

/** Closes the parts that an act decides. */
export function closeParts(open: Set<ActPart>, act: GivenAct): void {
  for (const part of partsOf(act)) open.delete(part);
}

/** A reset or a hang would hide an answer that an override before it gave. */
function isLeftOut(act: GivenAct, part: ActPart, open: ReadonlySet<ActPart>): boolean {
  const kind = act.fault?.end.kind;
  const isUnanswered = kind === 'reset' || kind === 'hang';
  return part === 'end' && isUnanswered && !open.has('answer');
}

function keepParts(fault: InjectedFault, taken: readonly ActPart[]): InjectedFault {
  const isAnswering = taken.includes('answer');
  return {
    latency: taken.includes('delay') ? fault.latency : undefined,
    statuses: isAnswering ? fault.statuses : undefined,
    bytesPerSecond: taken.includes('speed') ? fault.bytesPerSecond : undefined,
    end: taken.includes('end') ? fault.end : { kind: 'whole' },
    effect: isAnswering ? fault.effect : undefined,
  };
}
