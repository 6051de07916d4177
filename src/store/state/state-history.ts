import type { RecordChange } from '../record.ts';
import type { State, StateDraft, StateStep } from './state.ts';
import { applyChanges, changeDraft, editState, plantIn, undoSteps } from './state.ts';

/** The states of one world, one after the other. */
export interface StateHistory {
  /** The present state, only to be read at once: the next change changes it in place. */
  now(this: void): StateDraft;
  /** The present state as a value to keep: it never changes. */
  save(this: void): State;
  /**
   * The same for a caller that hardly ever reads it: its contents are computed at the first read,
   * which must come before `letGo`. Only for a history with a trail.
   */
  moment(): State;
  /** Promises that moments before this version will not be read any more. */
  letGo(version: number): void;
  version(): number;
  epoch(): number;
  change(changes: readonly RecordChange[]): void;
  plant(collection: string): void;
  beginAnew(next: State): void;
  /** Back to an earlier state and its epoch. */
  goBack(this: void, kept: State): void;
}

/**
 * Changes are made in place until a caller saves the state; after that, each changed part is copied
 * once. So a write leaves hardly any garbage: with a million records, the garbage collector would
 * otherwise take longer than all the rest. A ledger needs each state until it is durable, and
 * hardly ever reads one. For a ledger, the history keeps a trail of steps that can be undone
 * (`isTrailed`).
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
      // The steps so far led to the lost states: later states do not build on these.
      trail?.clear();
    },
  };
}

/** The most changes to note as steps: beyond this, copies of the tables take less time. */
const mostNoted = 100;

/** The way back from a state to those before it. */
interface Trail {
  note(this: void, step: StateStep): void;
  /**
   * The steps noted since the last call led to this version. `from` is the state before it, where
   * the steps do not tell the way back.
   */
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
 * A state whose contents are computed at the first read. It is a class because it has getters: for
 * an object literal with getters, the engine makes a hidden class for each object, and keeps it for
 * long.
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
    // Otherwise a kept state would keep the history of its world in memory.
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
