import { describe, expect, it } from 'vitest';

import { findMatches } from './match.ts';

const all = [
  { text: 'reorderStock', detail: 'POST /stock/reorder' },
  { text: 'listOrders', detail: 'GET /orders' },
  { text: 'orderReport', detail: 'GET /reports/order' },
  { text: 'Go to State', detail: 'g s' },
];

function texts(query: string): readonly string[] {
  return findMatches(all, query).map(({ text }) => text);
}

describe('what a user types', () => {
  it.each([
    [
      'finds the beginning first, then words in it, then the rest',
      'order',
      ['orderReport', 'listOrders', 'reorderStock'],
    ],
    ['has to be there whole', 'order state', []],
    ['may be in any order', 'state go', ['Go to State']],
    ['may be in text and detail', 'get report', ['orderReport']],
    ['may be of any case', 'GO TO', ['Go to State']],
  ])('%s', (_, query, expected) => {
    expect(texts(query)).toEqual(expected);
  });

  it('leaves everything as it was where it is nothing', () => {
    expect(findMatches(all, '  ')).toEqual(all);
  });
});
