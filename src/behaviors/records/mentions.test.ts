import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import { createMention } from './mentions.ts';

const long = '3f60d99e-3686-478c-bf44-ea0689703886';

function speaks(parent: JsonObject, other: JsonObject, collection = 'accounts'): boolean {
  const key = textOf(parent['id']);
  return createMention({ name: collection }, { key, parents: [], body: parent })(other);
}

describe('a record speaks of another', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['by its key in a member of its name', { id: 7 }, { account_id: 7 }],
    ['by its number, slug or keys', { id: 7 }, { account_number: 7 }],
    ['by its key in a longer name', { id: 7 }, { sourceAccountId: '7' }],
    ['by its key in a list of keys', { id: 7 }, { accounts: [6, 7] }],
    ['by an object', { id: 7 }, { account: { id: 7, name: 'A' } }],
    ['by one of many objects', { id: 7 }, { accounts: [{ id: 6 }, { id: 7 }] }],
    ['deep inside', { id: 7 }, { splits: [{ to: { account_id: 7 } }] }],
    ['by a long key, whatever the member is called', { id: long }, { source: long }],
    ['by its name in a list of names', { id: 7, name: 'Ann' }, { accounts: ['Ann'] }],
    ['by its name beside it', { id: 7, name: 'Ann' }, { account_name: 'Ann' }],
    ['by the name in its attributes', { id: 7, attributes: { name: 'A' } }, { account: 'A' }],
  ])('%s', (_, parent, other) => {
    expect(speaks(parent, other)).toBe(true);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['by the same number in another member', { id: 7 }, { count: 7, user_id: 7 }],
    ['by a number that is of it', { id: 7 }, { account_count: 7, accounts_total: 7 }],
    ['by the key of what belongs to it', { id: 7 }, { account_role_id: 7, account_number_plan: 7 }],
    ['by its own key', { id: long }, { id: long }],
    ['by its name elsewhere', { id: 7, name: 'Ann' }, { title: 'Ann', user_name: 'Ann' }],
    ['by another key', { id: 7 }, { account_id: 8 }],
    ['by an object of another kind', { id: 7 }, { user: { id: 7 } }],
  ])('but not %s', (_, parent, other) => {
    expect(speaks(parent, other)).toBe(false);
  });

  it('by the beginning of its name, and by no whole word of it', () => {
    expect(speaks({ id: 7 }, { appid: 7 }, 'applications')).toBe(true);
    expect(speaks({ id: 7 }, { account_id: 7 }, 'account-roles')).toBe(false);
  });
});
