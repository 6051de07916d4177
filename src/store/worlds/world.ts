import { ApiError, messageOf } from '../../base/errors.ts';
import type { CredentialBook } from '../credentials/book.ts';
import type { Database } from '../database.ts';
import type { RecordChange, Item } from '../record.ts';
import { findExcess } from '../record-size.ts';
import { createStateHistory } from '../state/state-history.ts';
import type { State } from '../state/state.ts';
import { shapesOf } from '../state/state.ts';
import type { StateViews } from '../tables/table-views.ts';
import { createViews } from '../tables/table-views.ts';
import type { Tombstones } from '../tables/tombstones.ts';
import type { Clock } from './clock.ts';
import { netChanges } from './net-changes.ts';
import type { FactKeeper, KeepFacts, WorldFacts } from './world-facts.ts';
import { createFactKeeper } from './world-facts.ts';
import type { Room } from './room.ts';

export type { StateViews } from '../tables/table-views.ts';

/** A state that requests read and change, with a clock and credentials of its own. */
export interface World extends StateViews {
  readonly name: string;
  /** The text on which all generated values depend. */
  readonly seed: string;
  /** The name of the scenario that it begins with; undefined: none. */
  readonly scenario: string | undefined;
  /** Whether no request may change it. Time may, such as by a transition. */
  readonly isReadOnly: boolean;
  /** What limits how much may be added to it; undefined: nothing. */
  readonly room: Room | undefined;
  readonly clock: Clock;
  /** The credentials that are valid here; one that is minted here is valid in no other world. */
  readonly credentials: CredentialBook;
  /** A new number after each change. */
  readonly version: number;
  /** A new number after each reset or restore; the old one again if that could not be stored. */
  readonly epoch: number;
  /** Makes a collection complete: a record that is not in it does not exist. The next write stores it. */
  plant(collection: string): void;
  /** In effect on return, and durable when the promise resolves; undefined: nothing to wait for. */
  commit(changes: readonly RecordChange[]): Promise<void> | undefined;
  /** From now on, each commit also makes the changes that go with its own. */
  alongside(more: (changes: readonly RecordChange[]) => readonly RecordChange[]): void;
  /** Makes a change, and tells which records it changed in all. */
  trace(change: () => Promise<void> | undefined): TracedChange;
  /**
   * After a change of the clock or the credentials: as with `commit`, where they are kept. Elsewhere
   * this is `durable`.
   */
  keepFacts(): Promise<void> | undefined;
  /** What was kept of the clock and the credentials, as it is found again; undefined: nothing. */
  takeFacts(facts: WorldFacts | undefined): void;
  /** Resolves when what is visible now is durable; undefined: it is already. */
  durable(): Promise<void> | undefined;
  /** Goes back to `base`, and resets the clock and the credentials. */
  reset(): Promise<void>;
  /** The present state; this copies nothing. */
  save(): State;
  /** Replaces the whole state. */
  restore(state: State): Promise<void>;
  /** The state that the world was made from. */
  readonly base: State;
  /** Refuses changes, since another world replaces this one; the returned function undoes that. */
  retire(): () => void;
}

/** A change that is in effect. */
export interface TracedChange {
  /** Resolves when it is durable; undefined: nothing to wait for. */
  readonly stored: Promise<void> | undefined;
  /** One for each record, also for those that went along. */
  readonly changes: readonly RecordChange[];
}

export interface WorldOptions {
  readonly name: string;
  readonly seed: string;
  readonly scenario?: string | undefined;
  readonly isReadOnly?: boolean | undefined;
  /** Refuses changes that add too much. */
  readonly room?: Room | undefined;
  readonly clock: Clock;
  readonly credentials: CredentialBook;
  /** The state that a reset goes back to. */
  readonly base: State;
  /** Has the present state, and stores the changes. */
  readonly database: Database;
  /** Keeps the clock and the credentials. Default: they end with this process. */
  readonly keepFacts?: KeepFacts | undefined;
  /** Called after a reset, to clear what other parts of the server hold for this world. */
  readonly onReset?: (() => void) | undefined;
  /** Receives notices for the user who runs the server. */
  readonly onNotice?: ((message: string) => void) | undefined;
}

export function createWorld(options: WorldOptions): World {
  const { base, database, name, seed, scenario, room, clock, credentials } = options;
  const history = createStateHistory(database.low.data, !database.isInMemory);
  database.takeOver(history);
  const answer = createAnswers();
  const use = createUse(name);
  let findMore = findNoMore;
  const tracing = createTracing();
  const warn = createWarning(options);
  const facts = createFactKeeper(options, use.assert, () => answer(database.pending()));
  const restore = async (next: State): Promise<void> => {
    use.assert();
    history.beginAnew(next);
    room?.clear();
    await answer(database.save(history.moment()));
  };
  return {
    ...createViews(shapesOf(base.madeFor), history.now),
    name,
    seed,
    scenario,
    isReadOnly: options.isReadOnly ?? false,
    room,
    clock,
    credentials,
    get version() {
      return history.version();
    },
    get epoch() {
      return history.epoch();
    },
    plant(collection) {
      history.plant(collection);
      database.low.data = history.moment();
    },
    alongside: (more) => void (findMore = more),
    commit(own) {
      if (own.length === 0) return undefined;
      use.assert();
      const changes = tracing.note([...own, ...findMore(own)]);
      admit(changes, room, history.now().tombstones);
      history.change(changes);
      warn(history.now().tombstones);
      return answer(database.save(history.moment()));
    },
    trace: tracing.trace,
    ...facts,
    reset: () => restore(base).then(() => resetBesides(options, facts)),
    save: history.save,
    restore,
    base,
    retire: () =>
      use.end(() => {
        database.low.data = history.moment();
        database.takeOver(history);
      }),
  };
}

/** Throws where the changes can't be kept. */
function admit(
  changes: readonly RecordChange[],
  room: Room | undefined,
  tombstones: Tombstones,
): void {
  for (const { after } of changes) if (after) assertKeepable(after);
  room?.take(changes, tombstones);
}

function resetBesides(
  { credentials, clock, onReset }: WorldOptions,
  facts: FactKeeper,
): Promise<void> | undefined {
  credentials.reset();
  clock.reset();
  onReset?.();
  return facts.keepFacts()?.catch(refuseHalf);
}

function refuseHalf(cause: unknown): never {
  const detail = `The records are those of the beginning again. The clock and the credentials are as they were, since that could not be stored: ${messageOf(cause)} Reset the world again.`;
  throw new ApiError(cause instanceof ApiError ? cause.code : 'storage-failed', detail, { cause });
}

const findNoMore: Parameters<World['alongside']>[0] = () => [];

interface Tracing {
  /** Notes the changes of a commit, and returns them. */
  note(changes: readonly RecordChange[]): readonly RecordChange[];
  readonly trace: World['trace'];
}

const nothing: readonly never[] = [];

function createTracing(): Tracing {
  let traced: readonly RecordChange[] | undefined;
  return {
    note(changes) {
      // By reference: most changes are a single commit.
      if (traced) traced = traced.length === 0 ? changes : [...traced, ...changes];
      return changes;
    },
    trace(change) {
      traced = nothing;
      try {
        const stored = change();
        return { stored, changes: netChanges(traced) };
      } finally {
        traced = undefined;
      }
    },
  };
}

interface Use {
  /** Refuses what is done after the end. */
  assert(this: void): void;
  /** Ends the use; the returned function begins it again. */
  end(onAgain: () => void): () => void;
}

function createUse(name: string): Use {
  let isEnded = false;
  return {
    assert() {
      if (isEnded) throw refuseRetired(name);
    },
    end(onAgain) {
      isEnded = true;
      return () => {
        isEnded = false;
        onAgain();
      };
    },
  };
}

/**
 * Turns the promise of a write into one that rejects with a refusal (507 `storage-failed`). All
 * changes of a batch share the promise of the write, so they share the answer, too.
 */
function createAnswers(): (write: Promise<void> | undefined) => Promise<void> | undefined {
  let latest: { readonly write: Promise<void>; readonly answer: Promise<void> } | undefined;
  return (write) => {
    if (!write) return undefined;
    if (latest?.write === write) return latest.answer;
    latest = { write, answer: write.catch(refuseStorage) };
    // Callers that wait see the refusal; without one, it must not crash the process.
    latest.answer.catch(ignoreRefusal);
    return latest.answer;
  };
}

function refuseStorage(cause: unknown): never {
  if (cause instanceof ApiError) throw cause;
  const detail = `The change was taken back: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}

function ignoreRefusal(): void {
  // Only callers that wait need the refusal.
}

/** Warns once that the world has dropped its oldest tombstones. */
function createWarning({
  name,
  onNotice,
}: Pick<WorldOptions, 'name' | 'onNotice'>): (now: Tombstones) => void {
  let isSaid = false;
  return ({ hasForgotten, most }) => {
    if (isSaid || !hasForgotten) return;
    isSaid = true;
    onNotice?.(describeForgetting(name, most));
  };
}

function describeForgetting(name: string, most: number): string {
  const number = most.toLocaleString('en-US');
  return (
    `the world "${name}" remembers the last ${number} records that were deleted from collections without ` +
    'fixtures, or fewer where keys are long. There were more: the oldest are forgotten, and such a record is made up again when a client ' +
    'asks for its key. Give these collections fixtures (an empty list will do), or reset the world'
  );
}

function assertKeepable({ body }: Item): void {
  const excess = findExcess(body);
  if (excess === undefined) return;
  const detail = `The request would make a record that ${excess}. Nothing was changed.`;
  throw new ApiError('invalid-request', detail);
}

function refuseRetired(name: string): ApiError {
  const detail = `The contract was loaded again, or the world "${name}" made anew or dropped, while this request was under way: send it again.`;
  return new ApiError('loaded-again', detail);
}
