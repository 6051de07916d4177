import { describe, expect, it } from 'vitest';

import { cutTo, padTo, widthOf } from './columns.ts';

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
