import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, textOf } from '../../base/json.ts';
import { numberOf } from '../tables/table-index.ts';

/** A world as db.json stores it: flat records, and the contract and fixtures of that time. */
export interface SavedState {
  readonly fingerprints: Fingerprints;
  readonly collections: Readonly<Record<string, readonly JsonValue[]>>;
  /** The complete collections: a record that is not in them does not exist. */
  readonly planted: readonly string[];
  /** Deleted records, which the server must not improvise again, the oldest first. */
  readonly tombstones: readonly SavedTombstones[];
  /** How many records were deleted, by collection. */
  readonly deletions: Readonly<Record<string, Deletions>>;
  /** Records that requests created, by collection: the server improvises nothing below them. */
  readonly born: Readonly<Record<string, readonly JsonValue[]>>;
}

/** Deleted records of one collection that had the same parents. */
export interface SavedTombstones {
  readonly collection: string;
  /** By the names of the path parameters; absent where no parent is known. */
  readonly parents?: JsonObject;
  readonly keys: readonly string[];
}

/** How many records were deleted, so that no new record gets a key that was used before. */
export interface Deletions {
  readonly count: number;
  /** The highest whole number among the deleted keys; 0 where there is none. */
  readonly highest: number;
}

export interface Fingerprints {
  readonly contract: string;
  readonly fixtures: string;
}

/** A state in the form that is saved. Its lists produce one record at a time. */
export interface StateSource {
  readonly fingerprints: Fingerprints;
  readonly planted: readonly string[];
  readonly filing: SavedFiling;
  readonly collections: Lists;
  readonly tombstones: Iterable<SavedTombstones>;
  readonly deletions: Readonly<Record<string, Deletions>>;
  readonly born: Lists;
}

export type Lists = Iterable<readonly [string, Iterable<JsonValue>]>;

/** For each collection, where its records have their key and their parents. */
export type SavedFiling = Readonly<Record<string, FilingRule>>;

export interface FilingRule {
  /** The path of members to the key; undefined: there is one record for each chain of parents. */
  readonly key: readonly string[] | undefined;
  readonly parents: readonly string[];
}

/** The content of db.json: a state, and the number of the journal that continues it. */
export interface SavedBase {
  readonly saved: SavedState;
  /** Undefined where an earlier version, without journals, wrote db.json. */
  readonly journal: number | undefined;
  /** The id that its journals repeat; undefined where an earlier version, without ids, wrote it. */
  readonly id: string | undefined;
}

/** The format that the server writes. Format 1 had no journals. */
export const currentFormat = 2;

/** Why parsed JSON is no saved state; undefined: it is one. */
export function findStateFault(
  root: JsonValue,
): { readonly pointer: string; readonly message: string } | undefined {
  const head = isJsonObject(root) ? root['stuntdouble'] : undefined;
  if (!isJsonObject(root) || !isJsonObject(head))
    return { pointer: '', message: 'this is not a state of Stuntdouble' };
  const { format, journal, id } = head;
  if (format !== 1 && format !== currentFormat) {
    const known = `only 1 and ${currentFormat} can be read`;
    return {
      pointer: '/stuntdouble/format',
      message: `this state has the format ${JSON.stringify(format)}, and ${known}`,
    };
  }
  if (format === currentFormat && !isJournalNumber(journal))
    return {
      pointer: '/stuntdouble/journal',
      message: '"journal" must be the number of the journal that goes on from here',
    };
  if (id !== undefined && typeof id !== 'string')
    return { pointer: '/stuntdouble/id', message: '"id" must be the text that its journals have' };
  return findListFault(root);
}

function findListFault(
  root: JsonObject,
): { readonly pointer: string; readonly message: string } | undefined {
  const { collections, planted = [] } = root;
  if (!isJsonObject(collections))
    return { pointer: '/collections', message: '"collections" must be an object' };
  const wrong = Object.keys(collections).find((name) => !Array.isArray(collections[name]));
  if (wrong !== undefined)
    return {
      pointer: stepDown('/collections', wrong),
      message: 'a collection must be an array of records',
    };
  if (!Array.isArray(planted))
    return { pointer: '/planted', message: '"planted" must be an array' };
  if (!Array.isArray(root['tombstones'] ?? []))
    return { pointer: '/tombstones', message: '"tombstones" must be an array' };
  const odd = ['deletions', 'gone', 'born'].find((name) => !isJsonObject(root[name] ?? {}));
  return odd === undefined
    ? undefined
    : { pointer: `/${odd}`, message: `"${odd}" must be an object` };
}

/** Reads parsed JSON in which `findStateFault` has found no fault. */
export function toBase(root: JsonValue): SavedBase {
  const members = isJsonObject(root) ? root : {};
  const { stuntdouble, collections, planted, born } = members;
  const head = isJsonObject(stuntdouble) ? stuntdouble : {};
  const records = toLists(collections);
  const { journal, id } = head;
  const saved = {
    fingerprints: { contract: textOf(head['contract']), fixtures: textOf(head['fixtures']) },
    collections: records,
    // Old files have no `planted`: each collection with records was complete.
    planted: Array.isArray(planted)
      ? planted.map(textOf)
      : Object.keys(records).filter((name) => (records[name] ?? []).length > 0),
    ...toTombstones(members),
    born: toLists(born),
  };
  // Format 1 had neither journals nor ids.
  if (head['format'] === 1 || !isJournalNumber(journal))
    return { saved, journal: undefined, id: undefined };
  return { saved, journal, id: typeof id === 'string' ? id : undefined };
}

type Deleted = Pick<SavedState, 'tombstones' | 'deletions'>;

/** Old files list the deleted records of each collection in `gone`, and do not count them. */
function toTombstones({ tombstones, deletions, gone }: JsonObject): Deleted {
  const former = Object.entries(toLists(gone)).map(([name, list]) => readFormer(name, list));
  const groups = Array.isArray(tombstones) ? tombstones : [];
  return {
    tombstones: [...former.flat(), ...groups.flatMap((group) => readGroup(group) ?? [])],
    deletions: {
      ...countFormer(former),
      ...Object.fromEntries(
        Object.entries(isJsonObject(deletions) ? deletions : {}).map(([name, told]) => [
          name,
          readDeletions(told),
        ]),
      ),
    },
  };
}

function readFormer(collection: string, marks: readonly JsonValue[]): readonly SavedTombstones[] {
  return marks.flatMap((mark) => {
    const { key, ...rest } = isJsonObject(mark) ? mark : {};
    return readGroup({ ...rest, collection, keys: [key ?? null] }) ?? [];
  });
}

function countFormer(former: readonly (readonly SavedTombstones[])[]): SavedState['deletions'] {
  return Object.fromEntries(
    former.flatMap((list): [string, Deletions][] => {
      const [first] = list;
      const numbers = list.flatMap(({ keys }) => keys.map(numberOf));
      const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
      return first ? [[first.collection, { count: list.length, highest }]] : [];
    }),
  );
}

function readGroup(group: JsonValue): SavedTombstones | undefined {
  const { collection, parents = {}, keys } = isJsonObject(group) ? group : {};
  if (typeof collection !== 'string' || !isJsonObject(parents) || !Array.isArray(keys))
    return undefined;
  return { collection, parents, keys: keys.filter((key) => typeof key === 'string') };
}

function readDeletions(told: JsonValue): Deletions {
  const { count, highest } = isJsonObject(told) ? told : {};
  return { count: wholeNumberIn(count), highest: wholeNumberIn(highest) };
}

function wholeNumberIn(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function isJournalNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function toLists(lists: JsonValue | undefined): Readonly<Record<string, readonly JsonValue[]>> {
  return Object.fromEntries(
    Object.entries(isJsonObject(lists) ? lists : {}).map(([name, list]) => [
      name,
      Array.isArray(list) ? list : [],
    ]),
  );
}
