import { expect, it } from 'vitest';

import { withoutDataNames } from './schema-library.ts';

it('hides the names of data alone, and puts them back in their order', () => {
  const text = JSON.stringify({
    $id: 'https://example.test/own',
    properties: { example: { $id: 'https://example.test/member' } },
    example: { first: 1, $id: 'same', last: [{ $anchor: 'same' }] },
    'x-more': { $id: 'same' },
  });
  const root = JSON.parse(text);
  let seen: unknown;
  withoutDataNames(root, () => void (seen = structuredClone(root)));
  expect(seen).toEqual({
    $id: 'https://example.test/own',
    properties: { example: { $id: 'https://example.test/member' } },
    example: { first: 1, last: [{}] },
    'x-more': {},
  });
  expect(JSON.stringify(root)).toBe(text);
});

it('puts them back when something goes wrong, too', () => {
  const root = { example: { $id: 'same' } };
  const fail = (): void => {
    throw new Error('no');
  };
  expect(() => withoutDataNames(root, fail)).toThrow('no');
  expect(root).toEqual({ example: { $id: 'same' } });
});
