import type { Query } from '../api/client.ts';

export const operators = ['is', 'not', 'has', 'above', 'below', 'empty', 'set'] as const;

export type Operator = (typeof operators)[number];

export interface Filter {
  readonly member: string;
  readonly operator: Operator;
  /** Empty where the operator takes none. */
  readonly value: string;
}

/** What the table asks of a collection. */
export interface Question {
  readonly search: string;
  /** A member, with `-` before it for the other way round; empty for the order of the collection. */
  readonly sort: string;
  readonly filters: readonly Filter[];
  readonly hasMadeUp: boolean;
}

type RouteQuery = Readonly<Record<string, string>>;

export const needsValue = (operator: Operator): boolean =>
  operator !== 'empty' && operator !== 'set';

export function readQuestion(query: RouteQuery): Question {
  return {
    search: query['search'] ?? '',
    sort: query['sort'] ?? '',
    filters: filterNames(query).flatMap((name) => readFilter(query[name] ?? '') ?? []),
    hasMadeUp: query['made_up'] !== 'false',
  };
}

/** The members of the address that hold filters: one for each, because an address holds a name once. */
export function writeFilters(filters: readonly Filter[], before: RouteQuery = {}): RouteQuery {
  return {
    ...Object.fromEntries(filterNames(before).map((name) => [name, ''])),
    ...Object.fromEntries(filters.map((one, at) => [nameOf(at), writeFilter(one)])),
  };
}

/** The members of the address that belong to the table; they stay while a record is opened. */
export function tableQuery(query: RouteQuery): RouteQuery {
  return pick(query, (name) => isFilter(name) || ['search', 'sort', 'made_up'].includes(name));
}

/** The keys of parents that the address names. */
export function readParents(query: RouteQuery): RouteQuery {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name.startsWith(parentMark) ? [[name.slice(parentMark.length), value]] : [],
    ),
  );
}

export function writeParents(parents: RouteQuery): RouteQuery {
  return Object.fromEntries(
    Object.entries(parents).map(([name, value]) => [parentMark + name, value]),
  );
}

/** The question as the control API takes it. */
export function askQuery({ search, sort, filters, hasMadeUp }: Question): Query {
  return {
    ...(search === '' ? {} : { search }),
    ...(sort === '' ? {} : { sort }),
    ...(filters.length === 0 ? {} : { filter: filters.map(writeFilter) }),
    ...(hasMadeUp ? {} : { made_up: false }),
  };
}

export function writeFilter({ member, operator, value }: Filter): string {
  return needsValue(operator) ? `${member}:${operator}:${value}` : `${member}:${operator}`;
}

/** The order after a click on the head of a column: up, down, as the collection has it. */
export function nextSort(sort: string, member: string): string {
  if (sort === member) return `-${member}`;
  return sort === `-${member}` ? '' : member;
}

const parentMark = 'parent.';

const isFilter = (name: string): boolean => /^filter\d*$/.test(name);

const nameOf = (at: number): string => (at === 0 ? 'filter' : `filter${at + 1}`);

const orderOf = (name: string): number => Number(name.slice('filter'.length) || 1);

function filterNames(query: RouteQuery): readonly string[] {
  return Object.keys(query)
    .filter(isFilter)
    .toSorted((a, b) => orderOf(a) - orderOf(b));
}

function readFilter(text: string): Filter | undefined {
  const [, member, operator, value = ''] =
    new RegExp(`^(.+?):(${operators.join('|')})(?::(.*))?$`, 's').exec(text) ?? [];
  const known = operators.find((one) => one === operator);
  return member === undefined || known === undefined
    ? undefined
    : { member, operator: known, value };
}

function pick(query: RouteQuery, has: (name: string) => boolean): RouteQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => has(name)));
}
