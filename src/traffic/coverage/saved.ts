import { stepDown } from '../../base/json.ts';
import type { AnsweringReplica, CoveredOperation } from './report.ts';
import type { OperationTally } from './tally.ts';
import { count, forced, genuine, readCount } from './value-points.ts';
import type { SeenLists } from './violations.ts';

/** What was counted, as JSON: only operations that were called, and of them only points that were met. */
export type SavedCoverage = SeenLists & {
  readonly operations: readonly SavedOperation[];
  /** By which replicas; absent where a server has a state of its own. */
  readonly answered_by?: readonly AnsweringReplica[];
};

type SavedOperation = Pick<CoveredOperation, 'id' | 'requests' | 'forced'> & {
  readonly points: readonly SavedPoint[];
};

/** Another version may number the points of the same contract differently, so they have names. */
type SavedPoint = readonly [name: string, count: number, forced: number];

export function saveTally(operation: string, tally: OperationTally): SavedOperation {
  const { counts, requests } = tally;
  const points = listNames(operation, tally).flatMap((name, index): readonly SavedPoint[] => {
    const [own, beside] = [readCount(counts, index, genuine), readCount(counts, index, forced)];
    return own === 0 && beside === 0 ? [] : [[name, own, beside]];
  });
  return { id: operation, requests, forced: tally.forced, points };
}

/** Adds what was saved of an operation, without the points that it does not have. */
export function addToTally(tally: OperationTally, saved: SavedOperation): void {
  tally.requests += saved.requests;
  tally.forced += saved.forced;
  const names = listNames(saved.id, tally);
  const indexes = new Map(names.map((name, index) => [name, index]));
  for (const [name, own, beside] of saved.points) {
    const index = indexes.get(name);
    if (index === undefined) continue;
    count(tally.counts, index, genuine, own);
    count(tally.counts, index, forced, beside);
  }
}

/** The ids of the points without the operation, with which all of them begin. */
function listNames(operation: string, { map }: OperationTally): readonly string[] {
  const begin = stepDown('', operation).length;
  return map.points.map(({ id }) => id.slice(begin));
}
