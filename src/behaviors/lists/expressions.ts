import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf, tryParseJson } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { ExpressionMeaning } from '../../contract/plan/lists/queries.ts';
import type { Comparison } from '../../contract/plan/lists/query-ranges.ts';
import type { Filter } from './filters.ts';

type ExpressionRules = Pick<ExpressionMeaning, 'names' | 'listName' | 'isWhole'>;

/** Longer expressions are not read. */
const longest = 2000;

const comparisons = new Map<string, Comparison | undefined>([
  ['=', undefined],
  ['==', undefined],
  [':', undefined],
  ['eq', undefined],
  ['in', undefined],
  ['!=', 'not'],
  ['<>', 'not'],
  ['ne', 'not'],
  ['>', 'gt'],
  ['gt', 'gt'],
  ['>=', 'gte'],
  ['ge', 'gte'],
  ['gte', 'gte'],
  ['<', 'lt'],
  ['lt', 'lt'],
  ['<=', 'lte'],
  ['le', 'lte'],
  ['lte', 'lte'],
  ['contains', 'contains'],
  ['~', 'contains'],
]);

/**
 * Reads an expression such as `priority >= 3 && done = false` or `price gt 10 and name eq 'x'`;
 * undefined where it is more than comparisons of known members that must all hold.
 */
export function readExpression(
  text: string,
  rules: ExpressionRules,
): readonly Filter[] | undefined {
  if (text.length > longest) return undefined;
  if (bracketed.test(text)) return readBracketed(text, rules);
  if (text.trimStart().startsWith('{')) return readConditions(tryParseJson(text), [], rules);
  const filters: Filter[] = [];
  for (const term of rules.isWhole ? [text.trim()] : splitTerms(text)) {
    const filter = readTerm(term, rules);
    if (!filter) return undefined;
    filters.push(filter);
  }
  return filters;
}

const bracketed = /^\s*[a-z_][\w.]*\[\w+\]:/i;

/** Reads `name[like]:"%an%",price[gte]:10`. */
function readBracketed(text: string, rules: ExpressionRules): readonly Filter[] | undefined {
  const terms = text.split(/,(?=\s*[a-z_][\w.]*\[\w+\]:)/i);
  const filters = terms.map((term) => {
    const [, path = '', word = '', written = ''] =
      /^\s*([a-z_][\w.]*)\[(\w+)\]:\s*(.*)$/is.exec(term) ?? [];
    const [first = '', ...below] = path.split('.');
    const found = stepsTo(first, rules.names);
    const value = readValue(written.trim(), word.toLowerCase() === 'in');
    if (!found || value === undefined) return undefined;
    const own = comparisonOf(word.toLowerCase(), textOf(value));
    return own && { kind: 'filter' as const, steps: [...found, ...below], value, ...own };
  });
  return filters.every((one) => one !== undefined) ? filters : undefined;
}

/** Undefined for words that are not known. */
function comparisonOf(
  word: string,
  value: string,
): { readonly compare?: Comparison; readonly value?: JsonValue } | undefined {
  if (word === 'is') return { compare: 'present', value: !/^null$/i.test(value) };
  if (/^i?like$/.test(word)) return { compare: placeOf(value) };
  const compare = comparisons.get(word) ?? inJson.get(word);
  if (compare) return { compare };
  return equal.has(word) ? {} : undefined;
}

/** Splits at `and` and `&&` outside of quotes. */
function splitTerms(text: string): readonly string[] {
  const terms: string[] = [''];
  for (const [piece] of text.matchAll(/"[^"]*"|'[^']*'|&&|\s+and\s+|[^"'&\s]+|\s+|[&"']/gi)) {
    if (/^(&&|\s+and\s+)$/i.test(piece)) terms.push('');
    else terms.push((terms.pop() ?? '') + piece);
  }
  return terms.map((term) => term.trim());
}

function readTerm(term: string, { names, listName, isWhole }: ExpressionRules): Filter | undefined {
  const [, path = '', sign = '', written = ''] =
    /^([a-z_][\w./-]*)\s*(==|!=|<>|>=|<=|=|>|<|:|~|(?<=\s)(?:eq|ne|gt|ge|gte|lt|le|lte|i?like|contains|in)(?=[\s(]))\s*(\S.*)$/is.exec(
      term,
    ) ?? [];
  const word = sign.toLowerCase();
  const value = isWhole ? (quotedIn(written) ?? written) : readValue(written, word === 'in');
  if (path === '' || value === undefined) return undefined;
  const steps = path.split(/[./]/);
  const isOfTable = steps.length > 1 && listName !== undefined && steps[0] === listName;
  const [first = '', ...below] = isOfTable ? steps.slice(1) : steps;
  const found = stepsTo(first, names);
  if (!found) return undefined;
  const compare = /^i?like$/.test(word) ? placeOf(textOf(value)) : comparisons.get(word);
  return { kind: 'filter', steps: [...found, ...below], value, ...(compare && { compare }) };
}

/** A reference goes by the name of what it leads to: `project` for `project_id`. */
function stepsTo(name: string, names: ExpressionRules['names']): readonly string[] | undefined {
  const plain = plainName(name);
  return names.get(plain) ?? names.get(`${plain}id`);
}

/** Reads `{"state": {"_eq": "open"}, "owner": {"name": {"_contains": "an"}}}`, also with `$`. */
function readConditions(
  value: JsonValue | undefined,
  above: readonly string[],
  rules: ExpressionRules,
): readonly Filter[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const filters = Object.entries(value).map(([name, below]) =>
    /^[_$]/.test(name)
      ? readOperator(name, below, above, rules)
      : readMember(above.length > 0 ? [...above, name] : stepsTo(name, rules.names), below, rules),
  );
  const isWhole = filters.length > 0 && filters.every((one) => one !== undefined);
  return isWhole ? filters.flat() : undefined;
}

function readMember(
  steps: readonly string[] | undefined,
  below: JsonValue,
  rules: ExpressionRules,
): readonly Filter[] | undefined {
  if (!steps) return undefined;
  return isJsonObject(below)
    ? readConditions(below, steps, rules)
    : [{ kind: 'filter', steps, value: below }];
}

function readOperator(
  name: string,
  value: JsonValue,
  steps: readonly string[],
  rules: ExpressionRules,
): readonly Filter[] | undefined {
  const word = name.slice(1).replaceAll('_', '');
  if (word === 'and' && Array.isArray(value) && steps.length === 0) {
    const all = value.map((one: JsonValue) => readConditions(one, [], rules));
    return all.every((one) => one !== undefined) ? all.flat() : undefined;
  }
  if (steps.length === 0 || isJsonObject(value)) return undefined;
  if (word === 'null' || word === 'nnull') {
    return [
      { kind: 'filter', steps, value: (word === 'null') !== (value === true), compare: 'present' },
    ];
  }
  const compare = comparisons.get(word) ?? inJson.get(word);
  return compare || equal.has(word)
    ? [{ kind: 'filter', steps, value, ...(compare && { compare }) }]
    : undefined;
}

const equal = new Set(['eq', 'in']);
const inJson = new Map<string, Comparison>([
  ['neq', 'not'],
  ['icontains', 'contains'],
  ['startswith', 'starts'],
  ['istartswith', 'starts'],
  ['endswith', 'ends'],
  ['iendswith', 'ends'],
]);

/** Where a pattern of SQL wants its text: `an%` at the beginning. */
function placeOf(pattern: string): Comparison {
  const [isOpenBefore, isOpenBehind] = [pattern.startsWith('%'), pattern.endsWith('%')];
  if (isOpenBefore === isOpenBehind) return 'contains';
  return isOpenBehind ? 'starts' : 'ends';
}

function quotedIn(written: string): string | undefined {
  const quoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(written);
  return quoted?.[1] ?? quoted?.[2];
}

function readValue(written: string, isList: boolean): JsonValue | undefined {
  const quoted = quotedIn(written);
  if (quoted !== undefined) return quoted;
  if (!isList) return /[\s()"'|]/.test(written) ? undefined : written;
  const inner = /^[([]([^()[\]]*)[)\]]$/.exec(written)?.[1] ?? written;
  const values = inner.split(',').map((one) => readValue(one.trim(), false));
  return values.every((value) => value !== undefined) ? values : undefined;
}
