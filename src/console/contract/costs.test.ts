import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../api/documents.ts';
import { costOf, tellCosts } from './costs.ts';

describe('the characters that a sample of a pattern may have', () => {
  it.each([
    ['abc', 3],
    ['^a|bc$', 3],
    ['a+', 100],
    ['a*b', 101],
    ['a?b', 2],
    ['a{3}', 3],
    ['a{2,5}', 5],
    ['a{2,}', 100],
    ['a{1,999}', 100],
    [String.raw`\{\d+\}`, 102],
    ['[)+*]{4}', 4],
    ['(ab){3}c', 7],
    ['(?:a+)+', 10_000],
    ['((a{1,999}){1,999}){1,999}', 1_000_000],
    ['a(', 1],
    ['a)b', 2],
    ['+', 0],
    ['', 0],
  ])('%s: %i', (pattern, cost) => {
    expect(costOf(pattern)).toBe(cost);
  });

  it('are not many for patterns of usual contracts', () => {
    for (const pattern of [
      String.raw`^[\w.+-]+@[\w-]+(\.[\w-]+)+$`,
      String.raw`^([01]\d|2[0-3]):[0-5]\d$`,
      '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      String.raw`^https?://[^\s/]+(/[^\s]*)?$`,
    ])
      expect(costOf(pattern)).toBeLessThan(20_000);
  });
});

describe('a part of the contract', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a plain one', { type: 'string', pattern: '^a+$' }, { type: 'string', pattern: '^a+$' }],
    [
      'a costly pattern',
      { description: 'A word.', pattern: '((a+)+)+' },
      { description: 'A word.\n\npattern: `((a+)+)+`' },
    ],
    [
      'a costly pattern with a backtick',
      { pattern: '((`+)+)+' },
      { description: 'pattern: `` ((`+)+)+ ``' },
    ],
    ['a long text', { minLength: 500_000 }, { description: 'minLength: 500000' }],
    ['a usual text', { minLength: 10, maxLength: 1e9 }, { minLength: 10, maxLength: 1e9 }],
    [
      'a long list',
      { items: { type: 'string' }, minItems: 1e9 },
      { items: { type: 'string' }, description: 'minItems: 1000000000' },
    ],
    [
      'a list of two texts',
      { items: { type: 'string', enum: ['a'] }, minItems: 2 },
      { items: { type: 'string', enum: ['a'] }, minItems: 2 },
    ],
    [
      'lists within lists, which would multiply',
      { items: { items: {}, minItems: 2 }, minItems: 2 },
      { items: { items: {}, minItems: 2 }, description: 'minItems: 2' },
    ],
    [
      'a list of one object',
      { items: { properties: {} }, minItems: 1 },
      { items: { properties: {} }, minItems: 1 },
    ],
    [
      'many members',
      { additionalProperties: true, minProperties: 1e6 },
      { additionalProperties: true, description: 'minProperties: 1000000' },
    ],
    [
      'a value elsewhere',
      { summary: 'A', externalValue: 'https://example.org/a' },
      { summary: 'A', description: '<https://example.org/a>' },
    ],
    [
      'a value at what is no page',
      { externalValue: 'javascript:a()' },
      { description: '`javascript:a()`' },
    ],
  ])('%s', (_, part, expected) => {
    expect(tellCosts(part)).toEqual(expected);
  });
});
