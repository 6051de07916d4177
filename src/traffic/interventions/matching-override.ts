// Not the global one: a test that holds the timers must get its replies.
import { setImmediate } from 'node:timers';

import type { Matchable } from '../matching/matcher.ts';
import type { HeldOverride } from './override-list.ts';
import type { ActPart } from './parts.ts';

/** Characters that matching examines, approximately, before other requests get their turn. */
const workPerTurn = 262_144;

/** Waits for a turn of the event loop that no other request has taken. */
export type NextTurn = () => Promise<void>;

/** Each turn of the event loop continues one request, however many wait. */
export function createTurnOrder(): NextTurn {
  const waiting: (() => void)[] = [];
  const open = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(open);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(open);
    });
}

/** The matching overrides that may apply, in the order in which they are tried. */
export function findMeant(
  overrides: readonly HeldOverride[],
  request: Matchable,
  nextTurn: NextTurn,
): readonly HeldOverride[] | Promise<readonly HeldOverride[]> {
  if (overrides.length === 0) return overrides;
  const meant: HeldOverride[] = [];
  const waiting = workInTurns(search(overrides, request, meant), nextTurn);
  return waiting ? waiting.then(() => meant) : meant;
}

/** Yields the approximate work of each test before it runs the test. */
function* search(
  overrides: readonly HeldOverride[],
  request: Matchable,
  meant: HeldOverride[],
): Generator<number, void> {
  const decided = new Set<ActPart>();
  for (const held of overrides) {
    // Of what is sure to be decided already, only rate limits and expired credentials still matter.
    if (!held.limit && !held.isExpiring && held.parts.every((part) => decided.has(part))) continue;
    let isMeant = true;
    for (const test of held.matcher?.tests ?? []) {
      yield 1 + test.work(request);
      isMeant = test.holds(request);
      if (!isMeant) break;
    }
    if (!isMeant) continue;
    meant.push(held);
    for (const part of held.sureParts) decided.add(part);
  }
}

/** Undefined if it finishes at once. `spent`: the work of the test that runs first. */
function workInTurns(
  work: Iterator<number>,
  nextTurn: NextTurn,
  spent = 0,
): Promise<void> | undefined {
  let sum = spent;
  for (let step = work.next(); step.done !== true; step = work.next()) {
    const { value } = step;
    if (sum + value > workPerTurn && sum > 0) {
      return nextTurn().then(() => workInTurns(work, nextTurn, value));
    }
    sum += value;
  }
  return undefined;
}
