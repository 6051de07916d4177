import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How many of some objects are held by anything at all, whatever the collector has done so far. */
export async function countHeld(objects: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    // What was looked at weakly is held until the turn is over.
    await nextTurn();
    collect();
  }
  return objects.filter((one) => one.deref() !== undefined).length;
}
