import type { JsonValue } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Comparison } from '../../contract/plan/lists/query-ranges.ts';
import type { Filter } from './filters.ts';

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
  ['like', 'contains'],
  ['contains', 'contains'],
  ['~', 'contains'],
]);

/**
 * Reads an expression such as `priority >= 3 && done = false` or `price gt 10 and name eq 'x'`;
 * undefined where it is more than comparisons of known members that must all hold.
 */
export function readExpression(
  text: string,
  names: ReadonlyMap<string, string>,
): readonly Filter[] | undefined {
  if (text.length > longest) return undefined;
  const filters: Filter[] = [];
  for (const term of splitTerms(text)) {
    const filter = readTerm(term, names);
    if (!filter) return undefined;
    filters.push(filter);
  }
  return filters;
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

function readTerm(term: string, names: ReadonlyMap<string, string>): Filter | undefined {
  const [, path = '', sign = '', written = ''] =
    /^([a-z_][\w./-]*)\s*(==|!=|<>|>=|<=|=|>|<|:|~|(?<=\s)(?:eq|ne|gt|ge|gte|lt|le|lte|like|contains|in)(?=[\s(]))\s*(\S.*)$/is.exec(
      term,
    ) ?? [];
  const [first = '', ...below] = path.split(/[./]/);
  const name = names.get(plainName(first));
  const value = readValue(written, sign.toLowerCase() === 'in');
  if (name === undefined || value === undefined) return undefined;
  const compare = comparisons.get(sign.toLowerCase());
  return { kind: 'filter', steps: [name, ...below], value, ...(compare && { compare }) };
}

function readValue(written: string, isList: boolean): JsonValue | undefined {
  const quoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(written);
  if (quoted) return quoted[1] ?? quoted[2];
  if (!isList) return /[\s()"'|]/.test(written) ? undefined : written;
  const inner = /^[([]([^()[\]]*)[)\]]$/.exec(written)?.[1] ?? written;
  const values = inner.split(',').map((one) => readValue(one.trim(), false));
  return values.every((value) => value !== undefined) ? values : undefined;
}
