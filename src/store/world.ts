import { ApiError, messageOf } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { Clock } from './clock.ts';
import type { CredentialBook } from './credentials.ts';
import { listFamilies } from './families.ts';
import type { Ledger, StateSource } from './ledger/ledger.ts';
import { hasMark } from './marks.ts';
import { alignParents } from './parents.ts';
import type { Change, Item, Parents, Shape } from './record.ts';
import { flattenItem, isTooDeep } from './record.ts';
import { planRemoval } from './removal.ts';
import { describeChanges, describeState } from './state-source.ts';
import type { State } from './state.ts';
import { applyChanges, plantIn } from './state.ts';
import type { Table } from './table.ts';

/** A state that requests see and change, and what goes with it. */
export interface World extends Views {
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
  commit(changes: readonly Change[]): Promise<void> | undefined;
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

/** What is to be seen of a state. */
export interface Views {
  /** A parent that is undefined, here or there, may be any. Without parents: whoever they are. */
  find(collection: string, key: string, parents?: Parents): Item | undefined;
  /** The records under these parents, in the order in which they were made; undefined: any. */
  list(collection: string, parents: Parents): readonly Item[];
  /** How many they are. */
  count(collection: string, parents: Parents): number;
  /** The keys of the first so many of them, without a look at the others. */
  firstKeys(collection: string, parents: Parents, most: number): readonly string[];
  /** The key of one of them, each in about equal parts; undefined where there is none. */
  pickKey(collection: string, parents: Parents, lot: number): string | undefined;
  /** The highest whole number that is or was a key of one of them; 0 where none was. */
  highest(collection: string, parents: Parents): number;
  /** Whether nothing may be made up there: a record was taken away, or is kept and not served. */
  isGone(collection: string, key: string, parents: Parents): boolean;
  /** Whether a request has made it: nobody but requests puts anything under it. */
  isBorn(collection: string, key: string, parents: Parents): boolean;
  /** What has to change for a record to be gone: it goes, and all that stands under it. */
  removal(collection: string, item: Item): readonly Change[];
  items(collection: string): readonly Item[];
  /** Whether a record that isn't in the collection doesn't exist. */
  isAuthoritative(collection: string): boolean;
  /** Every chain of parents that there are and that records of the collection may stand under. */
  families(collection: string): readonly Parents[];
  /** The parents of a record, as far as the records of another collection have them, too. */
  parentsIn(other: string, collection: string, parents: Parents): Parents;
  /** A collection as people see it; undefined where the contract has none of that name. */
  show(collection: string): readonly JsonObject[] | undefined;
  showOne(collection: string, key: string): JsonObject | undefined;
  readonly collectionNames: readonly string[];
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
}

export function createWorld(options: WorldOptions): World {
  const { base, ledger, name, seed, clock, credentials } = options;
  const shapeOf = new Map(base.madeFor.shapes.map((shape) => [shape.name, shape]));
  const course = createCourse(options.first);
  let isRetired = false;
  const assertInUse = (): void => {
    if (isRetired) throw refuseRetired(name);
  };
  const restore = async (next: State): Promise<void> => {
    assertInUse();
    course.beginAnew(next);
    await ledger?.rebase(course.state()).catch(refuseStorage);
  };
  return {
    ...createViews(shapeOf, course.state),
    name,
    seed,
    clock,
    credentials,
    get version() {
      return course.version();
    },
    get epoch() {
      return course.epoch();
    },
    plant: (collection) => course.goOn(plantIn(course.state(), collection)),
    commit(changes) {
      if (changes.length === 0) return undefined;
      assertInUse();
      if (changes.some(({ after }) => after && isTooDeep(after.body))) throw refuseDepth();
      const entry = ledger && describeChanges(changes, (one) => shapeOf.get(one));
      course.goOn(applyChanges(course.state(), changes));
      return entry && ledger.append(entry, course.state()).catch(refuseStorage);
    },
    durable: () => ledger?.pending()?.catch(refuseStorage),
    async reset() {
      await restore(base);
      credentials.reset();
      clock.reset();
    },
    save: course.state,
    restore,
    base,
    lose: course.goBack,
    retire() {
      isRetired = true;
      return () => {
        isRetired = false;
      };
    },
    describe: () => describeState(course.state()),
  };
}

/** One state after the other. */
interface Course {
  state(this: void): State;
  version(): number;
  epoch(): number;
  goOn(next: State): void;
  beginAnew(next: State): void;
  /** To one that there was before, and to its epoch. */
  goBack(this: void, kept: State): void;
}

function createCourse(first: State): Course {
  let state = first;
  let version = 0;
  let epoch = 0;
  let lastEpoch = 0;
  const epochs = new WeakMap([[first, epoch]]);
  const goOn = (next: State): void => {
    version += 1;
    state = next;
    epochs.set(state, epoch);
  };
  return {
    state: () => state,
    version: () => version,
    epoch: () => epoch,
    goOn,
    beginAnew(next) {
      lastEpoch += 1;
      epoch = lastEpoch;
      // An object of its own: the same state may be gone back to more than once.
      goOn({ ...next });
    },
    goBack(kept) {
      epoch = epochs.get(kept) ?? epoch;
      goOn(kept);
    },
  };
}

/** What is to be seen of a state, whichever it is at the time. */
function createViews(shapeOf: ReadonlyMap<string, Shape>, state: () => State): Views {
  const tableOf = (collection: string): Table | undefined => state().tables.get(collection);
  return {
    find: (collection, key, parents) => tableOf(collection)?.find(key, parents),
    list: (collection, parents) => tableOf(collection)?.list(parents) ?? [],
    count: (collection, parents) => tableOf(collection)?.count(parents) ?? 0,
    firstKeys: (collection, parents, most) =>
      (tableOf(collection)?.first(parents, most) ?? []).map(({ key }) => key),
    pickKey: (collection, parents, lot) => tableOf(collection)?.pick(parents, lot)?.key,
    highest: (collection, parents) =>
      Math.max(
        tableOf(collection)?.highest(parents) ?? 0,
        state().gone.get(collection)?.highest(parents) ?? 0,
      ),
    isGone: (collection, key, parents) =>
      hasMark(state().gone, collection, { key, parents }) ||
      hasMark(state().hidden, collection, { key, parents }),
    isBorn: (collection, key, parents) => hasMark(state().born, collection, { key, parents }),
    removal: (collection, item) =>
      planRemoval([...shapeOf.values()], state().tables, collection, item),
    items: (collection) => tableOf(collection)?.items() ?? [],
    isAuthoritative: (collection) => state().authoritative.has(collection),
    families(collection) {
      const shape = shapeOf.get(collection);
      return shape ? listFamilies(shape, [...shapeOf.values()], state().tables) : [];
    },
    parentsIn(other, collection, parents) {
      const [from, to] = [shapeOf.get(collection), shapeOf.get(other)];
      return from && to ? alignParents(from, parents, to) : [];
    },
    show(collection) {
      const shape = shapeOf.get(collection);
      const items = tableOf(collection)?.items();
      return shape && items?.map((item) => flattenItem(item, shape));
    },
    showOne(collection, key) {
      const shape = shapeOf.get(collection);
      const item = tableOf(collection)?.find(key);
      return shape && item && flattenItem(item, shape);
    },
    collectionNames: [...shapeOf.keys()],
  };
}

function refuseStorage(cause: unknown): never {
  const detail = `The change was taken back: ${messageOf(cause)}.`;
  throw new ApiError('storage-failed', detail, { cause });
}

function refuseDepth(): ApiError {
  return new ApiError('invalid-request', 'The record would be nested too deeply to be kept.');
}

function refuseRetired(name: string): ApiError {
  const detail = `The contract was loaded again, or the world "${name}" made anew or dropped, while this request was under way: send it again.`;
  return new ApiError('loaded-again', detail);
}
