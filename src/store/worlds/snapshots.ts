import { ApiError } from '../../base/errors.ts';
import type { State } from '../state/state.ts';
import { isName, nameRule, quoteName } from './names.ts';

/** States that were kept under a name. To keep one takes no time, and no more room than what changes since. */
export interface Snapshots {
  /** In the place of one of that name. */
  save(name: string, state: State, now: number): Snapshot;
  /** Throws where there is none. */
  get(name: string): Snapshot;
  has(name: string): boolean;
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
      if (!isName(name)) {
        throw new ApiError('invalid-request', `${quoteName(name)} names no snapshot: ${nameRule}.`);
      }
      if (kept.size >= most && !kept.has(name)) throw refuseMore(most);
      const snapshot = { name, state, savedAt: now };
      kept.set(name, snapshot);
      return snapshot;
    },
    get(name) {
      const snapshot = kept.get(name);
      if (!snapshot) throw refuseUnknown(name, kept);
      return snapshot;
    },
    has: (name) => kept.has(name),
    list: () => [...kept.values()],
    drop: (name) => kept.delete(name),
  };
}

const mostNamed = 20;

function refuseUnknown(name: string, kept: ReadonlyMap<string, Snapshot>): ApiError {
  const names = [...kept.keys()];
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  const known = names.slice(0, mostNamed).join(', ') || 'none';
  const detail = `There is no snapshot ${quoteName(name)}. There is: ${known}${more}.`;
  return new ApiError('unknown-snapshot', detail);
}

function refuseMore(most: number): ApiError {
  const detail = `There are ${most} snapshots, and no more are kept. Drop one (DELETE /snapshots/<name> of the control API).`;
  return new ApiError('too-many-snapshots', detail);
}
