import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, stepDown, textOf } from '../../json.ts';

/** What is written down of a world: records as people see them, and what they were made for. */
export interface SavedState {
  readonly fingerprints: Fingerprints;
  readonly collections: Readonly<Record<string, readonly JsonValue[]>>;
  /** The collections of which it has the last word: what isn't in them doesn't exist. */
  readonly planted: readonly string[];
  /** What was taken away: it isn't made up again, nor is its key given to another. */
  readonly gone: Readonly<Record<string, readonly JsonValue[]>>;
  /** What was made by a request, so that there is nothing under it but what was made, too. */
  readonly born: Readonly<Record<string, readonly JsonValue[]>>;
}

export interface Fingerprints {
  readonly contract: string;
  readonly fixtures: string;
}

/** What a state says of itself when it is written down. Lists are gone through piece by piece. */
export interface StateSource {
  readonly fingerprints: Fingerprints;
  readonly planted: readonly string[];
  readonly filing: Filing;
  readonly collections: Lists;
  readonly gone: Lists;
  readonly born: Lists;
}

export type Lists = Iterable<readonly [string, Iterable<JsonValue>]>;

/** By collection: where its records have their key and their parents. */
export type Filing = Readonly<Record<string, FilingRule>>;

export interface FilingRule {
  /** Undefined where there is one record for each chain of parents. */
  readonly key: readonly string[] | undefined;
  readonly parents: readonly string[];
}

/** What db.json holds: a state, and which journal goes on from there. */
export interface Base {
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
  const odd = ['gone', 'born'].find((name) => !isJsonObject(root[name] ?? {}));
  return odd === undefined
    ? undefined
    : { pointer: `/${odd}`, message: `"${odd}" must be an object` };
}

/** What a text says that has no fault. */
export function toBase(root: JsonValue): Base {
  const members = isJsonObject(root) ? root : {};
  const { stuntdouble, collections, planted, gone, born } = members;
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
    gone: toLists(gone),
    born: toLists(born),
  };
  // The format before this one had neither.
  if (head['format'] === 1 || !isJournalNumber(journal))
    return { saved, journal: undefined, id: undefined };
  return { saved, journal, id: typeof id === 'string' ? id : undefined };
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
