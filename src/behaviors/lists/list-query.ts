import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf } from '../../base/json.ts';
import type {
  FilterMeaning,
  ListPlan,
  QueryMeaning,
} from '../../contract/plan/lists/list-meanings.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Term } from './ordering.ts';
import { readTerms } from './ordering.ts';

export interface ListQuery {
  readonly filters: readonly Filter[];
  /** Words that a record must contain. */
  readonly search: readonly string[];
  readonly terms: readonly Term[];
  /** The direction of terms that have none; without terms, that of the order of creation. */
  readonly isReversed: boolean;
  /** Undefined: all records. */
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  /** Counted from 0. */
  readonly page: number | undefined;
  readonly after: CursorQuery | undefined;
  readonly before: CursorQuery | undefined;
}

export interface Filter extends FilterMeaning {
  readonly value: JsonValue;
}

export interface CursorQuery {
  /** The parameter that has the cursor. */
  readonly name: string;
  readonly text: string;
}

/**
 * A filter that was not sent has the contract's default, but only in a complete collection:
 * generated records need not match it.
 */
export function readListQuery(plan: ListPlan, request: Validated, isKnown: boolean): ListQuery {
  const { query } = request.parameters;
  const sent = sentNames(request.query);
  const given = [...plan.queries].flatMap(([name, meaning]): readonly GivenParameter[] => {
    const value = valueOf(query, name);
    return value === undefined || value === '' ? [] : [{ name, meaning, value }];
  });
  const find = (kind: QueryMeaning['kind']): GivenParameter | undefined =>
    given.find(({ name, meaning }) => meaning.kind === kind && isSent(sent, name)) ??
    given.find(({ meaning }) => meaning.kind === kind);
  const textAt = (kind: QueryMeaning['kind']): string => textOf(find(kind)?.value ?? '');
  const direction = textAt('order');
  return {
    filters: given.flatMap(({ name, meaning, value }) => {
      const counts = isKnown || isSent(sent, name);
      return meaning.kind === 'filter' && counts ? [{ ...meaning, value }] : [];
    }),
    search: readWords(textAt('search')),
    terms: readTerms(find('sort')?.value),
    isReversed: /^(desc|-1$|-$)/i.test(direction),
    limit: countOf(find('limit')?.value) ?? plan.pageSize,
    offset: countFrom(find('offset')),
    page: countFrom(find('page')),
    after: cursorOf(find('after')),
    before: cursorOf(find('before')),
  };
}

/** Skips words that are syntax in a query language, such as `a:b` and `AND`. */
function readWords(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter((word) => !/[:=<>~]|^(AND|OR|NOT)$/.test(word))
    .map((word) => withoutSigns(word).toLowerCase())
    .filter((word) => word !== '');
}

function withoutSigns(word: string): string {
  const isSign = (at: number, signs: string): boolean => signs.includes(word.charAt(at));
  let [start, end] = [0, word.length];
  while (start < end && isSign(start, `"'(*`)) start += 1;
  while (end > start && isSign(end - 1, `"')*`)) end -= 1;
  return word.slice(start, end);
}

/** The decoded names in a query; `page[size]` also counts as `page`. */
function sentNames(query: string): ReadonlySet<string> {
  const names = [...new URLSearchParams(query).keys()];
  return new Set([...names, ...names.map((name) => name.replace(/\[.*$/, ''))]);
}

interface GivenParameter {
  readonly name: string;
  readonly meaning: QueryMeaning;
  readonly value: JsonValue;
}

function isSent(sent: ReadonlySet<string>, name: string): boolean {
  return sent.has(name) || sent.has(name.replace(/\[.*$/, ''));
}

/** The value of a parameter, or of a member of an object parameter: `page[size]`. */
function valueOf(query: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(query, name)) return query[name];
  const [, holder, member] = /^([^[]+)\[([^\]]+)\]$/.exec(name) ?? [];
  return holder === undefined || member === undefined
    ? undefined
    : memberAt(query, [holder, member]);
}

/** A value that is no count is ignored. */
function countOf(value: JsonValue | undefined): number | undefined {
  if (value === undefined || isJsonObject(value)) return undefined;
  const number = typeof value === 'number' ? value : Number(textOf(value));
  return Number.isFinite(number) && number >= 0 ? Math.floor(number) : undefined;
}

function countFrom(given: GivenParameter | undefined): number | undefined {
  const count = countOf(given?.value);
  if (count === undefined || !given) return undefined;
  return Math.max(0, count - firstOf(given.meaning));
}

/** The number of the first page or record. */
export function firstOf(meaning: QueryMeaning | undefined): number {
  if (meaning?.kind === 'page') return meaning.first ?? 1;
  return meaning?.kind === 'offset' ? (meaning.first ?? 0) : 0;
}

function cursorOf(given: GivenParameter | undefined): CursorQuery | undefined {
  return given && { name: given.name, text: textOf(given.value) };
}
