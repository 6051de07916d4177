import { ApiError, messageOf } from '../../base/errors.ts';
import type { CredentialBook } from '../credentials/credentials.ts';
import type { Ledger, StateSource } from '../ledger/ledger.ts';
import type { RecordChange, Item } from '../record.ts';
import { findExcess } from '../record.ts';
import { describeChanges, describeState } from '../state-source.ts';
import type { StateHistory } from '../state/state-history.ts';
import { createStateHistory } from '../state/state-history.ts';
import type { State } from '../state/state.ts';
import type { StateViews } from '../tables/table-views.ts';
import { createViews } from '../tables/table-views.ts';
import type { Tombstones } from '../tables/tombstones.ts';
import type { Clock } from './clock.ts';

export type { StateViews } from '../tables/table-views.ts';

/** A state that requests see and change, and what goes with it. */
export interface World extends StateViews {
  readonly name: string;
  /** What generated values depend on. */
  readonly seed: string;
  readonly clock: Clock;
  /** Who is let in here; what is minted in a world counts in no other. */
  readonly credentials: CredentialBook;
  /** Another number after every change. */
  readonly version: number;
  /** Another number since it last went back to what it was made from, or to something that was kept. */
  readonly epoch: number;
  /** From now on what isn't in the collection doesn't exist. Not journaled: for a world that is rebased. */
  plant(collection: string): void;
  /** In effect when it returns; durable when its promise resolves. */
  commit(changes: readonly RecordChange[]): Promise<void> | undefined;
  /** When all that can be seen now is durable; undefined where it is. */
  durable(): Promise<void> | undefined;
  /** Back to what it was made from; so are its clock and who is let in. */
  reset(): Promise<void>;
  /** All of it, as it is now; it takes no time. */
  save(): State;
  /** Puts all of a state in the place of what there is. */
  restore(state: State): Promise<void>;
  /** What it was made from. */
  readonly base: State;
  /** Memory goes back to what could be kept. */
  lose(kept: State): void;
  /** Takes no more changes: another world takes its place, unless what is returned is called. */
  retire(): () => void;
  /** All that would be written down of it. */
  describe(): StateSource;
}

export interface WorldOptions {
  readonly name: string;
  readonly seed: string;
  readonly clock: Clock;
  readonly credentials: CredentialBook;
  /** What a reset goes back to. */
  readonly base: State;
  /** What it is at first. */
  readonly first: State;
  /** Where it is kept; undefined in memory. */
  readonly ledger: Ledger<State> | undefined;
  /** Hears that it began anew, for what goes with it and is kept elsewhere. */
  readonly onReset?: (() => void) | undefined;
  /** Hears what the person who runs this should know. */
  readonly onNotice?: ((message: string) => void) | undefined;
}

export function createWorld(options: WorldOptions): World {
  const { base, ledger, name, seed, clock, credentials } = options;
  const shapeOf = new Map(base.madeFor.shapes.map((shape) => [shape.name, shape]));
  const history = createStateHistory(options.first, ledger !== undefined);
  const keeping = createKeeping(history);
  let isRetired = false;
  const assertInUse = (): void => {
    if (isRetired) throw refuseRetired(name);
  };
  const warn = createWarning(options);
  const restore = async (next: State): Promise<void> => {
    assertInUse();
    history.beginAnew(next);
    if (ledger) await keeping.follow(ledger.rebase(history.save()));
  };
  return {
    ...createViews(shapeOf, history.now),
    name,
    seed,
    clock,
    credentials,
    get version() {
      return history.version();
    },
    get epoch() {
      return history.epoch();
    },
    plant: (collection) => history.plant(collection),
    commit(changes) {
      if (changes.length === 0) return undefined;
      assertInUse();
      for (const { after } of changes) if (after) assertKeepable(after);
      const entry = ledger && describeChanges(changes, (one) => shapeOf.get(one));
      history.change(changes);
      warn(history.now().tombstones);
      return entry && keeping.follow(ledger.append(entry, history.moment()));
    },
    durable() {
      const pending = ledger?.pending();
      return pending && keeping.await(pending);
    },
    async reset() {
      await restore(base);
      credentials.reset();
      clock.reset();
      options.onReset?.();
    },
    save: history.save,
    restore,
    base,
    lose: history.goBack,
    retire() {
      isRetired = true;
      return () => {
        isRetired = false;
      };
    },
    describe: () => describeState(history.save()),
  };
}

/** What becomes of what was given to the ledger. */
interface WorldKeeping {
  /** Of a change that was just given to it. */
  follow(promise: Promise<void>): Promise<void>;
  /** Of what was given to it before. */
  await(promise: Promise<void>): Promise<void>;
}

/** A ledger has one promise for all that it writes at a time; so do all that wait for it here. */
function createKeeping(history: Pick<StateHistory, 'letGo' | 'version'>): WorldKeeping {
  let batch: { promise: Promise<void>; answer: Promise<void>; last: number } | undefined;
  const open = (promise: Promise<void>): NonNullable<typeof batch> => {
    const opened = { promise, answer: promise, last: 0 };
    opened.answer = promise.then(() => history.letGo(opened.last), refuseStorage);
    // Whoever waits for it hears of it; where nobody does, that is no accident of the process.
    opened.answer.catch(ignoreRefusal);
    return opened;
  };
  return {
    follow(promise) {
      if (batch?.promise !== promise) batch = open(promise);
      batch.last = history.version();
      return batch.answer;
    },
    await: (promise) => (batch?.promise === promise ? batch.answer : promise.catch(refuseStorage)),
  };
}

function refuseStorage(cause: unknown): never {
  const detail = `The change was taken back: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}

function ignoreRefusal(): void {
  // It is for those who wait.
}

/** Says once that deleted records are forgotten. */
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
