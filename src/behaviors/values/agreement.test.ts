import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { createStudy } from '../../contract/schema/schema-facts.ts';
import { agree } from './agreement.ts';
import { createGenerators } from './generate.ts';

const fine = (): [] => [];
const text = { type: 'string' };
const number = { type: 'number' };

/** Records of a list with this name, made from this schema. */
async function recordsOf(name: string, properties: JsonObject, locale?: string) {
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  const { documents, validators, part } = await loadSchemas({ It: schema });
  const generate = createGenerators({ documents, validators }, locale)('a seed');
  return Array.from({ length: 20 }, (_, index) => {
    const made = generate(part('It'), `${name}/${index}`, { direction: 'rest', examples: 'last' });
    return isJsonObject(made) ? made : {};
  });
}

describe('what one record says', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'a count is the length of its list',
      { items: [1, 2], item_count: 9 },
      { items: [1, 2], item_count: 2 },
    ],
    ['a total is one, too', { tags: [], totalTags: 3 }, { tags: [], totalTags: 0 }],
    [
      'a line is its price by its quantity',
      { quantity: 3, unit_price: 2.5, total: 1 },
      { quantity: 3, unit_price: 2.5, total: 7.5 },
    ],
    [
      'a total adds up its lines, and what comes on top of them',
      {
        lines: [
          { quantity: 2, price: 10 },
          { quantity: 1, price: 5 },
        ],
        subtotal: 1,
        tax: 4,
        discount: 2,
        total: 99,
      },
      {
        lines: [
          { quantity: 2, price: 10 },
          { quantity: 1, price: 5 },
        ],
        subtotal: 25,
        tax: 4,
        discount: 2,
        total: 27,
      },
    ],
    [
      'a text keeps its decimals',
      { subtotal: '10.00', shipping: '2.50', total: '1.00' },
      { subtotal: '10.00', shipping: '2.50', total: '12.50' },
    ],
    [
      'money keeps its currency',
      {
        items: [{ total: { amount: 700, currency: 'EUR' } }],
        total: { amount: 1, currency: 'EUR' },
      },
      {
        items: [{ total: { amount: 700, currency: 'EUR' } }],
        total: { amount: 700, currency: 'EUR' },
      },
    ],
    [
      'the least is not above the most',
      { min_price: 9, max_price: 2 },
      { min_price: 2, max_price: 9 },
    ],
    [
      'a draft was not shipped',
      { status: 'draft', shipped_at: '2025-01-01', created_at: '2024-01-01' },
      { status: 'draft', shipped_at: null, created_at: '2024-01-01' },
    ],
    [
      'what was delivered was shipped, and not cancelled',
      { status: 'delivered', shipped_at: '2025-01-01', cancelled_at: '2025-01-02' },
      { status: 'delivered', shipped_at: '2025-01-01', cancelled_at: null },
    ],
    [
      'a flag fits its time',
      { archived: false, archived_at: 'x' },
      { archived: false, archived_at: null },
    ],
    ['a list shows no deleted record', { is_deleted: true }, { is_deleted: false }],
    [
      'what succeeded has no error',
      { success: true, error: 'unknown', errorMessage: 'x', errors: ['x'], id: 7 },
      { success: true, error: null, errorMessage: null, errors: null, id: 7 },
    ],
    [
      'what failed keeps its error',
      { success: false, error: 'unknown' },
      { success: false, error: 'unknown' },
    ],
    ['other numbers stay', { total: 5, rate: 2, items: [] }, { total: 5, rate: 2, items: [] }],
  ])('%s', (_, before, after) => {
    expect(agree(before, fine)).toEqual(after);
  });

  it('leaves out what should be null, but must not', () => {
    const mustBeText = ({ shipped_at: time }: JsonObject): readonly object[] =>
      time === null ? [{ pointer: '/shipped_at', message: 'must be string', keyword: 'type' }] : [];
    const before = { status: 'draft', shipped_at: '2025-01-01' };
    const check = (value: unknown) => mustBeText(isJsonObject(value) ? value : {}) as never;
    expect(agree(before, check)).toEqual({ status: 'draft' });
  });
});

describe('a time of a deed that is one of the statuses', () => {
  const times = (listed: readonly string[], names: readonly string[]) => ({
    status: { enum: listed },
    ...Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }])),
  });
  const loans = times(['open', 'returned', 'overdue'], ['returnedAt', 'opened_at', 'lent_at']);
  const orders = times(
    ['pending', 'paid', 'shipped', 'cancelled', 'refunded', 'on_hold'],
    ['paid_at', 'shippedOn', 'refunded_at', 'canceled_at'],
  );
  const parcels = times(['new', 'ship', 'due', 'return', 'updated'], ['shipped_at', 'due_at']);

  it.each<[string, JsonObject, readonly string[]]>([
    ['open', loans, ['opened_at', 'lent_at']],
    ['overdue', loans, ['opened_at', 'lent_at']],
    ['returned', loans, ['returnedAt', 'opened_at', 'lent_at']],
    ['pending', orders, []],
    ['paid', orders, ['paid_at']],
    ['shipped', orders, ['paid_at', 'shippedOn']],
    ['on_hold', orders, []],
    ['cancelled', orders, ['canceled_at']],
    ['refunded', orders, ['paid_at', 'shippedOn', 'refunded_at']],
    ['new', parcels, ['due_at']],
    ['ship', parcels, ['shipped_at', 'due_at']],
  ])('is told where the status is %s', async (status, properties, told) => {
    const schema = { type: 'object', properties };
    const { documents, part } = await loadSchemas({ It: schema });
    const facts = createStudy(documents)(part('It'));
    const all = Object.keys(properties).filter((name) => name !== 'status');
    const agreed = agree(
      { status, ...Object.fromEntries(all.map((name) => [name, '2025-01-01'])) },
      fine,
      facts,
    );
    const shown = all.filter((name) => isJsonObject(agreed) && agreed[name] !== null);
    expect(shown).toEqual(told);
  });
});

describe('the members of a generated record', () => {
  it('are due days or weeks after they begin, and not before they are done', async () => {
    const moment = { type: 'string', format: 'date-time' };
    const names = ['lentAt', 'dueOn', 'expires_at', 'valid_until', 'deadline', 'returnedAt'];
    const records = await recordsOf(
      'loans',
      Object.fromEntries(names.map((name) => [name, moment])),
    );
    for (const record of records) {
      const time = (name: string): number => Date.parse(textOf(record[name]));
      for (const name of ['dueOn', 'expires_at', 'valid_until', 'deadline']) {
        const days = (time(name) - time('lentAt')) / 86_400_000;
        expect(days).toBeGreaterThan(6);
        expect(days).toBeLessThan(60);
        expect(time(name)).toBeGreaterThan(time('returnedAt'));
      }
    }
  });

  it('are of one person', async () => {
    const members = { first_name: text, last_name: text, name: text, email: text };
    const records = await recordsOf('customers', members);
    for (const { first_name: first, last_name: last, name, email } of records) {
      expect(name).toBe(`${textOf(first)} ${textOf(last)}`);
      expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/);
      expect(textOf(email).slice(0, 1)).toBe(textOf(first).slice(0, 1).toLowerCase());
    }
    expect(new Set(records.map(({ name }) => name)).size).toBeGreaterThan(15);
  });

  it('are of two people where they have other names', async () => {
    const [record = {}] = await recordsOf('orders', {
      customer_name: text,
      customer_email: text,
      seller_email: text,
    });
    const [first = ''] = textOf(record['customer_name']).toLowerCase().split(' ');
    expect(record['customer_email']).toContain(first);
    expect(record['seller_email']).not.toContain(first);
  });

  it('have one country and one currency, also where few are allowed', async () => {
    const records = await recordsOf('orders', {
      currency: { type: 'string', enum: ['usd', 'eur', 'gbp'] },
      lines: {
        type: 'array',
        minItems: 2,
        items: {
          type: 'object',
          properties: { currency: { type: 'string', enum: ['usd', 'eur', 'gbp'] }, price: number },
          required: ['currency'],
        },
      },
      country: text,
      country_code: text,
    });
    for (const { currency, lines } of records) {
      const all = Array.isArray(lines) ? lines : [];
      expect(all.map((line) => isJsonObject(line) && line['currency'])).toEqual(
        all.map(() => currency),
      );
    }
    const countries = records.map(
      ({ country, country_code: code }) => `${textOf(country)} ${textOf(code)}`,
    );
    const names = new Set(records.map(({ country }) => country));
    expect(new Set(countries).size).toBe(names.size);
    expect(names.size).toBeGreaterThan(4);
  });

  it('are called after what they are', async () => {
    const [task = {}] = await recordsOf('tasks', { title: text });
    const [product = {}] = await recordsOf('products', { title: text });
    expect(task['title']).toMatch(/^[A-Z][a-z]+ [a-z]/);
    expect(textOf(product['title']).split(' ')).toHaveLength(3);
  });

  it('follow the locale', async () => {
    const records = await recordsOf(
      'customers',
      { city: text, currency: text, country: text },
      'de',
    );
    expect(new Set(records.map(({ country }) => country))).toEqual(new Set(['Germany']));
    expect(new Set(records.map(({ currency }) => currency))).toEqual(new Set(['EUR']));
  });
});
