import { ApiError } from '../errors.ts';
import type { State } from './state.ts';

/** States that were kept under a name. To keep one takes no time, and no more room than what changes since. */
export interface Snapshots {
  /** In the place of one of that name. */
  save(name: string, state: State, now: number): Snapshot;
  /** Throws where there is none. */
  get(name: string): Snapshot;
  list(): readonly Snapshot[];
  /** Whether there was one. */
  drop(name: string): boolean;
}

export interface Snapshot {
  readonly name: string;
  readonly state: State;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

export function createSnapshots(most: number): Snapshots {
  const kept = new Map<string, Snapshot>();
  return {
    save(name, state, now) {
      if (kept.size >= most && !kept.has(name)) {
        throw new ApiError(
          'too-many-snapshots',
          `There are ${most} snapshots, and no more are kept: drop one.`,
        );
      }
      const snapshot = { name, state, savedAt: now };
      kept.set(name, snapshot);
      return snapshot;
    },
    get(name) {
      const snapshot = kept.get(name);
      if (snapshot) return snapshot;
      const known = [...kept.keys()].slice(0, mostNamed).join(', ') || 'none';
      throw new ApiError('unknown-snapshot', `There is no snapshot "${name}". There is: ${known}.`);
    },
    list: () => [...kept.values()],
    drop: (name) => kept.delete(name),
  };
}

const mostNamed = 20;
