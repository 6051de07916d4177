import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { spellWords } from './vocabulary/words.ts';

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
export const addUp = (body: JsonObject): JsonObject => {
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

/** The object itself where nothing changes. */
export function withChanges(
  body: JsonObject,
  changes: readonly (readonly [string, JsonValue])[],
): JsonObject {
  const real = changes.filter(([name, value]) => body[name] !== value);
  return real.length === 0 ? body : { ...body, ...Object.fromEntries(real) };
}
