import type { Matchable } from '../matching/matcher.ts';
import type { HeldOverride } from './override-use.ts';

/** About so many characters are looked at in one turn of the event loop; then others are served. */
const workPerTurn = 262_144;

/** Waits for a turn of the event loop that no other request has taken. */
export type NextTurn = () => Promise<void>;

/** One request goes on in each turn, however many wait. */
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

/** The overrides that a request is meant for, in the order in which they are tried. */
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

/** Tells before each test how much work it is. */
function* search(
  overrides: readonly HeldOverride[],
  request: Matchable,
  meant: HeldOverride[],
): Generator<number, void> {
  let isDecided = false;
  for (const held of overrides) {
    // Behind one that surely happens only limits count.
    if (isDecided && !held.limit) continue;
    let isMeant = true;
    for (const test of held.matcher?.tests ?? []) {
      yield 1 + test.work(request);
      isMeant = test.holds(request);
      if (!isMeant) break;
    }
    if (!isMeant) continue;
    meant.push(held);
    isDecided ||= !held.limit && isSure(held);
  }
}

/** Whether it happens to every request that is meant for it. */
function isSure({ times, probability }: HeldOverride): boolean {
  return times === undefined && probability === 1;
}

/** Undefined where it is done at once. `spent` is the work of the test that comes first. */
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
