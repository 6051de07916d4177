import { expect, it } from 'vitest';

import { askFor, countFilters, readFilters } from './filters.ts';

it.each([
  ['all requests from the default world', {}, 'default', {}],
  ['those of a private world from it', {}, 'mine', { world: 'mine' }],
  ['those of all worlds from a private one', { worlds: 'all' }, 'mine', {}],
  ['those of the default world', { worlds: 'this' }, 'default', { world: 'default' }],
  [
    'what the address filters',
    {
      search: 'a b',
      status: '4XX',
      verdict: 'refused',
      operation: 'x',
      violation: '*',
      world: 'w',
    },
    'default',
    { search: 'a b', status: '4XX', verdict: 'refused', operation: 'x', violation: '*' },
  ],
])('asks for %s', (_what, query, world, expected) => {
  expect(askFor(readFilters(query, world), world)).toEqual({ brief: true, ...expected });
});

it('counts the filters that leave requests out', () => {
  expect(countFilters(readFilters({ search: 'a', status: '', worlds: 'this' }, 'default'))).toBe(1);
});
