import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, textOf } from '../../base/json.ts';
import { numberOf } from '../tables/table-index.ts';

/** What is written down of a world: records as people see them, and what they were made for. */
export interface SavedState {
  readonly fingerprints: Fingerprints;
  readonly collections: Readonly<Record<string, readonly JsonValue[]>>;
  /** The collections of which it has the last word: what isn't in them doesn't exist. */
  readonly planted: readonly string[];
  /** What was deleted and must not be made up again, the oldest first. */
  readonly tombstones: readonly SavedTombstones[];
  /** How much was deleted, by collection. */
  readonly deletions: Readonly<Record<string, Deletions>>;
  /** What was made by a request, so that there is nothing under it but what was made, too. */
  readonly born: Readonly<Record<string, readonly JsonValue[]>>;
}

/** Deleted records of one collection that had the same parents. */
export interface SavedTombstones {
  readonly collection: string;
  /** By the names of the path parameters; absent where none is known. */
  readonly parents?: JsonObject;
  readonly keys: readonly string[];
}

/** How much was deleted from a collection, so that no new record gets a key that was given before. */
export interface Deletions {
  readonly count: number;
  /** The highest whole number that was a deleted key; 0 where none was. */
  readonly highest: number;
}

export interface Fingerprints {
  readonly contract: string;
  readonly fixtures: string;
}

/** What a state says of itself when it is written down. Lists are gone through piece by piece. */
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

/** By collection: where its records have their key and their parents. */
export type SavedFiling = Readonly<Record<string, FilingRule>>;

export interface FilingRule {
  /** Undefined where there is one record for each chain of parents. */
  readonly key: readonly string[] | undefined;
  readonly parents: readonly string[];
}

/** What db.json holds: a state, and which journal goes on from there. */
export interface SavedBase {
  readonly saved: SavedState;
  /** Undefined where it was written before there were journals. */
  readonly journal: number | undefined;
  /** Which life of a folder it is; undefined where it was written before these were told apart. */
  readonly id: string | undefined;
}

/** The form that is written. The one before it had no journals. */
export const currentFormat = 2;

/** What keeps a text from being a state of ours; undefined: nothing. */
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

/** What a text says that has no fault. */
export function toBase(root: JsonValue): SavedBase {
  const members = isJsonObject(root) ? root : {};
  const { stuntdouble, collections, planted, born } = members;
  const head = isJsonObject(stuntdouble) ? stuntdouble : {};
  const records = toLists(collections);
  const { journal, id } = head;
  const saved = {
    fingerprints: { contract: textOf(head['contract']), fixtures: textOf(head['fixtures']) },
    collections: records,
    // There was a time when whatever had records had the last word, and nothing was said of it.
    planted: Array.isArray(planted)
      ? planted.map(textOf)
      : Object.keys(records).filter((name) => (records[name] ?? []).length > 0),
    ...toTombstones(members),
    born: toLists(born),
  };
  // The format before this one had neither.
  if (head['format'] === 1 || !isJournalNumber(journal))
    return { saved, journal: undefined, id: undefined };
  return { saved, journal, id: typeof id === 'string' ? id : undefined };
}

type Deleted = Pick<SavedState, 'tombstones' | 'deletions'>;

/** There was a time when every collection had a list of what was deleted (`gone`), and nothing counted it. */
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
