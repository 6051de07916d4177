import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, pointerSteps, valueAt } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Check } from '../../contract/checks/validators.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { withoutValueAt, withValueAt } from '../writing/json-patch/pointed-changes.ts';
import { isOfFailure, isSuccess } from './vocabulary/flags.ts';
import { labelledBy, singular, spellWords } from './vocabulary/words.ts';

/** How often what a check refuses is taken back. */
const rounds = 4;

/**
 * Makes what a generated value says in several places agree: totals are sums of their lines, counts
 * are lengths of lists, a status fits the times, and a least is not above its most.
 */
export function agree(value: JsonValue, check: Check, facts?: SchemaFacts): JsonValue {
  let agreed = settle(value, facts);
  for (let round = 0; round < rounds && agreed !== value; round += 1) {
    const faults = check(agreed);
    if (faults.length === 0) return agreed;
    agreed = faults.reduce((next, { pointer }) => takeBack(next, value, pointer), agreed);
  }
  return value;
}

/** What should be null, but must not, is left out; if it must not be either, it comes back. */
function takeBack(after: JsonValue, before: JsonValue, pointer: string): JsonValue {
  const steps = pointerSteps(pointer);
  if (valueAt(after, pointer) === null) return withoutValueAt(after, steps);
  return withValueAt(after, steps, valueAt(before, pointer) ?? null) ?? after;
}

function settle(value: JsonValue, facts: SchemaFacts | undefined): JsonValue {
  if (Array.isArray(value)) {
    const items = facts?.items();
    return mapChanged(value, (one) => settle(one, items));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  const made = members.map(([name, one]) =>
    typeof one === 'object' && one !== null ? settle(one, facts?.member(name)) : one,
  );
  const isSame = members.every(([, one], index) => one === made[index]);
  const inside = isSame
    ? value
    : Object.fromEntries(members.map(([name], index) => [name, made[index] ?? null]));
  return [nameEmbedded, countLists, addUp, orderPairs, tellLabels, fitTimes, tellSuccess].reduce(
    (body, rule) => rule(body, facts),
    inside,
  );
}

function mapChanged(
  values: readonly JsonValue[],
  change: (value: JsonValue) => JsonValue,
): readonly JsonValue[] {
  const made = values.map(change);
  return made.every((one, index) => one === values[index]) ? values : made;
}

type Rule = (body: JsonObject, facts?: SchemaFacts) => JsonObject;

/** `owner_id` beside `owner`, and the same for lists. */
const nameEmbedded: Rule = (body) => {
  const plain = new Map(Object.keys(body).map((name) => [plainName(name), name]));
  const changes = Object.entries(body).flatMap(([name, value]) => {
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([key, own]) => {
      const beside = plain.get(plainName(name) + plainName(key));
      const isKey = /^(id|uuid|key|slug|code|pk)$/i.test(key) && beside !== undefined;
      return isKey && typeof own === typeof body[beside] ? [[beside, own] as const] : [];
    });
  });
  return withChanges(body, changes);
};

/** `item_count`, `itemsCount`, `total_items` beside `items`. */
const countLists: Rule = (body) => withChanges(body, countsOf(body, Object.keys(body)));

/** What the members that count these lists say. */
export function countsOf(
  body: JsonObject,
  names: readonly string[],
): readonly (readonly [string, number])[] {
  return names.flatMap((name) => {
    const list = body[name];
    if (!Array.isArray(list)) return [];
    const stems = [spellWords(name), singular(spellWords(name))];
    const wanted = new Set(
      stems.flatMap((one) => [`${one} count`, `total ${one}`, `num ${one}`, `number of ${one}`]),
    );
    return Object.entries(body).flatMap(([other, value]) =>
      wanted.has(spellWords(other)) && typeof value === 'number'
        ? [[other, list.length] as const]
        : [],
    );
  });
}

/** `price` for `price_amount_cents`: what an amount is of. */
function amountWords(name: string): string {
  return spellWords(name).replaceAll(/(?<=.) (amount|price|value|money|in cents|cents)\b/g, '');
}

const quantities = /^(quantity|qty|units|hours)$/;
const unitPrices =
  /^((unit|item)( price)?|(unit )?(price|rate|cost|amount)|(price|cost|amount) per unit)$/;
/** Whether a member of this name may be a sum, or the total of a line. */
export function isTotal(name: string): boolean {
  const words = amountWords(name);
  return [lineTotals, sums, totals].some((rule) => rule.test(words));
}

const lineTotals = /^((line|item|sub|row|net) ?)?total$|^amount$|^line$/;
const sums = /^(sub ?total|net|(items|lines) total)$/;
const totals = /^((grand|order|invoice|cart) )?total( due)?$|^amount total$/;
const totalsOfLines = new RegExp(`${totals.source}|^amount$`);
const added = /^(total )?(tax|taxes|vat|shipping|fees?)( (total|cost))?$/;
const taken = /^(total )?discounts?( total)?$/;

/** A line is its price by its quantity; a total is the sum of its lines, and what is added to it. */
export const addUp: Rule = (body) => {
  const amounts = Object.entries(body).flatMap(([name, value]) => {
    const amount = amountOf(value);
    return amount === undefined ? [] : [{ name, words: amountWords(name), amount }];
  });
  if (amounts.length === 0) return body;
  const named = (rule: RegExp): (typeof amounts)[number] | undefined =>
    amounts.find(({ words }) => rule.test(words));
  const quantity = named(quantities);
  const price = named(unitPrices);
  const line = amounts.find(({ name, words }) => lineTotals.test(words) && name !== price?.name);
  if (quantity && price && line)
    return withAmounts(body, [[line.name, quantity.amount * price.amount]]);
  const lines = sumOfLines(body);
  const before = named(sums);
  const total = named(lines === undefined ? totals : totalsOfLines);
  const base = lines ?? before?.amount;
  if (base === undefined || (lines === undefined && total === undefined)) return body;
  const more = amounts.filter(({ words }) => added.test(words));
  const less = amounts.filter(({ words }) => taken.test(words));
  // A discount above the sum would make the total negative.
  const off = Math.min(base, add(less.map(({ amount }) => amount)));
  const changes: (readonly [string, number])[] = [];
  const [only] = less;
  if (only && less.length === 1 && off < only.amount) changes.push([only.name, off]);
  if (before) changes.push([before.name, base]);
  if (total) changes.push([total.name, base + add(more.map(({ amount }) => amount)) - off]);
  return withAmounts(body, changes);
};

const listsOfLines = /\b(lines?|items|positions|products|entries|rows|charges)$/;

function sumOfLines(body: JsonObject): number | undefined {
  const lists = Object.entries(body).filter(
    ([name, value]) =>
      listsOfLines.test(spellWords(name)) && Array.isArray(value) && value.length > 0,
  );
  for (const [, lines] of lists) {
    if (!Array.isArray(lines)) continue;
    const parts = lines.map((line: JsonValue) => (isJsonObject(line) ? lineOf(line) : undefined));
    const known = parts.filter((part) => part !== undefined);
    if (known.length === parts.length) return add(known);
  }
  return undefined;
}

function lineOf(line: JsonObject): number | undefined {
  const find = (rule: RegExp): number | undefined => {
    const found = Object.entries(line).find(([name]) => rule.test(amountWords(name)));
    return found && amountOf(found[1]);
  };
  const [price, quantity] = [find(unitPrices), find(quantities)];
  if (price !== undefined && quantity !== undefined) return find(/total/) ?? price * quantity;
  return find(lineTotals) ?? price;
}

function add(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}

/** An amount as a number, as a text, or within an object beside its currency. */
function amountOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (!isJsonObject(value) || !Object.keys(value).some((name) => /currency/i.test(name)))
    return undefined;
  return amountOf(value['amount'] ?? value['value']);
}

function withAmounts(
  body: JsonObject,
  amounts: readonly (readonly [string, number])[],
): JsonObject {
  return withChanges(
    body,
    amounts.map(([name, amount]) => [name, showAmount(body[name], amount)] as const),
  );
}

/** In the form, and with the decimals, that the value had. */
function showAmount(before: JsonValue | undefined, amount: number): JsonValue {
  if (typeof before === 'string') return amount.toFixed(before.split('.')[1]?.length ?? 0);
  if (isJsonObject(before)) {
    const name = before['amount'] === undefined ? 'value' : 'amount';
    return { ...before, [name]: showAmount(before[name], amount) };
  }
  return Number(amount.toFixed(2));
}

/** `min_price` and `max_price`, `from` and `to`: numbers only, times are in order by themselves. */
const orderPairs: Rule = (body) => {
  const changes = Object.entries(body).flatMap(([name, low]) => {
    const words = spellWords(name);
    const others = new Set(
      pairs.flatMap(([one, two]) => (one.test(words) ? [plainName(words.replace(one, two))] : [])),
    );
    const partner = Object.keys(body).find((each) => others.has(plainName(each)));
    const high = partner === undefined ? undefined : body[partner];
    return partner !== undefined &&
      typeof low === 'number' &&
      typeof high === 'number' &&
      low > high
      ? [[name, high] as const, [partner, low] as const]
      : [];
  });
  return withChanges(body, changes);
};

const pairs: readonly (readonly [RegExp, string])[] = [
  [/\bmin\b/, 'max'],
  [/\bminimum\b/, 'maximum'],
  [/\bfrom\b/, 'to'],
  [/\blow(est)?\b/, 'high$1'],
];

/** `status_text` is the label of `status`. */
const tellLabels: Rule = (body, facts) => {
  const names = Object.keys(body);
  const changes = names.flatMap((name) => {
    const coded = labelledBy(name, names);
    const value = coded === undefined ? undefined : body[coded];
    const labels = coded === undefined ? undefined : facts?.member(coded)?.labels;
    const label = value === undefined ? undefined : labels?.get(value);
    return label === undefined ? [] : [[name, label] as const];
  });
  return withChanges(body, changes);
};

const ends =
  /^(is )?(cancell?ed|refunded|archived|deleted|rejected|failed|voided|revoked|trashed)$/;
const steps: readonly RegExp[] = [
  /^(draft|new|pending|created|open|todo|queued|scheduled|unpaid|inactive|invited)$/,
  /^(active|approved|confirmed|processing|in progress|accepted|started|verified|sent)$/,
  /^(paid|published|shipped|dispatched|live)$/,
  /^(delivered|completed?|closed|done|merged|resolved|finished|fulfilled|succeeded|success)$/,
];

/** Nothing has happened of which the status does not tell: no `shipped_at` of a draft. */
const fitTimes: Rule = (body, facts) => {
  const words = Object.entries(body).flatMap(([name, value]) => {
    if (!/\b(status|state|stage)$/.test(spellWords(name))) return [];
    const word = facts?.member(name)?.labels.get(value) ?? value;
    return typeof word === 'string' ? [spellWords(word)] : [];
  });
  const [status] = words;
  const reached = status === undefined ? -1 : steps.findIndex((step) => step.test(status));
  const isOpen = (deed: string): boolean => {
    const flag = Object.entries(body).find(
      ([name, value]) =>
        typeof value === 'boolean' && spellWords(name).replace(/^is /, '') === deed,
    );
    if (flag) return flag[1] === false;
    if (ends.test(deed)) return status === undefined || status !== deed;
    const step = steps.findIndex((one) => one.test(deed));
    return reached !== -1 && step > reached;
  };
  const gone = Object.keys(body).filter((name) => {
    const [, deed = ''] = /^(.+?)( (at|on|date|time))$/.exec(spellWords(name)) ?? [];
    return deed !== '' && body[name] !== null && isOpen(deed);
  });
  const flags = Object.entries(body).flatMap(([name, value]) =>
    value === true && /^(is )?(deleted|trashed)$/.test(spellWords(name)) && status !== 'deleted'
      ? [[name, false] as const]
      : [],
  );
  return withChanges(body, [...gone.map((name) => [name, null] as const), ...flags]);
};

/** What succeeded has no error. */
const tellSuccess: Rule = (body) => {
  const isDone = Object.entries(body).some(([name, value]) => value === true && isSuccess(name));
  const gone = isDone ? Object.keys(body).filter(isOfFailure) : [];
  return withChanges(
    body,
    gone.map((name) => [name, null] as const),
  );
};

function withChanges(
  body: JsonObject,
  changes: readonly (readonly [string, JsonValue])[],
): JsonObject {
  const real = changes.filter(([name, value]) => body[name] !== value);
  return real.length === 0 ? body : { ...body, ...Object.fromEntries(real) };
}
