import { describe, expect, it } from 'vitest';

import { findAddress } from '../api/address.ts';
import { placeIn, readRoute, writeRoute } from './route.ts';

describe('the address of a view', () => {
  it.each([
    ['', [], {}],
    ['#/traffic', ['traffic'], {}],
    ['#/traffic/12?status=4XX&search=a%20b', ['traffic', '12'], { status: '4XX', search: 'a b' }],
    ['#/state/a%2Fb/c%3Fd', ['state', 'a/b', 'c?d'], {}],
    ['#/state?search=a?b', ['state'], { search: 'a?b' }],
    ['#/state/%', ['state', '%'], {}],
  ])('%s is read', (hash, path, query) => {
    expect(readRoute(hash)).toEqual({ path, query });
  });

  it.each([['#/traffic/12?status=4XX'], ['#/state/a%2Fb/c%3Fd'], ['#/state?search=%26%3D%23']])(
    '%s is written as it is read',
    (hash) => {
      expect(writeRoute(readRoute(hash))).toBe(hash);
    },
  );

  it('leaves out what is empty', () => {
    expect(writeRoute({ path: ['state'], query: { search: '', sort: 'a' } })).toBe(
      '#/state?sort=a',
    );
  });
});

describe('the address of the console', () => {
  it.each([
    ['/_mock/', '/_mock/', undefined],
    ['/app/_mock/index.html', '/app/_mock/', undefined],
    ['/~demo/_mock/', '/_mock/', 'demo'],
    ['/app/~demo/_mock/', '/app/_mock/', 'demo'],
    ['/%7Edemo/_mock/', '/_mock/', 'demo'],
  ])('%s', (path, home, world) => {
    expect(findAddress(path)).toEqual({ home, world });
  });
});

it.each([
  ['#/traffic/12?status=4XX', '#/traffic?status=4XX&world=ann'],
  ['#/state/lamps/7?sort=name', '#/state/lamps?sort=name&world=ann'],
  ['#/contract/getLamp?world=bob', '#/contract/getLamp?world=ann'],
  ['#/answers/getLamp', '#/answers/getLamp?world=ann'],
  ['', '#/?world=ann'],
])('%s in another world is %s', (hash, expected) => {
  expect(writeRoute(placeIn('ann', readRoute(hash)))).toBe(expected);
});
