import { describe, expect, it } from 'vitest';

import { distanceBetween, findNear, listNames, suggestNames } from './nearest.ts';

describe('the distance between two names', () => {
  it.each([
    ['', '', 0],
    ['port', 'port', 0],
    ['', 'port', 4],
    ['prt', 'port', 1],
    ['portt', 'port', 1],
    ['part', 'port', 1],
    // Two letters in the wrong order are two that differ.
    ['prot', 'port', 2],
    ['trop', 'port', 4],
  ])('%j, %j: %d', (left, right, distance) => {
    expect(distanceBetween(left, right)).toBe(distance);
  });
});

describe('the nearest name', () => {
  it.each([
    ['prot', ['log', 'port'], 2, 'port'],
    ['PORT', ['log', 'port'], 2, 'port'],
    ['prot', ['log', 'port'], 1, undefined],
    ['post', ['port', 'pose'], 2, 'port'],
    ['x'.repeat(51), ['x'.repeat(50)], 2, undefined],
  ])('of %j in %j within %d is %j', (wanted, names, most, nearest) => {
    expect(findNear(wanted, names, most)).toBe(nearest);
  });
});

const operations = ['listOrders', 'createOrder', 'getOrder', 'payOrder', 'repayLoan'];

describe('the first name that is suggested', () => {
  it.each<[string, string, readonly string[], string]>([
    ['a typing error before all else', 'getOrdr', ['get', ...operations], 'getOrder'],
    ['a name that begins with the word', 'pay', operations, 'payOrder'],
    ['the shorter of those', 'order', ['order_lines', 'orders'], 'orders'],
    ['a name with the word inside', 'loan', operations, 'repayLoan'],
    ['a name with the words in another order', 'orderPay', operations, 'payOrder'],
    ['the same words written otherwise', 'pay_order', ['pay', ...operations], 'payOrder'],
    ['capitals make no difference', 'PAYORDER', operations, 'payOrder'],
    ['a name that is part of it', 'payOrderNow', ['log', ...operations], 'payOrder'],
    ['a member in camel case', 'expires_at', ['scopes', 'expiresAt'], 'expiresAt'],
    ['two letters in the wrong order in a short name', 'form', ['set', 'from'], 'from'],
    ['a letter too few', 'operaton', ['priority', 'operation'], 'operation'],
  ])('%s: %j', (_, wanted, names, first) => {
    expect(suggestNames(wanted, names)).toMatch(new RegExp(`^did you mean "${first}"`));
  });
});

describe('a suggestion', () => {
  it.each<[string, string, readonly string[], string]>([
    [
      'asks for the only similar name',
      'pay',
      operations,
      'did you mean "payOrder" or "repayLoan"?',
    ],
    ['asks for one', 'getOrdr', ['log', 'getOrder'], 'did you mean "getOrder"?'],
    [
      'asks for three at most',
      'order',
      operations,
      'did you mean "getOrder", "payOrder" or "listOrders"?',
    ],
    [
      'lists what there is where nothing is similar',
      'zz',
      ['log', 'port'],
      'there are "log" and "port"',
    ],
    ['names the only one', 'zz', ['port'], 'there is "port"'],
    ['says that there is none', 'zz', [], 'there is none'],
  ])('%s', (_, wanted, names, words) => {
    expect(suggestNames(wanted, names)).toBe(words);
  });

  it('takes no longer for a long text', () => {
    const started = performance.now();
    suggestNames(
      'x'.repeat(1_000_000),
      Array.from({ length: 1000 }, (_, at) => `name${at}`),
    );
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

it('a list of names has twenty at most', () => {
  const names = Array.from({ length: 25 }, (_, at) => `n${at}`);
  expect(listNames(names)).toMatch(/^"n0", .*"n19" and 5 more$/);
  expect(listNames(['a', 'b', 'c'])).toBe('"a", "b" and "c"');
});
