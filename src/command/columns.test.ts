import { describe, expect, it } from 'vitest';

import { cutTo, padTo, shortenPath, widthOf, wrap } from './columns.ts';

it.each<[string, number]>([
  ['', 0],
  ['plain', 5],
  ['\u00fcber', 4],
  ['u\u0308ber', 4],
  ['\u7bb1', 2],
  ['\u{1f4e6}', 2],
  ['\u2026', 1],
])('%j takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

describe('a text', () => {
  it('is padded by what it takes on the screen', () => {
    expect(padTo('ab', 4)).toBe('ab  ');
    expect(padTo('\u7bb1', 4)).toBe('\u7bb1  ');
    expect(padTo('longer', 4)).toBe('longer');
  });

  it.each<[string, number, string]>([
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'abc\u2026'],
    ['\u7bb1\u7bb1\u7bb1', 5, '\u7bb1\u7bb1\u2026'],
    ['\u7bb1\u7bb1\u7bb1', 4, '\u7bb1\u2026'],
    ['abc', 1, '\u2026'],
    ['abc', 0, ''],
    ['abc', Infinity, 'abc'],
  ])('%j cut to %d columns is %j', (text, width, expected) => {
    expect(cutTo(text, width)).toBe(expected);
  });
});

it.each<[string, number, string]>([
  ['/orders/7', 9, '/orders/7'],
  ['/api/v1/shops/berlin/orders/7/lines/12', 30, '/api/v1/…/orders/7/lines/12'],
  ['/api/v1/shops/berlin/orders/7/lines/12/', 24, '/api/v1/…/7/lines/12/'],
  ['/api/v1/shops/berlin/orders/7/lines/12', 14, '/…/lines/12'],
  ['/orders/0123456789abcdef0123456789abcdef', 20, '/orders/0…6789abcdef'],
  ['/\u7bb1\u7bb1\u7bb1\u7bb1\u7bb1\u7bb1', 9, '/\u7bb1…\u7bb1\u7bb1'],
])('the path %s in %i columns is %s', (path, width, expected) => {
  expect(shortenPath(path, width)).toBe(expected);
  expect(widthOf(shortenPath(path, width))).toBeLessThanOrEqual(width);
});

it('a text is broken between words, and a long word has a line of its own', () => {
  expect(wrap('see what a-word-that-is-long does', 9)).toEqual([
    'see what',
    'a-word-that-is-long',
    'does',
  ]);
});
