import type { CheckRun } from './verdicts.ts';

/** A check may follow this many references, and `fuelForEach` more for each value in its input. */
const fuel = 100_000;
const fuelForEach = 20;

/** For each schema, a run keeps this many verdicts at first: repeated checks repeat early. */
const trial = 32;
/**
 * After that, for each value in the input, this many small values are checked without keeping a
 * verdict. The input is counted on demand, `valuesAtOnce` values at a time.
 */
const looksForEach = 2;
const valuesAtOnce = 1000;

/** A run finds at most this many errors, including those that no message mentions. */
const mostErrors = 10_000;

/** Creates the state of a run, which judges, or which explains what another run has judged. */
export function createRun(
  value: unknown,
  direction: CheckRun['direction'],
  judged?: CheckRun,
): CheckRun {
  let isRefuelled = false;
  let count: ((enough: number) => number) | undefined;
  const run: CheckRun = {
    direction,
    fuel,
    refuel() {
      if (isRefuelled) throw new RangeError('the check has no end in sight');
      isRefuelled = true;
      run.fuel = createCount(value)(Infinity) * fuelForEach;
    },
    // A run that explains uses the kept verdicts, and reads them more than once.
    trial: judged ? Infinity : trial,
    looks: 0,
    lookOn: () => (count ??= createCount(value))(valuesAtOnce) * looksForEach,
    part: undefined,
    lent: undefined,
    tells: judged !== undefined,
    explains: judged !== undefined,
    room: mostErrors,
    isCut: false,
    verdicts: judged?.verdicts,
    scope: undefined,
    identities: judged?.identities,
  };
  return run;
}

/** Counts the values inside a value. Each call stops when it has found `enough`; 0 at the end. */
function createCount(value: unknown): (enough: number) => number {
  const rest = typeof value === 'object' && value !== null ? [value] : [];
  return (enough) => {
    let count = 0;
    for (let next = rest.pop(); next; next = count < enough ? rest.pop() : undefined) {
      count += 1;
      const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      for (const below of members) {
        if (typeof below === 'object' && below !== null) rest.push(below);
        else count += 1;
      }
    }
    return count;
  };
}
