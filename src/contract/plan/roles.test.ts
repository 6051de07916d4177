import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Line } from './plan.test-kit.ts';
import { listOf, objectOf, plan, ref, targetsOf, wrap } from './plan.test-kit.ts';

const schemas: JsonObject = {
  Shop: objectOf('id', 'title'),
  Order: objectOf('id', 'shop_id', 'note'),
  Draft: objectOf('note'),
  Cart: wrap({ id: {}, note: {}, shops: listOf('Shop') }),
  Settings: objectOf('theme'),
  Problem: objectOf('title', 'detail'),
  Plan: objectOf('id', 'name', 'start', 'end'),
  PlanWithDays: objectOf('id', 'name', 'start', 'end', 'days'),
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
      'is no list where the array is a part of a record',
      [
        ['GET /me', wrap({ id: {}, orders: listOf('Order') })],
        ['GET /shops/{id}/tally', wrap({ n: {}, orders: listOf('Order') })],
      ],
      ['improvised', 'list tally [0]'],
    ],
    [
      'is no creation where nothing is sent to a place without items',
      [
        ['GET /tracks/{id}', ref('Order')],
        ['GET /player/queue', listOf('Order')],
        ['POST /player/queue'],
      ],
      ['read tracks 0 []', 'list tracks []', 'improvised'],
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
      'is a creation where the reply shows the record beside others',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders', wrap({ order: ref('Order'), actions: listOf('Shop') }), ref('Draft')],
      ],
      ['read orders 0 []', 'create orders []'],
    ],
    [
      'is a creation where the record holds an array of others',
      [
        ['GET /orders', wrap({ data: listOf('Order') })],
        ['GET /orders/{order_id}', wrap({ data: ref('Cart') })],
        ['POST /orders', wrap({ data: ref('Cart') }), ref('Draft')],
      ],
      ['list orders []', 'read orders 0 []', 'create orders []'],
    ],
    [
      'is a creation where the reply shows nothing, or all records',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders', { type: 'object' }, ref('Draft')],
        ['GET /shops', wrap({ data: listOf('Shop') })],
        ['DELETE /shops/{id}'],
        ['POST /shops', wrap({ data: listOf('Shop') }), ref('Shop')],
      ],
      [
        'read orders 0 []',
        'create orders []',
        'list shops []',
        'delete shops 0 []',
        'create shops []',
      ],
    ],
    [
      'is a creation where the reply shows the kind of record that is read, by another name',
      [
        ['GET /orders/{id}', wrap({ order: ref('Order'), errors: listOf('Problem') })],
        [
          'POST /orders',
          wrap({ new_order: ref('Order'), mappings: listOf('Shop') }),
          wrap({ idempotency_key: {}, order: ref('Order') }),
        ],
      ],
      ['read orders 0 []', 'create orders []'],
    ],
    [
      'is no creation where nothing comes back, and nothing that is sent is like a record',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders', { type: 'object' }, objectOf('order_ids', 'verdict')],
      ],
      ['read orders 0 []', 'improvised'],
    ],
    [
      'is no creation where the body wraps many',
      [
        ['GET /shops/{id}', ref('Shop')],
        ['POST /shops', wrap({ made: listOf('Shop') }), wrap({ shops: listOf('Shop') })],
      ],
      ['read shops 0 []', 'improvised'],
    ],
    [
      'is a merge where most of what a POST takes is what the item has',
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders/{id}', ref('Problem'), objectOf('note', 'shop_id', 'expand')],
        ['GET /shops/{id}', ref('Shop')],
        ['POST /shops/{id}', ref('Problem'), objectOf('title', 'reason')],
      ],
      ['read orders 0 []', 'merge orders 0 []', 'read shops 0 []', 'action shops 0 []'],
    ],
    [
      'is a list where a static child, or a search, answers with the items',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /orders/findByStatus', listOf('Order')],
        ['GET /search/orders', listOf('Order')],
      ],
      ['read orders 0 []', 'list orders []', 'list orders []'],
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
    [
      'belongs to the item where a place below shows it, alone or with more, and not another one',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /orders/{id}/edit', ref('Order')],
        ['GET /orders/{id}/next', ref('Order')],
        ['GET /plans/{id}', ref('Plan')],
        ['GET /plans/{id}/structure', ref('PlanWithDays')],
        ['GET /plans/{id}/previous', ref('PlanWithDays')],
        ['GET /plans/{id}/logs', objectOf('id', 'name', 'log')],
      ],
      [
        'read orders 0 []',
        'read orders 0 []',
        'improvised',
        'read plans 0 []',
        'read plans 0 []',
        'improvised',
        'improvised',
      ],
    ],
  ])('%s', async (_, lines, expected) => {
    const targets = targetsOf(await plan(lines, schemas));
    expect(lines.map(([line]) => targets[line])).toEqual(expected);
  });

  it('has a reason', async () => {
    const contract = await plan(
      [
        ['GET /orders/{id}', ref('Order')],
        ['POST /orders/{id}/pay'],
        ['GET /health', {}],
        ['PUT /orders', ref('Order'), ref('Order')],
      ],
      schemas,
    );
    expect([...contract.targets.values()].map(({ why }) => why)).toEqual([
      'the path ends in one of "orders"',
      'does something with one of "orders"',
      'it is only read',
      'the body says which of "orders" it means',
    ]);
  });
});
