import type { Idle } from './figures.ts';

/** Replicas without requests: microseconds of CPU in a second, and round trips in a second. */
export interface IdleCluster {
  readonly replicas: number;
  readonly owner: number;
  readonly standbys: number;
  readonly store: number;
  readonly roundTrips: number;
}

/** What one standby more asks for: the smallest cluster beside the largest. */
export function toIdle(clusters: readonly IdleCluster[]): Idle {
  const sorted = clusters.toSorted((left, right) => left.replicas - right.replicas);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (!least || !most || least === most) throw new Error('there are no two clusters to compare');
  const each = (key: 'standbys' | 'store' | 'roundTrips'): number =>
    Math.max(0, (most[key] - least[key]) / (most.replicas - least.replicas));
  return { standby: each('standbys'), store: each('store'), roundTrips: each('roundTrips') };
}
