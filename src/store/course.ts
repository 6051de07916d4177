import type { Change } from './record.ts';
import type { State, StateDraft, StateStep } from './state.ts';
import { changeDraft, editState, plantIn, undoSteps } from './state.ts';

/** One state after the other. */
export interface Course {
  /** The state as it is, to be looked at before anything else happens: the next change is made in it. */
  now(this: void): StateDraft;
  /** The state as it is, to be kept: it never changes. */
  save(this: void): State;
  /**
   * The same for who hardly ever looks into it, and only until it is let go. What it was is worked out
   * when somebody looks.
   */
  moment(): State;
  /** Moments before this version will not be looked into any more. */
  letGo(version: number): void;
  version(): number;
  epoch(): number;
  change(changes: readonly Change[]): void;
  plant(collection: string): void;
  beginAnew(next: State): void;
  /** To one that there was before, and to its epoch. */
  goBack(this: void, kept: State): void;
}

/** What led to a version. */
interface Stretch {
  readonly version: number;
  readonly steps: readonly StateStep[];
  /** The state before it, where there is no way back by steps. */
  readonly from: State | undefined;
}

/**
 * Changes are made in place until somebody saves the state; after that, what is changed is copied
 * once. So a write leaves hardly anything for the collector, which with a million records would else
 * take longer than all the rest. A ledger wants each state until it is durable, and hardly ever looks
 * into one: for its sake the steps are noted by which one goes back (`isNoting`).
 */
export function createCourse(first: State, isNoting: boolean): Course {
  const home = {};
  const epochs = new WeakMap([[first, 0]]);
  let version = 0;
  let epoch = 0;
  let lastEpoch = 0;
  let steps: StateStep[] = [];
  let trail: Stretch[] = [];
  let known: State | undefined = first;
  const note = isNoting ? (step: StateStep): void => void steps.push(step) : undefined;
  let draft = editState(first, note);
  const recall = (past: number): State => {
    const latest = draft.done();
    return past === version ? latest : walkBack(latest, trail, past);
  };
  const goOn = (from?: State): void => {
    version += 1;
    known = undefined;
    if (!isNoting) return;
    trail.push({ version, steps, from });
    steps = [];
  };
  const changeOver = (next: State): void => {
    const from = isNoting ? draft.done() : undefined;
    draft = editState(next, note);
    goOn(from);
  };
  const moment = (): State => (known ??= new Moment(version, recall, { home, epoch }));
  return {
    now: () => draft,
    save() {
      const state = moment();
      if (state instanceof Moment) state.open();
      return state;
    },
    moment,
    letGo(past) {
      const count = trail.findIndex((stretch) => stretch.version > past);
      trail = count < 0 ? [] : trail.slice(count);
    },
    version: () => version,
    epoch: () => epoch,
    change(changes) {
      changeDraft(draft, changes);
      goOn();
    },
    plant: (collection) => changeOver(plantIn(draft.done(), collection)),
    beginAnew(next) {
      lastEpoch += 1;
      epoch = lastEpoch;
      changeOver(next);
    },
    goBack(kept) {
      const isOwn = kept instanceof Moment && kept.origin.home === home;
      epoch = isOwn ? kept.origin.epoch : (epochs.get(kept) ?? epoch);
      draft = editState(kept, note);
      version += 1;
      known = kept;
      // What comes from now on does not stand on what was lost.
      steps = [];
      trail = [];
    },
  };
}

function walkBack(latest: State, trail: readonly Stretch[], past: number): State {
  let draft = editState(latest);
  for (const { version, steps, from } of trail.toReversed()) {
    if (version <= past) break;
    if (from) draft = editState(from);
    else undoSteps(draft, steps);
  }
  return draft.done();
}

interface Origin {
  readonly home: object;
  readonly epoch: number;
}

/**
 * A state that is worked out when somebody looks into it. A class, since it has getters: where a
 * literal has one, the engine makes a class for each such object, which it keeps for long.
 */
class Moment implements State {
  readonly origin: Origin;
  readonly #version: number;
  #recall: ((version: number) => State) | undefined;
  #contents: State | undefined;

  constructor(version: number, recall: (version: number) => State, origin: Origin) {
    this.#version = version;
    this.#recall = recall;
    this.origin = origin;
  }

  open(): State {
    if (this.#contents) return this.#contents;
    if (!this.#recall) throw new TypeError('a moment is neither known nor to be recalled');
    this.#contents = this.#recall(this.#version);
    // Who keeps it need not keep the world that it was in.
    this.#recall = undefined;
    return this.#contents;
  }

  get madeFor(): State['madeFor'] {
    return this.open().madeFor;
  }

  get tables(): State['tables'] {
    return this.open().tables;
  }

  get misfits(): State['misfits'] {
    return this.open().misfits;
  }

  get hidden(): State['hidden'] {
    return this.open().hidden;
  }

  get authoritative(): State['authoritative'] {
    return this.open().authoritative;
  }

  get gone(): State['gone'] {
    return this.open().gone;
  }

  get born(): State['born'] {
    return this.open().born;
  }
}
