import type { Operation, State } from './operation.ts';

/** What all clients of a run share. */
export interface Recorder {
  readonly url: string;
  readonly records: readonly string[];
  readonly operations: Operation[];
  /** Replies that no failure explains. */
  readonly surprises: string[];
  /** The states that were seen last, with their version. */
  readonly versions: Map<string, { readonly etag: string; readonly state: State }>;
  /** In milliseconds since the run began; no two moments are the same. */
  now(): number;
  /** One that no other write has. */
  nextNumber(): number;
}

export function createRecorder(url: string, records: readonly string[]): Recorder {
  const begin = performance.now();
  let [last, number] = [0, 0];
  return {
    url,
    records,
    operations: [],
    surprises: [],
    versions: new Map(),
    now: () => (last = Math.max(last + 0.0001, performance.now() - begin)),
    nextNumber: () => (number += 1),
  };
}
