import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const mostTurns = 20;

/** How many of some objects are held by anything at all, whatever the collector has done so far. */
export async function countHeld(objects: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let held = objects.length;
  // What is held for good is held after any number of turns; a busy machine may need a few.
  for (let turn = 0; turn < mostTurns && (turn < 3 || held > 0); turn += 1) {
    // What was looked at weakly is held until the turn is over.
    await nextTurn();
    collect();
    if (turn >= 2) held = objects.filter((one) => one.deref() !== undefined).length;
    await nextTurn();
  }
  return held;
}
