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
   * which must come before `letGo`, or before the next change where there is no trail.
   */
  moment(): State;
  /** Promises that moments before this state will not be read any more. */
  letGo(this: void, state: State): void;
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
 * otherwise take longer than all the rest. An adapter needs each state until it is durable, and
 * hardly ever reads more than its changes. For an adapter, the history keeps a trail of these
 * changes, and of the steps that can be undone (`isTrailed`).
 */
export function createStateHistory(first: State, isTrailed: boolean): StateHistory {
  const trail = isTrailed ? createTrail(first) : undefined;
  let origin: HistoryOrigin = { home: trail ?? {}, trail, epoch: 0 };
  // Weakly: the first state may be large, and nothing else needs it later.
  const firstOrigin = new WeakMap([[first, origin]]);
  let version = 0;
  let lastEpoch = 0;
  let known: State | undefined = first;
  let draft = editState(first, trail?.note);
  const recall = (past: number): State => {
    const latest = draft.done();
    if (past !== version && !trail) throw refuseForgotten();
    return past === version || !trail ? latest : trail.walkBack(latest, past);
  };
  const goOn = (changes?: readonly RecordChange[], from?: State): void => {
    version += 1;
    known = undefined;
    trail?.add(version, changes, from);
  };
  const changeOver = (next: State, changes?: readonly RecordChange[]): void => {
    const from = trail && draft.done();
    draft = editState(next, trail?.note);
    goOn(changes, from);
  };
  const moment = (): State => (known ??= new StateMoment(draft.madeFor, version, recall, origin));
  return {
    now: () => draft,
    save() {
      const state = moment();
      if (state instanceof StateMoment) state.open();
      return state;
    },
    moment,
    letGo: (state) => trail?.letGo(state),
    version: () => version,
    epoch: () => origin.epoch,
    change(changes) {
      if (trail && changes.length > mostNoted) {
        changeOver(applyChanges(draft.done(), changes), changes);
      } else {
        changeDraft(draft, changes);
        goOn(changes);
      }
    },
    plant: (collection) => changeOver(plantIn(draft.done(), collection)),
    beginAnew(next) {
      lastEpoch += 1;
      origin = { ...origin, epoch: lastEpoch };
      changeOver(next);
    },
    goBack(kept) {
      const isOwn = kept instanceof StateMoment && kept.origin.home === origin.home;
      origin = (isOwn ? kept.origin : firstOrigin.get(kept)) ?? origin;
      draft = editState(kept, trail?.note);
      version += 1;
      known = kept;
      trail?.restart(kept, version);
    },
  };
}

/** The most changes to note as steps: beyond this, copies of the tables take less time. */
const mostNoted = 100;

/**
 * The changes that lead from a state of a world to a later one, a list for each commit; undefined
 * where only the later state itself tells: after a reset, or for a state of another world.
 */
export function changesBetween(
  earlier: State,
  later: State,
): readonly (readonly RecordChange[])[] | undefined {
  return later instanceof StateMoment
    ? later.origin.trail?.changesBetween(earlier, later)
    : undefined;
}

/** The way back from a state to those before it, and what changed since. */
interface Trail {
  note(this: void, step: StateStep): void;
  /** The steps noted since the last call led to this version. */
  add(version: number, changes: Stretch['changes'], from: Stretch['from']): void;
  walkBack(latest: State, past: number): State;
  changesBetween(
    earlier: State,
    later: StateMoment,
  ): readonly (readonly RecordChange[])[] | undefined;
  letGo(state: State): void;
  /** This version is `state` again: later states do not build on the steps before it. */
  restart(state: State, version: number): void;
}

interface Stretch {
  readonly version: number;
  readonly steps: readonly StateStep[];
  /** Undefined where the state was replaced as a whole. */
  readonly changes: readonly RecordChange[] | undefined;
  /** The state before, where the steps do not tell the way back. */
  readonly from: State | undefined;
}

function createTrail(first: State): Trail {
  let steps: StateStep[] = [];
  let stretches: Stretch[] = [];
  let start = { state: first, version: 0 };
  const versionOf = (state: State): number | undefined => {
    if (state === start.state) return start.version;
    const isOwn = state instanceof StateMoment && state.origin.trail === trail;
    return isOwn && state.version >= start.version ? state.version : undefined;
  };
  const trail: Trail = {
    note: (step) => void steps.push(step),
    add(version, changes, from) {
      stretches.push({ version, steps, changes, from });
      steps = [];
    },
    walkBack(latest, past) {
      if (past < start.version) throw refuseForgotten();
      let draft = editState(latest);
      for (const stretch of stretches.toReversed()) {
        if (stretch.version <= past) break;
        if (stretch.from) draft = editState(stretch.from);
        else undoSteps(draft, stretch.steps);
      }
      return draft.done();
    },
    changesBetween(earlier, later) {
      const past = versionOf(earlier);
      if (past === undefined) return undefined;
      const lists: (readonly RecordChange[])[] = [];
      for (const { version, changes } of stretches) {
        if (version <= past || version > later.version) continue;
        if (!changes) return undefined;
        lists.push(changes);
      }
      return lists;
    },
    letGo(state) {
      const past = versionOf(state);
      if (past === undefined) return;
      start = { state, version: past };
      const count = stretches.findIndex(({ version }) => version > past);
      stretches = count < 0 ? [] : stretches.slice(count);
    },
    restart(state, version) {
      start = { state, version };
      steps = [];
      stretches = [];
    },
  };
  return trail;
}

function refuseForgotten(): TypeError {
  return new TypeError('a moment was looked into after it was let go');
}

interface HistoryOrigin {
  /** Identifies the history. */
  readonly home: object;
  readonly trail: Trail | undefined;
  readonly epoch: number;
}

/**
 * A state whose contents are computed at the first read. It is a class because it has getters: for
 * an object literal with getters, the engine makes a hidden class for each object, and keeps it for
 * long.
 */
class StateMoment implements State {
  /** Known at once: an adapter needs it for each write. */
  readonly madeFor: State['madeFor'];
  readonly origin: HistoryOrigin;
  readonly version: number;
  #recall: ((version: number) => State) | undefined;
  #contents: State | undefined;

  constructor(
    madeFor: State['madeFor'],
    version: number,
    recall: (version: number) => State,
    origin: HistoryOrigin,
  ) {
    this.madeFor = madeFor;
    this.version = version;
    this.#recall = recall;
    this.origin = origin;
  }

  open(): State {
    if (this.#contents) return this.#contents;
    if (!this.#recall) throw new TypeError('a moment is neither known nor to be recalled');
    this.#contents = this.#recall(this.version);
    // Otherwise a kept state would keep the history of its world in memory.
    this.#recall = undefined;
    return this.#contents;
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

  get known(): State['known'] {
    return this.open().known;
  }
}
