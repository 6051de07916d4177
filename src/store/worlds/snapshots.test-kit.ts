import type { State } from '../state/state.ts';
import type { Snapshot } from './snapshots.ts';

export function saving(name: string, state: State, savedAt: number): Snapshot {
  return { name, world: 'default', state, savedAt };
}
