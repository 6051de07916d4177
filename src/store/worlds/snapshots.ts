import { ApiError, endSentence } from '../../base/errors.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { State } from '../state/state.ts';

/**
 * States that were saved under a name. To save one copies nothing; it takes memory only for what
 * changes afterwards.
 */
export interface Snapshots {
  /** A new number after each change. */
  readonly version: number;
  readonly count: number;
  /** Replaces a snapshot of the same name. */
  save(snapshot: Snapshot): Snapshot;
  /** The same, also where they are kept; undefined: nothing to wait for. */
  saveKept(snapshot: Snapshot): Promise<void> | undefined;
  /** Throws where there is no such snapshot. */
  get(name: string): Snapshot;
  has(name: string): boolean;
  list(): readonly Snapshot[];
  /** Returns whether there was one. */
  drop(name: string): boolean;
  dropKept(name: string): Promise<void> | undefined;
}

/** Where snapshots outlive this process. */
export interface SnapshotKeeping {
  saveSnapshot(this: void, snapshot: Snapshot): Promise<void>;
  dropSnapshot(this: void, name: string): Promise<void>;
}

export interface Snapshot {
  readonly name: string;
  /** The name of the world that it was saved from. */
  readonly world: string;
  readonly state: State;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

export function createSnapshots(most: number, keeping?: SnapshotKeeping): Snapshots {
  const kept = new Map<string, Snapshot>();
  let version = 0;
  const assertKeepable = (name: string): void => {
    if (!isName(name)) {
      throw new ApiError('invalid-request', `${quoteName(name)} names no snapshot: ${nameRule}.`);
    }
    if (kept.size >= most && !kept.has(name)) throw refuseMore(most);
  };
  const snapshots: Snapshots = {
    get version() {
      return version;
    },
    get count() {
      return kept.size;
    },
    save(snapshot) {
      assertKeepable(snapshot.name);
      kept.set(snapshot.name, snapshot);
      version += 1;
      return snapshot;
    },
    saveKept(snapshot) {
      assertKeepable(snapshot.name);
      if (keeping) return keeping.saveSnapshot(snapshot).then(() => void snapshots.save(snapshot));
      snapshots.save(snapshot);
      return undefined;
    },
    get(name) {
      const snapshot = kept.get(name);
      if (!snapshot) throw refuseUnknown(name, kept);
      return snapshot;
    },
    has: (name) => kept.has(name),
    list: () => [...kept.values()],
    drop(name) {
      const isFound = kept.delete(name);
      if (isFound) version += 1;
      return isFound;
    },
    dropKept(name) {
      if (keeping) return keeping.dropSnapshot(name).then(() => void snapshots.drop(name));
      snapshots.drop(name);
      return undefined;
    },
  };
  return snapshots;
}

function refuseUnknown(name: string, kept: ReadonlyMap<string, Snapshot>): ApiError {
  const instead =
    kept.size === 0
      ? 'there is none, and world.save(name) or PUT /snapshots/<name> of the control API makes one'
      : suggestNames(name, [...kept.keys()]);
  const detail = endSentence(`There is no snapshot ${quoteName(name)}: ${instead}`);
  return new ApiError('unknown-snapshot', detail);
}

function refuseMore(most: number): ApiError {
  const detail = `There are ${most} snapshots, and no more are kept. Drop one (DELETE /snapshots/<name> of the control API).`;
  return new ApiError('too-many-snapshots', detail);
}

/** Whether a world or snapshot may have this name: URLs, headers and cookies hold it unescaped. */
export function isName(text: string): boolean {
  return /^[a-z0-9][\w.-]{0,63}$/i.test(text);
}

/** The rule of `isName`, for messages. */
export const nameRule =
  'a name has up to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a digit';

/** Quotes a text that was sent as a name, for a message: 100 characters of it. */
export function quoteName(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
