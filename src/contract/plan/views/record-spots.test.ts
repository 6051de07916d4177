import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import type { Line } from '../plan.test-kit.ts';
import { listOf, locationOf, objectOf, plan, ref, spotsOf, wrap } from '../plan.test-kit.ts';

const schemas: JsonObject = {
  Shop: objectOf('id', 'title'),
  Order: objectOf('id', 'shop_id', 'note'),
  Draft: objectOf('note'),
  Settings: objectOf('theme'),
  Page: wrap({ id: {}, title: {}, data: objectOf('text') }),
  Problem: objectOf('title', 'detail'),
};

describe('where the record stands', () => {
  it.each<[string, Line, readonly (string | undefined)[]]>([
    ['the body itself', ['GET /orders/{id}', ref('Order')], ['/', undefined]],
    ['by its name', ['GET /orders/{id}', wrap({ order: ref('Order') })], ['/order', undefined]],
    [
      'in what holds data',
      ['GET /orders/{id}', wrap({ data: ref('Order'), meta: objectOf('took'), ok: {} })],
      ['/data', undefined],
    ],
    [
      'in both',
      ['PUT /orders/{id}', wrap({ order: ref('Order') }), wrap({ order: ref('Draft') })],
      ['/order', '/order'],
    ],
    [
      'the request body itself, where records have a member of the name in which replies hold them',
      ['PUT /pages/{id}', wrap({ data: ref('Page') }), wrap({ title: {}, data: objectOf('text') })],
      ['/data', '/'],
    ],
    [
      'twice wrapped',
      ['GET /orders/{id}', wrap({ data: wrap({ order: ref('Order') }) })],
      ['/data/order', undefined],
    ],
    [
      'alternatives that are null, or something rarer',
      ['GET /orders/{id}', { anyOf: [ref('Order'), ref('Problem')] }],
      ['/', undefined],
    ],
    [
      'what the record itself has of objects is no wrapper',
      ['GET /orders/{id}', wrap({ id: {}, customer: ref('Shop') })],
      ['/', undefined],
    ],
    [
      'nor is what says who and when',
      ['GET /orders/{id}', wrap({ metadata: objectOf('name'), spec: ref('Draft') })],
      ['/', undefined],
    ],
    [
      'a deletion that shows nothing',
      ['DELETE /orders/{id}', ref('Settings')],
      [undefined, undefined],
    ],
  ])('%s', async (_, line, expected) => {
    expect(spotsOf(await plan([line], schemas), line[0])).toEqual(expected);
  });

  it('of a list is that with the name of the path, of several in the object that holds data', async () => {
    const reply = wrap({ data: wrap({ shops: listOf('Shop'), orders: listOf('Order') }) });
    const contract = await plan([['GET /orders', reply]], schemas);
    expect(spotsOf(contract, 'GET /orders')).toEqual(['/data/orders', undefined]);
  });

  it('of a list is that of one record', async () => {
    const contract = await plan([['GET /orders', wrap({ orders: listOf('Order') })]], schemas);
    expect(spotsOf(contract, 'GET /orders')).toEqual(['/orders', undefined]);
  });
});

describe('where a new record can be read', () => {
  it.each<[string, readonly Line[], string | undefined]>([
    [
      'here',
      [
        ['POST /orders', ref('Order')],
        ['GET /orders/{id}', ref('Order')],
      ],
      '/orders/<key>',
    ],
    [
      'with the slash and the ending that the path has',
      [
        ['POST /v1/shops/{s}/orders/', ref('Order')],
        ['GET /v1/shops/{s}/orders/{id}/', ref('Order')],
      ],
      '/v1/shops/<0>/orders/<key>/',
    ],
    [
      'where it is read elsewhere',
      [
        ['POST /shops/{s}/orders', ref('Order')],
        ['GET /shops/{s}/orders', listOf('Order')],
        ['GET /orders/{id}.json', ref('Order')],
      ],
      '/orders/<key>.json',
    ],
    [
      'nowhere',
      [
        ['POST /orders', ref('Order')],
        ['GET /orders', listOf('Order')],
      ],
      undefined,
    ],
  ])('%s', async (_, lines, expected) => {
    expect(locationOf(await plan(lines, schemas), lines[0]?.[0] ?? '')).toBe(expected);
  });
});
