import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson, memberAt, textOf, tryParseJson } from '../../base/json.ts';
import { amountNames } from '../../base/names.ts';

/** A name to order by, as the request has it. */
export interface Term {
  readonly name: string;
  /** Undefined where the term itself has no direction. */
  readonly isDescending: boolean | undefined;
}

/** A term for which the records have a member. */
export interface OrderRule {
  readonly steps: readonly string[];
  readonly isDescending: boolean;
}

/** A repeated name adds nothing. Each term costs a search in all records, hence the limit. */
export function readTerms(value: JsonValue | undefined): readonly Term[] {
  const terms = new Map<string, Term>();
  for (const term of termsIn(value)) if (!terms.has(term.name)) terms.set(term.name, term);
  return [...terms.values()].slice(0, mostTerms);
}

const mostTerms = 16;
const longestTerm = 200;
/** How deep lists of terms may stand in lists. */
const deepestTerm = 4;

/** `name`, `-name`, `name:desc`, `name_desc`, `desc(name)`, `name[DescNullsLast]`, a list, `{name: desc}`, `[["name","desc"]]`. */
function termsIn(value: JsonValue | undefined, depth = 0): readonly Term[] {
  if (value === undefined || value === null || depth > deepestTerm) return [];
  if (Array.isArray(value)) {
    const [name, direction, more] = value;
    const isPair =
      typeof name === 'string' &&
      more === undefined &&
      typeof direction === 'string' &&
      /^(a|de)sc$/i.test(direction);
    if (isPair) return [{ name, isDescending: isDown(direction) }];
    return value.flatMap((one: JsonValue) => termsIn(one, depth + 1));
  }
  if (isJsonObject(value)) {
    return Object.entries(value).map(([name, direction]) => ({
      name,
      isDescending: /^(desc|-1$)/i.test(textOf(direction)),
    }));
  }
  const text = textOf(value);
  const isList = text.startsWith('[') && text.length <= mostTerms * longestTerm;
  const parsed = isList ? tryParseJson(text) : undefined;
  if (parsed !== undefined) return termsIn(parsed, depth + 1);
  return text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(readTerm);
}

/** Finds the members that the terms mean; drops a term for which no record has a member. */
export function settleRules(
  terms: readonly Term[],
  isReversed: boolean,
  bodies: Iterable<JsonObject>,
): readonly OrderRule[] {
  const isOpen = new Map(terms.map((term) => [term, candidatesOf(term)]));
  const found = new Map<Term, readonly string[]>();
  for (const body of bodies) {
    if (isOpen.size === 0) break;
    for (const [term, matches] of isOpen) {
      const steps = findMember(body, matches);
      if (!steps) continue;
      found.set(term, steps);
      isOpen.delete(term);
    }
  }
  return terms.flatMap((term) => {
    const steps = found.get(term);
    return steps ? [{ steps, isDescending: term.isDescending ?? isReversed }] : [];
  });
}

/** Numbers by size, texts by code points, the same on every machine; missing values come last. */
export function compareValues(
  left: JsonValue | undefined,
  right: JsonValue | undefined,
): -1 | 0 | 1 {
  const one = left ?? undefined;
  const other = right ?? undefined;
  if (one === undefined || other === undefined) {
    if (one === other) return 0;
    return one === undefined ? 1 : -1;
  }
  if (typeof one === 'number' && typeof other === 'number') return sign(one - other);
  if (typeof one === 'boolean' && typeof other === 'boolean')
    return sign(Number(one) - Number(other));
  return compareTexts(textOf(one), textOf(other));
}

/** Missing values come last in both directions. */
export function compareBy(
  rules: readonly OrderRule[],
  left: readonly JsonValue[],
  right: readonly JsonValue[],
): number {
  for (let index = 0; index < rules.length; index += 1) {
    const one = left[index] ?? null;
    const other = right[index] ?? null;
    const order = compareValues(one, other);
    if (order === 0) continue;
    const isTurned = rules[index]?.isDescending === true && one !== null && other !== null;
    return isTurned ? -order : order;
  }
  return 0;
}

/** Makes texts of arrays and objects once, not in each comparison. */
export function valuesOf(rules: readonly OrderRule[], body: JsonObject): readonly JsonValue[] {
  return rules.map(({ steps }) => {
    const value = amountOf(memberAt(body, steps) ?? null);
    return typeof value === 'object' && value !== null
      ? textOf(value).slice(0, longestText)
      : value;
  });
}

/** Objects of money are ordered by their amount. */
function amountOf(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const name = Object.keys(value).find((one) => amountNames.has(plainOf(one)));
  const amount = name === undefined ? '' : textOf(value[name]);
  return amount !== '' && Number.isFinite(Number(amount)) ? Number(amount) : value;
}

/** How many characters of an array or object count for the order. */
const longestText = 1024;

export function isSameOrder(left: readonly OrderRule[], right: readonly OrderRule[]): boolean {
  return isSameJson(left.map(toJson), right.map(toJson));
}

function toJson({ steps, isDescending }: OrderRule): JsonValue {
  return [isDescending, ...steps];
}

/** A stable sort, which reads the values of each place once. */
export function sortPlaces(
  rules: readonly OrderRule[],
  places: readonly number[],
  valuesAt: (place: number) => readonly JsonValue[],
): Uint32Array {
  const values = places.map(valuesAt);
  const [rule, ...others] = rules;
  const compare =
    rule && others.length === 0
      ? compareOne(
          rule,
          values.map(([value]) => value ?? null),
        )
      : (left: number, right: number) => compareBy(rules, values[left] ?? [], values[right] ?? []);
  const order = Uint32Array.from(places.keys()).toSorted(compare);
  return order.map((at) => places[at] ?? 0);
}

/** A fast comparison for most lists: one member, with only numbers or only plain texts. */
export function compareOne(
  rule: OrderRule,
  column: readonly JsonValue[],
): (left: number, right: number) => number {
  const turn = rule.isDescending ? -1 : 1;
  if (column.every((value) => typeof value === 'number')) {
    return (left, right) => turn * ((column[left] ?? 0) - (column[right] ?? 0));
  }
  if (column.every(isPlainText)) {
    return (left, right) => {
      const [one = '', other = ''] = [column[left], column[right]];
      if (one === other) return 0;
      return one < other ? -turn : turn;
    };
  }
  const rules = [rule];
  return (left, right) => compareBy(rules, [column[left] ?? null], [column[right] ?? null]);
}

/** Whether `<` orders the text by code points: it has no surrogates. */
function isPlainText(value: JsonValue): value is string {
  return typeof value === 'string' && !/[\ud800-\udfff]/.test(value);
}

function readTerm(text: string): Term {
  // No member has such a long name, and the patterns below could backtrack for long.
  if (text.length > longestTerm) return { name: text, isDescending: undefined };
  const called = /^(asc|desc)\((.+)\)$/i.exec(text);
  if (called?.[2]) return { name: called[2], isDescending: isDown(called[1]) };
  const signed = /^([+-])\s*(.+)$/.exec(text);
  if (signed?.[2]) return { name: signed[2], isDescending: signed[1] === '-' };
  const bracketed = /^(.+?)\[(asc|desc)\w*\]$/i.exec(text);
  if (bracketed?.[1]) return { name: bracketed[1], isDescending: isDown(bracketed[2]) };
  const spoken = /^(.+?)[\s:|._-]*(?:[\s:|._-](asc|desc|ASC|DESC)(?:ending)?|(Asc|Desc))$/.exec(
    text,
  );
  const direction = spoken?.[2] ?? spoken?.[3] ?? /[\s:|](asc|desc)\w*$/i.exec(text)?.[1];
  const name = spoken?.[1] ?? text.replace(/[\s:|]+(asc|desc)\w*$/i, '');
  return { name, isDescending: direction === undefined ? undefined : isDown(direction) };
}

function isDown(word: string | undefined): boolean {
  return /^desc/i.test(word ?? '');
}

interface Candidates {
  /** How well a name fits, by its letters and digits; 0 is best. */
  readonly ranks: ReadonlyMap<string, number>;
  /** A cache of the ranks by the names in records. */
  readonly known: Map<string, number | undefined>;
  readonly steps: readonly string[];
}

/** `created` may mean `created_at`; `owner.name` may mean a nested member. */
function candidatesOf({ name }: Term): Candidates {
  const plain = plainOf(name);
  const whole = [plain, `${plain}at`, `${plain}on`, `${plain}date`, `date${plain}`, `${plain}time`];
  return {
    ranks: new Map(whole.map((one, rank) => [one, rank])),
    known: new Map(),
    steps: name.split(/[./]/),
  };
}

function findMember(body: JsonObject, candidates: Candidates): readonly string[] | undefined {
  const own = nearestName(body, candidates);
  if (own !== undefined) return [own];
  // JSON:API puts the members of a record into `attributes`.
  const attributes = body['attributes'];
  const held = isJsonObject(attributes) ? nearestName(attributes, candidates) : undefined;
  if (held !== undefined) return ['attributes', held];
  const { steps } = candidates;
  return steps.length > 1 && memberAt(body, steps) !== undefined ? steps : undefined;
}

function nearestName(body: JsonObject, candidates: Candidates): string | undefined {
  let best: { readonly name: string; readonly rank: number } | undefined;
  for (const name of Object.keys(body)) {
    const rank = rankOf(name, candidates);
    if (rank !== undefined && rank <= (best?.rank ?? rank)) best = { name, rank };
  }
  return best?.name;
}

function rankOf(name: string, { ranks, known }: Candidates): number | undefined {
  if (known.has(name)) return known.get(name);
  const rank = ranks.get(plainOf(name));
  if (known.size < mostNames) known.set(name, rank);
  return rank;
}

const mostNames = 1000;

function plainOf(name: string): string {
  return name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
}

/** By code points: by UTF-16 units, characters above U+FFFF would come before some below it. */
function compareTexts(left: string, right: string): -1 | 0 | 1 {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const one = left.charCodeAt(at);
    const other = right.charCodeAt(at);
    if (one !== other) {
      return sign((left.codePointAt(at) ?? one) - (right.codePointAt(at) ?? other) || one - other);
    }
  }
  return sign(left.length - right.length);
}

function sign(difference: number): -1 | 0 | 1 {
  if (difference === 0) return 0;
  return difference < 0 ? -1 : 1;
}
