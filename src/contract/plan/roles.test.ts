import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../json.ts';
import type { Line } from './plan.test-kit.ts';
import { collectionsOf, listOf, objectOf, plan, ref, targetsOf, wrap } from './plan.test-kit.ts';

const schemas: JsonObject = {
  Shop: objectOf('id', 'title'),
  Order: objectOf('id', 'shop_id', 'note'),
  Draft: objectOf('note'),
  Settings: objectOf('theme'),
  Problem: objectOf('title', 'detail'),
};

describe('the role of an operation', () => {
  it.each<[string, readonly Line[], readonly string[]]>([
    [
      'is told by method and place',
      [
        ['GET /orders', listOf('Order')],
        ['POST /orders', ref('Order'), ref('Draft')],
        ['GET /orders/{id}', ref('Order')],
        ['PUT /orders/{id}', ref('Order'), ref('Order')],
        ['PATCH /orders/{id}', ref('Order'), ref('Draft')],
        ['DELETE /orders/{id}'],
        ['HEAD /orders/{id}'],
      ],
      [
        'list orders []',
        'create orders []',
        'read orders 0 []',
        'replace orders 0 []',
        'merge orders 0 []',
        'delete orders 0 []',
        'read orders 0 []',
      ],
    ],
    [
      'is the same with an ending, and below a version',
      [
        ['GET /2010-04-01/Orders.json', wrap({ orders: listOf('Order') })],
        ['GET /2010-04-01/Orders/{Id}.json', ref('Order')],
      ],
      ['list Orders []', 'read Orders 0 []'],
    ],
    [
      'is a merge where a POST answers with the item',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders/{id}', ref('Order'), objectOf('memo')],
      ],
      ['read orders 0 []', 'merge orders 0 []'],
    ],
    [
      'is a merge where a POST takes what the item has',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders/{id}', undefined, objectOf('note')],
      ],
      ['read orders 0 []', 'merge orders 0 []'],
    ],
    [
      'is an action where nothing is sent',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders/{id}', ref('Order')],
        ['PUT /orders/{id}'],
      ],
      ['read orders 0 []', 'action orders 0 []', 'action orders 0 []'],
    ],
    [
      'is an action below an item, with a slash and with a colon',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders/{id}/archive'],
        ['DELETE /orders/{id}/archive'],
        ['POST /orders/{id}/notes/import', ref('Problem'), objectOf('x')],
        ['POST /orders/{id}:cancel', ref('Order')],
      ],
      [
        'read orders 0 []',
        'action orders 0 []',
        'action orders 0 []',
        'action orders 0 []',
        'action orders 0 []',
      ],
    ],
    [
      'is unknown for what a static segment holds, and beside a template it is no item',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /orders/latest', ref('Order')],
        ['GET /orders/{id}/invoice', ref('Problem')],
        ['GET /health', ref('Problem')],
        ['POST /login', objectOf('token'), objectOf('name')],
      ],
      ['read orders 0 []', 'improvised', 'improvised', 'improvised', 'improvised'],
    ],
    [
      'is unknown for a segment of several parameters, and for several segments in one',
      [
        ['GET /compare/{a}...{b}', ref('Order')],
        ['GET /files/{path+}', ref('Order')],
        ['GET /{x}', ref('Order')],
        ['GET /v2/{x}', ref('Order')],
      ],
      ['improvised', 'improvised', 'improvised', 'improvised'],
    ],
    [
      'is unknown where an item is no record',
      [
        ['GET /files/{id}', { type: 'string' }],
        ['GET /prices/{id}', { type: 'array', items: objectOf('id') }],
        ['GET /rates/{id}', { type: 'object', additionalProperties: { type: 'number' } }],
      ],
      ['improvised', 'improvised', 'improvised'],
    ],
    [
      'is no list where the records have no key, and none where there is no array',
      [
        ['GET /points', { type: 'array', items: objectOf('x', 'y') }],
        ['GET /names', { type: 'array', items: { type: 'string' } }],
        ['GET /events', listOf('Order')],
      ],
      ['improvised', 'improvised', 'list events []'],
    ],
    [
      'is no creation where many are sent, or something else comes back',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders', listOf('Order'), listOf('Order')],
        ['GET /shops/{id}', ref('Shop')],
        ['POST /shops', ref('Problem'), ref('Draft')],
      ],
      ['read orders 0 []', 'improvised', 'read shops 0 []', 'improvised'],
    ],
    [
      'is a list where a static child answers with the items above it',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /orders/findByStatus', listOf('Order')],
        ['GET /search/orders', listOf('Order')],
      ],
      ['read orders 0 []', 'list orders []', 'improvised'],
    ],
    [
      'takes the last of several parameters for the key, unless there is something before it',
      [
        ['GET /repos/{owner}/{repo}', objectOf('name')],
        ['GET /repos/{owner}/{repo}/orders/{id}', ref('Order')],
        ['GET /gists/{id}', ref('Shop')],
        ['GET /gists/{id}/{version}', ref('Shop')],
      ],
      ['read repos 1 [0]', 'read orders 2 [0 1]', 'read gists 0 []', 'improvised'],
    ],
    [
      'belongs to the item where a place below shows it and lets it be written',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /orders/{id}/status', ref('Order')],
        ['PUT /orders/{id}/status', ref('Order'), ref('Order')],
      ],
      ['read orders 0 []', 'read orders 0 []', 'replace orders 0 []'],
    ],
  ])('%s', async (_, lines, expected) => {
    const targets = targetsOf(await plan(lines, schemas));
    expect(lines.map(([line]) => targets[line])).toEqual(expected);
  });

  it('has a reason', async () => {
    const contract = await plan(
      [['GET /orders/{id}', ref('Order')], ['POST /orders/{id}/pay'], ['GET /health', {}]],
      schemas,
    );
    expect([...contract.targets.values()].map(({ why }) => why)).toEqual([
      'the path ends in one of "orders"',
      'does something with one of "orders"',
      'it is only read',
    ]);
  });
});

describe('one thing at a place', () => {
  it.each<[string, readonly Line[], readonly string[], readonly string[]]>([
    [
      'is read and written',
      [
        ['GET /shops/{id}/settings', ref('Settings')],
        ['PUT /shops/{id}/settings', ref('Settings'), ref('Settings')],
        ['PATCH /shops/{id}/settings', ref('Settings'), ref('Settings')],
        ['DELETE /shops/{id}/settings'],
      ],
      ['shops: id <', 'settings singleton < shop_id(shops)'],
      ['read settings [0]', 'replace settings [0]', 'merge settings [0]', 'delete settings [0]'],
    ],
    [
      'may be written by POST',
      [
        ['GET /settings', ref('Settings')],
        ['POST /settings', ref('Settings'), ref('Settings')],
      ],
      ['settings singleton <'],
      ['read settings []', 'merge settings []'],
    ],
    [
      'may be made and taken away',
      [
        ['GET /shops/{id}/lock', ref('Settings')],
        ['POST /shops/{id}/lock', ref('Settings')],
        ['DELETE /shops/{id}/lock'],
      ],
      ['shops: id <', 'lock singleton < shop_id(shops)'],
      ['read lock [0]', 'create lock [0]', 'delete lock [0]'],
    ],
    [
      'is nothing known where it is only read',
      [['GET /shops/{id}/settings', ref('Settings')]],
      ['shops: id <'],
      ['improvised'],
    ],
  ])('%s', async (_, lines, collections, targets) => {
    const contract = await plan(lines, schemas);
    expect(collectionsOf(contract)).toEqual(collections);
    const found = targetsOf(contract);
    expect(lines.map(([line]) => found[line])).toEqual(targets);
  });
});

describe('links', () => {
  it.each<[string, readonly Line[], readonly string[], readonly string[]]>([
    [
      'are put and taken away without a word of the record',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /shops/{shop}/favourites', listOf('Order')],
        ['GET /shops/{shop}/favourites/{id}'],
        ['PUT /shops/{shop}/favourites/{id}'],
        ['DELETE /shops/{shop}/favourites/{id}'],
      ],
      ['orders: id <', 'shops: id <', 'favourites: id links of orders < shop(shops)'],
      [
        'read orders 0 []',
        'list favourites [0]',
        'read favourites 1 [0]',
        'link favourites 1 [0]',
        'delete favourites 1 [0]',
      ],
    ],
    [
      'are what is only taken away, where the records live elsewhere',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /shops/{shop}/favourites', listOf('Order')],
        ['DELETE /shops/{shop}/favourites/{id}'],
      ],
      ['orders: id <', 'shops: id <', 'favourites: id links of orders < shop(shops)'],
      ['read orders 0 []', 'list favourites [0]', 'delete favourites 1 [0]'],
    ],
    [
      'are only listed where nothing in the records names the parent',
      [
        ['GET /shops/{id}', ref('Shop')],
        ['GET /clerks/{clerk}/shops', listOf('Shop')],
        ['GET /clerks/{clerk}', objectOf('id')],
      ],
      ['shops: id <', 'clerks: id <', 'clerks.shops: id links of shops < clerk(clerks)'],
      ['read shops 0 []', 'list clerks.shops [0]', 'read clerks 0 []'],
    ],
    [
      'are none where records are made there',
      [
        ['GET /shops/{shop}/orders', listOf('Order')],
        ['POST /shops/{shop}/orders', ref('Order'), ref('Draft')],
        ['DELETE /shops/{shop}/orders/{id}'],
      ],
      ['shops: id <', 'orders: id < shop(shops)'],
      ['list orders [0]', 'create orders [0]', 'delete orders 1 [0]'],
    ],
  ])('%s', async (_, lines, collections, targets) => {
    const contract = await plan(lines, schemas);
    expect([...collectionsOf(contract)].toSorted()).toEqual([...collections].toSorted());
    const found = targetsOf(contract);
    expect(lines.map(([line]) => found[line])).toEqual(targets);
  });
});
