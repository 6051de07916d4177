import { describe, expect, it } from 'vitest';

import { findPlace, stepsOf } from './references.ts';

describe('a reference', () => {
  it.each([
    ['#/components/schemas/A', 'api.yaml', 'api.yaml', '/components/schemas/A'],
    ['parts/book.yaml#/Book', 'api.yaml', 'parts/book.yaml', '/Book'],
    ['./book.yaml', 'parts/list.yaml', 'parts/book.yaml', ''],
    ['../common.yaml#/A', 'parts/list.yaml', 'common.yaml', '/A'],
    ['../../common.yaml', 'parts/list.yaml', '../common.yaml', ''],
    ['../x.yaml', '../other/y.yaml', '../x.yaml', ''],
    ['https://example.org/a.yaml#/A', 'api.yaml', 'https://example.org/a.yaml', '/A'],
    ['b.yaml', 'https://example.org/x/a.yaml', 'https://example.org/x/b.yaml', ''],
    ['a%20b.yaml#/a%7Cb', 'api.yaml', 'a b.yaml', '/a|b'],
  ])('%s in %s leads to %s', (reference, from, document, pointer) => {
    expect(findPlace(reference, from)).toEqual({ document, pointer });
  });

  it('by an anchor is not followed', () => {
    expect(findPlace('#node', 'api.yaml')).toBe(undefined);
  });

  it('has steps with slashes and tildes', () => {
    expect(stepsOf('/paths/~1orders/a~0b')).toEqual(['paths', '/orders', 'a~b']);
  });
});
