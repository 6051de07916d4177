import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Line } from './plan.test-kit.ts';
import { collectionsOf, listOf, objectOf, plan, ref, targetsOf, wrap } from './plan.test-kit.ts';

const schemas: JsonObject = {
  Shop: objectOf('id', 'title'),
  Order: objectOf('id', 'shop_id', 'note'),
  OrderSummary: objectOf('id', 'note'),
  Comment: objectOf('id', 'text'),
  Label: objectOf('name', 'color'),
  Work: objectOf('id', 'name', 'hall_id', 'title'),
  Watch: objectOf('kind', 'text'),
};

async function check(
  lines: readonly Line[],
  collections: readonly string[],
  targets: readonly string[],
): Promise<void> {
  const contract = await plan(lines, schemas);
  expect([...collectionsOf(contract)].toSorted()).toEqual([...collections].toSorted());
  const found = targetsOf(contract);
  expect(lines.map(([line]) => found[line])).toEqual(targets);
}

describe('places that show the same component', () => {
  it.each<[string, readonly Line[], readonly string[], readonly string[]]>([
    [
      'under a parent and without are one collection',
      [
        ['GET /shops/{shop_id}/orders', listOf('Order')],
        ['POST /shops/{shop_id}/orders', ref('Order'), ref('Order')],
        ['GET /orders/{id}', ref('Order')],
        ['DELETE /shops/{pk}/orders/{order}'],
      ],
      ['shops: id <', 'orders: id < shop_id(shops)?'],
      ['list orders [0]', 'create orders [0]', 'read orders 0 [-]', 'delete orders 1 [0]'],
    ],
    [
      'are one where a static segment stands between',
      [
        ['GET /repos/{owner}/{repo}', objectOf('name')],
        ['GET /repos/{owner}/{repo}/issues/{n}/comments', listOf('Comment')],
        ['POST /repos/{owner}/{repo}/issues/{n}/comments', ref('Comment'), objectOf('text')],
        ['GET /repos/{owner}/{repo}/issues/comments/{id}', ref('Comment')],
        ['GET /repos/{owner}/{repo}/issues/comments', listOf('Comment')],
      ],
      [
        'repos: name < owner(?)',
        'issues: n < owner(?) repo(repos)',
        'comments: id < owner(?) repo(repos) n(issues)?',
      ],
      [
        'read repos 1 [0]',
        'list comments [0 1 2]',
        'create comments [0 1 2]',
        'read comments 2 [0 1 -]',
        'list comments [0 1 -]',
      ],
    ],
    [
      'are one where the record names the parent',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /shops/{id}', ref('Shop')],
        ['GET /shops/{id}/orders', listOf('Order')],
      ],
      ['shops: id <', 'orders: id < shop_id(shops)?'],
      ['read orders 0 [-]', 'read shops 0 []', 'list orders [0]'],
    ],
    [
      'are one through envelopes, nulls and wrappers',
      [
        ['GET /shops/{shop}/orders/{id}', wrap({ order: ref('Order') })],
        ['GET /orders/{id}', wrap({ data: { oneOf: [ref('Order'), { type: 'null' }] } })],
        ['GET /clerks/{clerk}/orders/{id}', { allOf: [ref('Order')] }],
      ],
      ['shops: id <', 'clerks: clerk <', 'orders: id < clerk(clerks)? shop(shops)?'],
      ['read orders 1 [- 0]', 'read orders 0 [- -]', 'read orders 1 [0 -]'],
    ],
    [
      'are two where their keys are names, which only hold among siblings',
      [
        ['GET /shops/{shop}/labels/{name}', ref('Label')],
        ['GET /clerks/{clerk}/labels/{name}', ref('Label')],
      ],
      [
        'shops: id <',
        'clerks: clerk <',
        'shops.labels: name < shop(shops)',
        'clerks.labels: name < clerk(clerks)',
      ],
      ['read shops.labels 1 [0]', 'read clerks.labels 1 [0]'],
    ],
    [
      'are two where one holds the parts or versions of the other',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /orders/{id}/revisions/{revision_id}', ref('Order')],
      ],
      ['orders: id <', 'revisions: id < order_id(orders)'],
      ['read orders 0 []', 'read revisions 1 [0]'],
    ],
    [
      'are two where they stand side by side',
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /deleted-orders/{id}', ref('Order')],
      ],
      ['orders: id <', 'deleted-orders: id <'],
      ['read orders 0 []', 'read deleted-orders 0 []'],
    ],
    [
      'are two where nothing in it is a key',
      [
        ['GET /shops/{shop}/watch/{at}', ref('Watch')],
        ['GET /clerks/{clerk}/watch/{at}', ref('Watch')],
      ],
      [
        'shops: id <',
        'clerks: clerk <',
        'shops.watch: at < shop(shops)',
        'clerks.watch: at < clerk(clerks)',
      ],
      ['read shops.watch 1 [0]', 'read clerks.watch 1 [0]'],
    ],
    [
      'may contain what it is a part of',
      [
        ['GET /folders/{id}', ref('Shop')],
        ['GET /folders/{id}/folders/{child_id}', ref('Shop')],
      ],
      ['folders: id < folder_id(folders)?'],
      ['read folders 0 [-]', 'read folders 1 [0]'],
    ],
  ])('%s', async (_, lines, collections, targets) => {
    await check(lines, collections, targets);
  });

  it('are one also where a list shows less of each record', async () => {
    await check(
      [
        ['GET /orders/{id}', ref('Order')],
        ['GET /orders', listOf('OrderSummary')],
        ['GET /shops/{shop}/orders', listOf('OrderSummary')],
      ],
      ['orders: id <', 'shops: id <', 'shops.orders: id links of orders < shop(shops)'],
      ['read orders 0 []', 'list orders []', 'list shops.orders [0]'],
    );
  });

  it('are meant where something is only done with an item', async () => {
    await check(
      [['GET /shops/{id}', ref('Shop')], ['POST /test/shops/{shop}/close']],
      ['shops: id <'],
      ['read shops 0 []', 'action shops 0 []'],
    );
  });
});

describe('a component that many unlike places show', () => {
  const stages: readonly Line[] = [
    ['GET /operas/{opera_id}', ref('Work')],
    ['GET /ballets/{name}', ref('Work')],
    ['GET /halls/{hall_id}', ref('Work')],
    ['GET /premieres', listOf('Work')],
  ];

  it('is owned by the place that has its name', async () => {
    await check(
      [
        ...stages,
        ['GET /guests/{guest_id}/works/{work_id}', ref('Work')],
        ['GET /works', listOf('Work')],
      ],
      [
        'operas: id <',
        'ballets: name <',
        'halls: id <',
        'guests: id <',
        'works: id < guest_id(guests)?',
        'premieres: id links of works <',
      ],
      [
        'read operas 0 []',
        'read ballets 0 []',
        'read halls 0 []',
        'list premieres []',
        'read works 1 [0]',
        'list works [-]',
      ],
    );
  });

  it('is no record of the first place where none has its name', async () => {
    await check(
      [...stages, ['GET /shows/{id}', ref('Work')]],
      ['operas: id <', 'ballets: name <', 'halls: id <', 'shows: id <'],
      ['read operas 0 []', 'read ballets 0 []', 'read halls 0 []', 'improvised', 'read shows 0 []'],
    );
  });
});

describe('the name of a collection', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['is the last segment', ['/api/v1/shops/{a}'], ['shops']],
    [
      'has the segment before in front where another has fewer parents',
      ['/gists/{g}/comments/{c}', '/comments/{c}'],
      ['gists', 'gists.comments', 'comments'],
    ],
    [
      'has it in all where none is the simplest',
      ['/as/{a}/cs/{c}', '/bs/{b}/cs/{c}'],
      ['as', 'as.cs', 'bs', 'bs.cs'],
    ],
    [
      'has as much in front as it takes',
      ['/as/{a}/xs/{x}/cs/{c}', '/bs/{b}/xs/{x}/cs/{c}'],
      ['as', 'as.xs', 'as.xs.cs', 'bs', 'bs.xs', 'bs.xs.cs'],
    ],
    [
      'has the version in front where that is all that tells them apart',
      ['/v1/as/{a}', '/v2/as/{a}'],
      ['as', 'v2.as'],
    ],
    [
      'is counted where nothing else helps',
      ['/as/cs/{c}', '/as/{a}/cs/{c}', '/cs/{c}'],
      ['as', 'as.cs', 'as.cs-2', 'cs'],
    ],
  ])('%s', async (_, paths, expected) => {
    const contract = await plan(paths.map((path): Line => [`GET ${path}`]));
    expect(contract.collections.map(({ name }) => name).toSorted()).toEqual(
      [...expected].toSorted(),
    );
  });
});

describe('the key of a record', () => {
  const text = { type: 'string' };
  it.each<[string, string, JsonObject, readonly string[]]>([
    ['another case', '/orders/{OrderSid}', { sid: text, id: text }, ['sid']],
    ['a dashed name', '/orders/{order-id}', { id: text }, ['id']],
    ['a name that tells nothing', '/orders/{pk}', { slug: text, uuid: text }, ['uuid']],
    ['an underscore in front', '/orders/{orderId}', { _id: text, name: text }, ['_id']],
    [
      'what fits the parameter',
      '/orders/{order}',
      { id: { type: 'integer' }, slug: text },
      ['slug'],
    ],
    ['the number where no text fits', '/orders/{order}', { id: { type: 'integer' } }, ['id']],
    ['another word for it', '/accounts/{username}', { id: text, login: text }, ['login']],
    ['the whole name of a thing', '/promo_codes/{promo_code}', { id: text, code: text }, ['id']],
    [
      'what is deeper',
      '/orders/{name}',
      { metadata: { type: 'object', properties: { name: text } }, spec: {} },
      ['metadata', 'name'],
    ],
    ['a user id', '/orders/{order}', { uid: text, name: text }, ['uid']],
    [
      'an id that is a number',
      '/orders/{order_id}',
      { id: { type: 'integer' }, name: text },
      ['id'],
    ],
    ['no member, but by what the parameter says', '/videos/{video_id}', { title: text }, ['id']],
    ['no object', '/orders/{id}', { id: { type: 'object' }, slug: text }, ['slug']],
  ])('is found by %s', async (_, path, properties, key) => {
    const contract = await plan([[`GET ${path}`, { type: 'object', properties }]]);
    expect(contract.collections[0]?.key).toEqual(key);
  });

  it('is no text where the path has a number', async () => {
    const parameters = [
      { name: 'order_id', in: 'path', required: true, schema: { type: 'number' } },
    ];
    const contract = await plan([
      ['GET /orders/{order_id}', objectOf('name'), undefined, { parameters }],
    ]);
    expect(contract.collections[0]?.key).toEqual(['id']);
  });

  it('is the one that a service calls by its own name, whatever the path calls it', async () => {
    const contract = await plan([
      ['GET /boats/{acme_id}', objectOf('acme_id', 'name')],
      ['GET /crews/{acme_id}', objectOf('acme_id', 'name')],
      ['GET /trips/{trip_id}', objectOf('acme_id', 'name')],
    ]);
    expect(contract.collections.map(({ key }) => key)).toEqual([
      ['acme_id'],
      ['acme_id'],
      ['acme_id'],
    ]);
  });
});
