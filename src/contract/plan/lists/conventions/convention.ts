import type { JsonValue } from '../../../../base/json.ts';
import { isJsonObject, textOf } from '../../../../base/json.ts';
import { listNames } from '../list-words.ts';

/**
 * One convention of lists: how contracts name its parameters, members and headers, and what a reply
 * says in them. Plan and behaviours both read it, so it knows neither schemas nor records.
 */
export interface Convention<
  Kind extends string = string,
  Meaning extends string = string,
  HeaderMeaning extends string = never,
> {
  /** What a query parameter does to a list, whatever members the records have. */
  readonly findSure?: (query: DeclaredQuery) => ParameterMeaning<Kind> | undefined;
  /** A weaker meaning, for a parameter that is no filter; `kinds` are those that are sure. */
  readonly findUnsure?: (
    query: DeclaredQuery,
    kinds: ReadonlySet<string>,
  ) => ParameterMeaning<Kind> | undefined;
  /** Members around the records, and headers with the same meaning; the first that fits counts. */
  readonly members?: readonly MemberRule<Meaning>[];
  /** Headers that say more than one value. */
  readonly headers?: readonly HeaderRule<HeaderMeaning>[];
}

/** A convention by which a request asks for a certain page. */
export interface Pager<
  Kind extends string = string,
  Meaning extends string = string,
  HeaderMeaning extends string = never,
> extends Convention<Kind, Meaning, HeaderMeaning> {
  /** The kinds of its parameters. The first is the one that leads from page to page. */
  readonly kinds: readonly [Kind, ...Kind[]];
  /** Whether it counts records, not pages: then a number named `next` is one, too. */
  readonly countsRecords?: true;
  readonly isUsed: (given: GivenParameters) => boolean;
  /** Narrows the slice to what the parameters ask for; refuses what they must not be. */
  readonly cut: (slice: Slice, given: GivenParameters, list: PagedList) => Slice;
  /** The parameters that ask for another page, none for the first; undefined: there is no way. */
  readonly turn: (page: ListedPage, turn: PageTurn) => readonly QueryText[] | undefined;
}

export type PageTurn = 'next' | 'previous' | 'first' | 'last';

export type QueryText = readonly [name: string, text: string];

/** A query parameter as its contract declares it, or a member of one that is an object. */
export interface DeclaredQuery {
  readonly name: string;
  /** The words of its name: `page_size` for `pageSize` and `page[size]`. */
  readonly words: string;
  readonly isNumber: boolean;
  readonly isText: boolean;
  readonly isUuid: boolean;
  readonly isTime: boolean;
  /** Whether its only values are directions, such as `asc` and `desc`. */
  readonly isDirection: boolean;
  readonly minimum: number | undefined;
  readonly default: number | undefined;
  readonly description: string;
}

export interface ParameterMeaning<Kind extends string = string> {
  readonly kind: Kind;
  /** The number of the first page or record. Default: 1 for a page, 0 for a record. */
  readonly first?: number;
  /** Whether the value is the key of a record. Default: a text that only the server reads. */
  readonly isKey?: boolean;
}

/** A parameter of a request, or the default of one that was not sent. */
export interface GivenParameter {
  readonly name: string;
  readonly meaning: ParameterMeaning;
  readonly value: JsonValue;
}

/** By kind. */
export type GivenParameters = ReadonlyMap<string, GivenParameter>;

/** A member of an envelope that is neither an object nor an array; or a header. */
export interface EnvelopeLeaf {
  readonly words: string;
  /** The words of the members that it is in. */
  readonly above: string;
  readonly type: 'number' | 'string' | 'boolean' | 'any';
  /** Whether it is about the whole reply, and not about another page. */
  readonly isOfReply: boolean;
  /** Whether name, format or place say that it is an address. */
  readonly isLink: boolean;
  /** Whether its siblings describe a page, so that `number` and `size` mean those of the page. */
  readonly isOfPage: boolean;
  /** The kinds of the list's query parameters. */
  readonly kinds: ReadonlySet<string>;
}

export interface MemberRule<Meaning extends string = string> {
  readonly meaning: Meaning;
  readonly form: 'number' | 'flag' | 'key' | 'cursor' | 'link';
  readonly fits: (leaf: EnvelopeLeaf) => boolean;
  /** Undefined where there is nothing to say. */
  readonly value: (page: ListedPage) => JsonValue | undefined;
  /** What a member says then that can be neither null nor left out. */
  readonly pretence?: (page: ListedPage) => JsonValue;
  /** A key of the same use, where the schema has no room for a cursor: requests take both. */
  readonly short?: (page: ListedPage) => JsonValue | undefined;
}

export interface HeaderRule<Meaning extends string = string> {
  readonly meaning: Meaning;
  readonly fits: (name: string) => boolean;
  readonly text: (page: ListedPage) => string;
}

/** The part of a list that a request asks for. */
export interface Slice {
  readonly start: number;
  /** How many records after `start` are left out; nothing is left out where `end` counts. */
  readonly skip: number;
  /** The place after the last record; with a limit, the page is the records just before it. */
  readonly end: number | undefined;
  /** Undefined: all records. */
  readonly limit: number | undefined;
}

/** The records that a request may page through, in order. */
export interface PagedList {
  readonly total: number;
  keyAt(place: number): string | undefined;
  /** A text for the records after a place, or before it, which only this server reads. */
  cursorAt(place: number, isBefore: boolean): string | undefined;
  /** Where the record of a cursor or key stands; undefined where the text is neither. */
  find(text: string): FoundRecord | 'other-order' | undefined;
}

export interface FoundRecord {
  /** How many records stand before it, and how many before or at it. */
  readonly before: number;
  readonly upTo: number;
  /** Whether the cursor asks for the records before it; undefined: the parameter decides. */
  readonly isBefore: boolean | undefined;
}

/** The page that a request gets. */
export interface ListedPage {
  readonly queries: ReadonlyMap<string, ParameterMeaning>;
  readonly given: GivenParameters;
  readonly request: PageRequest;
  readonly list: PagedList;
  /** How many records stand before the page. */
  readonly start: number;
  /** How many records are on the page. */
  readonly count: number;
  readonly limit: number | undefined;
}

export interface PageRequest {
  readonly prefix: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The first query parameter with a meaning of this kind. */
export function parameterOf(
  { queries }: Pick<ListedPage, 'queries'>,
  kind: string,
): { readonly name: string; readonly meaning: ParameterMeaning } | undefined {
  for (const [name, meaning] of queries) if (meaning.kind === kind) return { name, meaning };
  return undefined;
}

/** Undefined where the value is no count: it is ignored. */
export function countOf(given: GivenParameter | undefined): number | undefined {
  if (!given || isJsonObject(given.value)) return undefined;
  const { value } = given;
  const number = typeof value === 'number' ? value : Number(textOf(value));
  return Number.isFinite(number) && number >= 0 ? Math.floor(number) : undefined;
}

/** The number of a page or record, counted from 0, whatever the contract counts from. */
export function countFrom(
  given: GivenParameter | undefined,
  usualFirst: 0 | 1,
): number | undefined {
  const count = countOf(given);
  return count === undefined
    ? undefined
    : Math.max(0, count - (given?.meaning.first ?? usualFirst));
}

/** Whether the first page or record has the number 0 or 1. */
export function firstIn(query: DeclaredQuery, usual: 0 | 1): 0 | 1 {
  const lowest = query.minimum ?? query.default;
  if (lowest === 0 || query.default === 0) return 0;
  if (usual === 0) return lowest === 1 ? 1 : 0;
  return zeroBased.test(query.description) ? 0 : 1;
}

const zeroBased =
  /\b(zero|0)[- ](based|index)|(start|begin|index|count)\w* (at|from|with) (0|zero)\b|\(0\.\./i;

export function hasNext({ start, count, list, limit }: ListedPage): boolean {
  return limit !== 0 && start + count < list.total;
}

export function hasPrevious({ start }: ListedPage): boolean {
  return start > 0;
}

export function numberRule<Meaning extends string>(
  meaning: Meaning,
  { names, ofPage }: NumberNames,
  value: MemberRule['value'],
  pretence: NonNullable<MemberRule['pretence']> = () => 0,
): MemberRule<Meaning> {
  const fits: MemberRule['fits'] = ({ words, isOfPage }) =>
    names?.test(words) === true || (isOfPage && ofPage?.test(words) === true);
  return { meaning, form: 'number', fits, value, pretence };
}

interface NumberNames {
  readonly names?: RegExp;
  /** Names that have this meaning only beside members that describe a page. */
  readonly ofPage?: RegExp;
}

export function namesIn(names: string): ReadonlySet<string> {
  return new Set(listNames(names));
}
