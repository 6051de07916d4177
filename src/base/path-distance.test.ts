import { describe, expect, it } from 'vitest';

import { costOfSegment, splitPath } from './path-distance.ts';

describe('a segment that was sent is as near to one of a template as they look alike', () => {
  it.each<[sent: string, nearer: string, farther: string]>([
    ['orders', 'orders', 'Orders'],
    ['orders', 'Orders', 'order'],
    ['ordres', 'orders', 'ordinal'],
    ['category', 'categories', 'category-tree'],
    ['box', 'boxes', 'bores'],
    ['v2', 'v1', 'x2'],
    ['rcp', 'rpc', 'rxx'],
    ['7.json', '{id}.json', '{id}'],
    ['7', '{id}', '{id}.json'],
    ['7', '{id}', '8'],
  ])('"%s" is nearer to "%s" than to "%s"', (sent, nearer, farther) => {
    expect(costOfSegment(sent, nearer)).toBeLessThan(costOfSegment(sent, farther));
  });

  it('is compared in its first characters only', () => {
    const long = 'x'.repeat(100_000);
    expect(costOfSegment(long, `${long}y`)).toBeLessThan(0.1);
  });
});

it.each<[path: string, segments: readonly string[], hasSlash: boolean]>([
  ['/', [], false],
  ['/a', ['a'], false],
  ['/a/', ['a'], true],
  ['//a', ['', 'a'], false],
])('the segments of "%s" are %j', (path, segments, hasSlash) => {
  expect(splitPath(path)).toEqual({ segments, hasSlash });
});

it('a path of very many segments is cut', () => {
  expect(splitPath('/a'.repeat(5000)).segments).toHaveLength(16);
});
