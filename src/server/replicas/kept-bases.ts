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
  /** Removes those with which no world begins. */
  sweep(this: void): void;
}

/** Of what is not used, that which was not used at the call before either: a world may be about to. */
export function createUnused(): (now: readonly string[]) => readonly string[] {
  let before = new Set<string>();
  return (now) => {
    const both = now.filter((one) => before.has(one));
    before = new Set(now.filter((one) => !both.includes(one)));
    return both;
  };
}

export function createKeptBases(files: KeptFiles, worlds: () => Worlds): KeptBases {
  const states = new Map<string, State>();
  const names = new WeakMap<State, string>();
  const findUnused = createUnused();
  const note = (name: string, state: State): void => {
    states.set(name, state);
    names.set(state, name);
  };
  return {
    async keep(state) {
      const known = names.get(state);
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
      for (const name of findUnused([...states.keys()].filter((one) => !used.has(one)))) {
        states.delete(name);
        files.find(pathOf(name))?.remove().catch(leaveToNext);
      }
    },
  };
}

const basesFront = 'bases/';

function pathOf(name: string): string {
  return `${basesFront}${name}`;
}

function leaveToNext(): void {
  // The next owner finds that no world begins with it.
}
