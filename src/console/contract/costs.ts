import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';

/**
 * A part of the contract without what takes the reference long: it makes a sample of every pattern
 * and of every least length, however large, and asks for each external value. What is left out stands
 * in the description, as a text.
 */
export function tellCosts(part: JsonObject): JsonObject {
  const told = Object.entries(part).flatMap(([name, value]) => {
    const text = tellCost(part, name, value);
    return text === undefined ? [] : [[name, text] as const];
  });
  if (told.length === 0) return part;
  const names = new Set(told.map(([name]) => name));
  const rest = Object.entries(part).filter(([name]) => !names.has(name));
  const own = part['description'];
  const texts = [typeof own === 'string' ? own : '', ...told.map(([, text]) => text)];
  const description = texts.filter((text) => text !== '').join('\n\n');
  return { ...Object.fromEntries(rest), description };
}

/** Undefined: it costs nothing; empty: there is nothing to tell, either. */
function tellCost(part: JsonObject, name: string, value: Json): string | undefined {
  if (name === 'externalValue') return tellLink(value);
  if (name === 'pattern' && typeof value === 'string')
    return costOf(value) > mostCharacters ? `${name}: ${codeOf(value)}` : undefined;
  if (typeof value !== 'number') return undefined;
  const repeated = repeaters.get(name);
  if (name !== 'minLength' && repeated === undefined) return undefined;
  const isDear =
    repeated === undefined ? value > mostLetters : value > most || !isLeaf(part[repeated]);
  return value > 1 && isDear ? `${name}: ${value}` : undefined;
}

function tellLink(value: Json): string {
  if (typeof value !== 'string') return '';
  return /^https?:\/\/[^\s<>]+$/i.test(value) ? `<${value}>` : codeOf(value);
}

/** Characters of a sample that a user reads to the end. */
const mostCharacters = 20_000;
const mostLetters = 1000;
const most = 100;

/** Least counts, and the schema that is repeated for them. */
const repeaters: ReadonlyMap<string, string> = new Map([
  ['minItems', 'items'],
  ['minContains', 'contains'],
  ['minProperties', 'additionalProperties'],
]);

/** Whether a schema holds no others: their counts would multiply. */
function isLeaf(schema: Json | undefined): boolean {
  if (!isJsonObject(schema)) return schema !== undefined && !isList(schema);
  if (Object.hasOwn(schema, '$ref')) return false;
  return Object.values(schema).every(
    (member) => !isJsonObject(member) && (!isList(member) || !member.some(isJsonObject)),
  );
}

/** Backticks around it are more than those within. */
function codeOf(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const gap = longest > 0 ? ' ' : '';
  return `${fence}${gap}${text.replaceAll(/\s*\n\s*/g, ' ')}${gap}${fence}`;
}

/** What `*` and `+` repeat at most in a sample, and what a larger count is there. */
const mostRepeats = 100;

/** How many characters a text of a pattern has at most, as the sampler of the reference makes it. */
export function costOf(pattern: string): number {
  // One for each group that is open: what it costs until here, and its last item alone.
  const groups: Group[] = [{ total: 0, last: 0 }];
  for (const [token] of pattern.matchAll(tokens)) {
    const group = groups.at(-1);
    if (!group) break;
    if (token.startsWith('(')) groups.push({ total: 0, last: 0 });
    else if (token === ')') close(groups);
    else if (token === '|' || token === '^' || token === '$') group.last = 0;
    else if (/^[*+?{]/.test(token)) repeat(group, token);
    else append(group, 1);
  }
  while (groups.length > 1) close(groups);
  return groups[0]?.total ?? 0;
}

const tokens = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?::|<?[=!]|<[^>]*>))?|\{\d*,?\d*\}|[\s\S]/g;

interface Group {
  total: number;
  last: number;
}

function append(group: Group, cost: number): void {
  group.total += cost;
  group.last = cost;
}

function repeat(group: Group, token: string): void {
  const [, least = '', greatest = least] = /^\{(\d*)(?:,(\d*))?\}$/.exec(token) ?? [];
  const count = token === '?' ? 1 : Math.min(mostRepeats, Number(greatest || mostRepeats));
  const whole = token.startsWith('{') || token === '*' || token === '+' ? count : 1;
  group.total += group.last * (Math.max(whole, 1) - 1);
  group.last *= Math.max(whole, 1);
}

function close(groups: Group[]): void {
  if (groups.length < 2) return;
  const inner = groups.pop();
  const outer = groups.at(-1);
  if (inner && outer) append(outer, inner.total);
}
