import type { JsonObject, JsonValue } from '../../base/json.ts';
import { memberAt, textOf } from '../../base/json.ts';
import type {
  GivenParameter,
  GivenParameters,
} from '../../contract/plan/lists/conventions/convention.ts';
import type { ListPlan } from '../../contract/plan/lists/list-plan.ts';
import type { QueryMeaning } from '../../contract/plan/lists/queries.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import { readExpression } from './expressions.ts';
import type { Filter } from './filters.ts';
import type { Term } from './ordering.ts';
import { readTerms } from './ordering.ts';

/** Which records a request asks for, and in which order; `given` says which page of them. */
export interface ListQuery {
  readonly filters: readonly Filter[];
  /** Words that a record must contain. */
  readonly search: readonly string[];
  readonly terms: readonly Term[];
  /** The direction of terms that have none; without terms, that of the order of creation. */
  readonly isReversed: boolean;
  /** One parameter of each kind. */
  readonly given: GivenParameters;
}

/**
 * A filter that was not sent has the contract's default, but only in a complete collection:
 * generated records need not match it.
 */
export function readListQuery(plan: ListPlan, request: Validated, isKnown: boolean): ListQuery {
  const { query } = request.parameters;
  const texts = new URLSearchParams(request.query);
  const sent = sentNames(texts);
  const filters: Filter[] = [];
  const given = new Map<QueryMeaning['kind'], GivenParameter>();
  for (const [name, meaning] of plan.queries) {
    const value = valueOf(query, name) ?? texts.get(name) ?? undefined;
    if (value === undefined || value === '') continue;
    if (meaning.kind === 'filter') {
      if (isKnown || isSent(sent, name))
        filters.push({
          ...meaning,
          value: meaning.compare ? value : anyOf(texts.getAll(name), value),
        });
      continue;
    }
    if (meaning.kind === 'expression') {
      const expressions = isSent(sent, name) ? [value].flat() : [];
      filters.push(...expressions.flatMap((one) => readExpression(textOf(one), meaning) ?? []));
      continue;
    }
    // A parameter that was sent counts before the default of another one.
    const before = given.get(meaning.kind);
    if (!before || (!isSent(sent, before.name) && isSent(sent, name))) {
      given.set(meaning.kind, { name, meaning, value });
    }
  }
  return { filters, given, ...readOrder(plan, given) };
}

/** A parameter that is sent several times, though it has one value, means any of them. */
function anyOf(sent: readonly string[], value: JsonValue): JsonValue {
  return sent.length > 1 && typeof value !== 'object' ? sent : value;
}

function readOrder(
  plan: ListPlan,
  given: GivenParameters,
): Pick<ListQuery, 'search' | 'terms' | 'isReversed'> {
  const order = given.get('order');
  return {
    search: readWords(textOf(given.get('search')?.value ?? '')),
    terms: readTerms(given.get('sort')?.value),
    isReversed: order ? /^(desc|-1$|-$)/i.test(textOf(order.value)) : isNewestFirst(plan, given),
  };
}

/** Without an order in the request, some lists begin with the newest record. */
function isNewestFirst({ isNewestFirst: isSo }: ListPlan, given: GivenParameters): boolean {
  return isSo === true && !given.has('sort');
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
function sentNames(texts: URLSearchParams): ReadonlySet<string> {
  const names = [...texts.keys()];
  return new Set([...names, ...names.map((name) => name.replace(/\[.*$/, ''))]);
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
