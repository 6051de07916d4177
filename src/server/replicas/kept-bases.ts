import { createHash } from 'node:crypto';

import type { SavedState } from '../../store/ledger/saved-state.ts';
import { collectState } from '../../store/ledger/saved-state.ts';
import type { KeptFiles } from '../../store/shared/kept-files.ts';
import type { State } from '../../store/state/state.ts';
import { admitAgain } from '../../store/worlds/kept-world.ts';
import type { Worlds } from '../../store/worlds/worlds.ts';

/** The states of snapshots from which worlds were made: each once, however many worlds begin with it. */
export interface KeptBases {
  /** Resolves with its name when it is stored. */
  keep(this: void, state: State): Promise<string>;
  /** One that is stored, by its name. */
  take(this: void, name: string, text: string): void;
  get(this: void, name: string): State;
  /** Removes those with which no world has begun for two turns: one may be about to. */
  sweep(this: void): void;
}

export function createKeptBases(files: KeptFiles, worlds: () => Worlds): KeptBases {
  const states = new Map<string, State>();
  const names = new WeakMap<State, string>();
  let unused = new Set<string>();
  const note = (name: string, state: State): void => {
    states.set(name, state);
    names.set(state, name);
  };
  return {
    async keep(state) {
      const known = names.get(state);
      unused.delete(known ?? '');
      if (known !== undefined && files.find(pathOf(known))) return known;
      const text = JSON.stringify(collectState(state));
      const name = known ?? createHash('sha256').update(text).digest('hex');
      if (!files.find(pathOf(name))) await files.open(pathOf(name)).replace(text);
      note(name, state);
      return name;
    },
    take: (name, text) =>
      note(name, admitAgain(JSON.parse(text) as SavedState, worlds().main.base)),
    get(name) {
      const state = states.get(name);
      if (state) return state;
      throw new Error('the state of the snapshot that it was made from is not there');
    },
    sweep() {
      const used = new Set(
        worlds()
          .list()
          .map(({ world }) => names.get(world.base)),
      );
      const now = [...states.keys()].filter((name) => !used.has(name));
      for (const name of now) {
        if (!unused.has(name)) continue;
        states.delete(name);
        files.find(pathOf(name))?.remove().catch(leaveToNext);
      }
      unused = new Set(now.filter((name) => states.has(name)));
    },
  };
}

export const basesFront = 'bases/';

function pathOf(name: string): string {
  return `${basesFront}${name}`;
}

function leaveToNext(): void {
  // The next owner finds that no world begins with it.
}
