import type { RecordChange } from '../record.ts';
import type { State, StateDraft, StateStep } from './state.ts';
import { applyChanges, changeDraft, editState, plantIn, undoSteps } from './state.ts';

/** One state after the other. */
export interface StateHistory {
  /** The state as it is, to be looked at before anything else happens: the next change is made in it. */
  now(this: void): StateDraft;
  /** The state as it is, to be kept: it never changes. */
  save(this: void): State;
  /**
   * The same for who hardly ever looks into it, and only until it is let go: what it was is worked out
   * when somebody looks. Only of a course that has a trail.
   */
  moment(): State;
  /** Moments before this version will not be looked into any more. */
  letGo(version: number): void;
  version(): number;
  epoch(): number;
  change(changes: readonly RecordChange[]): void;
  plant(collection: string): void;
  beginAnew(next: State): void;
  /** To one that there was before, and to its epoch. */
  goBack(this: void, kept: State): void;
}

/**
 * Changes are made in place until somebody saves the state; after that, what is changed is copied
 * once. So a write leaves hardly anything for the collector, which with a million records would else
 * take longer than all the rest. A ledger wants each state until it is durable, and hardly ever looks
 * into one: for its sake there is a trail by which one goes back (`isTrailed`).
 */
export function createStateHistory(first: State, isTrailed: boolean): StateHistory {
  const home = {};
  const epochs = new WeakMap([[first, 0]]);
  let version = 0;
  let epoch = 0;
  let lastEpoch = 0;
  let known: State | undefined = first;
  const trail = isTrailed ? createTrail() : undefined;
  let draft = editState(first, trail?.note);
  const recall = (past: number): State => {
    const latest = draft.done();
    return past === version || !trail ? latest : trail.walkBack(latest, past);
  };
  const goOn = (from?: State): void => {
    version += 1;
    known = undefined;
    trail?.add(version, from);
  };
  const changeOver = (next: State): void => {
    const from = trail && draft.done();
    draft = editState(next, trail?.note);
    goOn(from);
  };
  const moment = (): State => (known ??= new StateMoment(version, recall, { home, epoch }));
  return {
    now: () => draft,
    save() {
      const state = moment();
      if (state instanceof StateMoment) state.open();
      return state;
    },
    moment,
    letGo: (past) => trail?.letGo(past),
    version: () => version,
    epoch: () => epoch,
    change(changes) {
      if (trail && changes.length > mostNoted) {
        changeOver(applyChanges(draft.done(), changes));
        return;
      }
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
      const isOwn = kept instanceof StateMoment && kept.origin.home === home;
      epoch = isOwn ? kept.origin.epoch : (epochs.get(kept) ?? epoch);
      draft = editState(kept, trail?.note);
      version += 1;
      known = kept;
      // What comes from now on does not stand on what was lost.
      trail?.clear();
    },
  };
}

/** Very many steps take longer to note than it takes to copy what they touch. */
const mostNoted = 100;

/** How one comes back from a state to those before it. */
interface Trail {
  note(this: void, step: StateStep): void;
  /** What was noted led to this version; with the state before it, where there is no way back by steps. */
  add(version: number, from: State | undefined): void;
  walkBack(latest: State, past: number): State;
  letGo(past: number): void;
  clear(): void;
}

interface Stretch {
  readonly version: number;
  readonly steps: readonly StateStep[];
  readonly from: State | undefined;
}

function createTrail(): Trail {
  let steps: StateStep[] = [];
  let stretches: Stretch[] = [];
  let reach = 0;
  return {
    note: (step) => void steps.push(step),
    add(version, from) {
      stretches.push({ version, steps, from });
      steps = [];
    },
    walkBack(latest, past) {
      if (past < reach) throw new TypeError('a moment was looked into after it was let go');
      let draft = editState(latest);
      for (const stretch of stretches.toReversed()) {
        if (stretch.version <= past) break;
        if (stretch.from) draft = editState(stretch.from);
        else undoSteps(draft, stretch.steps);
      }
      return draft.done();
    },
    letGo(past) {
      reach = past;
      const count = stretches.findIndex(({ version }) => version > past);
      stretches = count < 0 ? [] : stretches.slice(count);
    },
    clear() {
      steps = [];
      stretches = [];
    },
  };
}

interface HistoryOrigin {
  readonly home: object;
  readonly epoch: number;
}

/**
 * A state that is worked out when somebody looks into it. A class, since it has getters: where a
 * literal has one, the engine makes a class for each such object, which it keeps for long.
 */
class StateMoment implements State {
  readonly origin: HistoryOrigin;
  readonly #version: number;
  #recall: ((version: number) => State) | undefined;
  #contents: State | undefined;

  constructor(version: number, recall: (version: number) => State, origin: HistoryOrigin) {
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

  get tombstones(): State['tombstones'] {
    return this.open().tombstones;
  }

  get born(): State['born'] {
    return this.open().born;
  }
}
