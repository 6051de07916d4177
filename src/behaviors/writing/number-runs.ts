import type { World } from '../../store/world.ts';
import { createRecent } from '../recent.ts';

/**
 * The next number in a place, from a start on, that is free. Numbers of what has gone aren't given again,
 * and so there may be long runs of them, which are remembered rather than gone through every time.
 */
export type NextNumber = (
  place: string,
  start: number,
  isFree: (number: number) => boolean,
) => number;

/** Numbers of which none is free, from the first up to, and without, the last. */
interface Run {
  readonly from: number;
  readonly to: number;
}

const mostRuns = 200;

export function createNumberRuns(world: Pick<World, 'resets'>): NextNumber {
  let runs = createRecent<Run>(mostRuns);
  let { resets } = world;
  return (place, start, isFree) => {
    if (resets !== world.resets) runs = createRecent<Run>(mostRuns);
    ({ resets } = world);
    const run = runs.get(place);
    // What was taken back may have freed its ends.
    const isKnown =
      run !== undefined &&
      start >= run.from &&
      start <= run.to &&
      ![run.from, run.to - 1].some(isFree);
    const from = isKnown ? run.from : start;
    let next = isKnown ? run.to : start;
    while (!isFree(next)) next += 1;
    if (next > from) runs.set(place, { from, to: next });
    return next;
  };
}
