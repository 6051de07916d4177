import { describe, expect, it } from 'vitest';

import { distanceBetween, findNear, nearestNames } from './nearest.ts';

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

it('the three nearest names come best first', () => {
  expect(nearestNames('pages', ['pets', 'page', 'orders', 'stages'])).toEqual([
    'page',
    'stages',
    'pets',
  ]);
});
