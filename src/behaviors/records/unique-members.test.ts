import { describe, expect, it } from 'vitest';

import { sayUnique } from './unique-members.ts';

describe('a description', () => {
  it.each([
    ['Must be unique.', 'label', 'boxes', 'everywhere'],
    ['The code. It has to be globally unique', 'code', 'boxes', 'everywhere'],
    [
      'If set, the external ID must be unique across all boxes.',
      'external_id',
      'boxes',
      'everywhere',
    ],
    ['The unique slug', 'slug', 'boxes', 'everywhere'],
    ['Unique box code', 'code', 'big-boxes', 'everywhere'],
    ['A unique tag used to find it', 'asset_tag', 'boxes', 'everywhere'],
    ['Your own reference; unique per depot.', 'code', 'boxes', 'within'],
    ['Name, which must be unique within the depot', 'name', 'boxes', 'within'],
    ['Unique name in its depot', 'name', 'boxes', 'within'],
    ['Unique', 'slug', 'boxes', 'everywhere'],
    ['The slug, unique per account', 'slug', 'boxes', 'within'],
    ['The unique identifier of the box', 'id', 'boxes', undefined],
    ['A unique identifier for the box in your system', 'external_id', 'boxes', undefined],
    ['Does not have to be unique', 'name', 'boxes', undefined],
    ['The non-unique name; not unique', 'name', 'boxes', undefined],
    ['If it is not unique, a number is put behind it', 'slug', 'boxes', undefined],
    ['The unique name of the depot', 'depot', 'boxes', undefined],
    ['A unique key for this request', 'key', 'boxes', undefined],
    ['Number of unique visitors', 'visitor_number', 'boxes', undefined],
    ['A unique identification number, such as of a tax', 'id_number', 'boxes', undefined],
    ['Whether the value must be unique', 'name', 'boxes', undefined],
    ["It needn't be unique", 'name', 'boxes', undefined],
    ['Must be unique, for an idempotent request', 'key', 'boxes', undefined],
    ['Must be unique across all active boxes for one depot', 'code', 'boxes', 'within'],
    ['Any text', 'name', 'boxes', undefined],
  ] as const)('%j of %s in %s says: %s', (description, name, collection, said) => {
    expect(sayUnique(description, name, collection)).toBe(said);
  });
});
