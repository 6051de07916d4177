import { ApiError } from '../../base/errors.ts';
import type { State } from '../state/state.ts';

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

/** What worlds and snapshots may be called: it stands in URLs, headers and cookies as it is. */
export function isName(text: string): boolean {
  return /^[a-z0-9][\w.-]{0,63}$/i.test(text);
}

/** The rule, for whoever broke it. */
export const nameRule =
  'a name has up to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a digit';

/** What was sent instead of a name, for a message. */
export function quoteName(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
