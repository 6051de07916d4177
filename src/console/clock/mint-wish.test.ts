import { expect, it } from 'vitest';

import type { MintDraft } from './mint-wish.ts';
import { beginDraft, pathParametersOf, writeWish } from './mint-wish.ts';

const now = Date.UTC(2030, 0, 1);
const empty = beginDraft('key', undefined, '');

it.each<[string, Partial<MintDraft>, unknown]>([
  ['nothing but the scheme', {}, { scheme: 'key', scopes: [] }],
  [
    'all of it',
    {
      name: 'Ann',
      value: 'k',
      scopes: ['read'],
      expiry: 'hour',
      label: 'for the import',
      only: [
        { parameter: 'shop', values: 'a, b,' },
        { parameter: '', values: 'x' },
      ],
    },
    {
      scheme: 'key',
      scopes: ['read'],
      name: 'Ann',
      value: 'k',
      expires_at: '2030-01-01T01:00:00.000Z',
      label: 'for the import',
      only: { shop: ['a', 'b'] },
    },
  ],
  [
    'expired already',
    { expiry: 'over' },
    { scheme: 'key', scopes: [], expires_at: '2029-12-31T23:59:00.000Z' },
  ],
  ['no date', { expiry: 'at', at: '' }, 'Choose a date and a time.'],
])('a draft becomes the body of a request: %s', (_, more, wish) => {
  expect(writeWish({ ...empty, ...more }, now)).toEqual(wish);
});

it('a duplicate has all but name, value and expiry', () => {
  const ann = {
    name: 'Ann',
    scheme: 'login',
    value: 'k…',
    scopes: ['read'],
    only: { shop: ['a', 'b'] },
  };
  expect(beginDraft('key', ann, '')).toMatchObject({
    scheme: 'login',
    name: '',
    value: '',
    scopes: ['read'],
    only: [{ parameter: 'shop', values: 'a, b' }],
  });
});

it('the parameters of paths are found', () => {
  expect(pathParametersOf([{ path: '/b/{id}/{shop}' }, { path: '/a/{id}' }])).toEqual([
    'id',
    'shop',
  ]);
});
