import { describe, expect, it } from 'vitest';

import type { NamedOperation } from './nearest-operations.ts';
import { findNearestOperations } from './nearest-operations.ts';

function operation(id: string, path: string, bases: readonly string[] = ['']): NamedOperation {
  return { id, method: id.startsWith('make') ? 'POST' : 'GET', path, bases };
}

const operations: readonly NamedOperation[] = [
  operation('listShops', '/shops'),
  operation('makeShop', '/shops'),
  operation('getShop', '/shops/{shop}'),
  operation('listItems', '/shops/{shop}/items'),
  operation('getItem', '/shops/{shop}/items/{item}'),
  operation('getStatus', '/status/'),
  operation('getUser', '/users/{user}.json', ['/v2', '/v{version}']),
];

describe('the nearest operation', () => {
  it.each<[string, string, readonly string[]]>([
    ['GET /shop', 'listShops', ['segment 1 is "shops", not "shop"']],
    ['GET /Shops', 'listShops', ['segment 1 is "shops", not "Shops": upper and lower case count']],
    ['DELETE /shops/7', 'getShop', ['the method is GET, not DELETE']],
    ['PUT /shops', 'listShops', ['the method is GET, not PUT']],
    ['POST /shop', 'makeShop', ['segment 1 is "shops", not "shop"']],
    ['HEAD /shop', 'listShops', ['segment 1 is "shops", not "shop"']],
    ['GET /shops/', 'listShops', ['there is no slash at the end']],
    ['GET /status', 'getStatus', ['there is a slash at the end']],
    ['GET /shops/7/item', 'listItems', ['segment 3 is "items", not "item"']],
    ['GET /shops/7/items/9/x', 'getItem', ['there is no segment "x" at place 5']],
    ['GET /api/shops/7', 'getShop', ['there is no segment "api" at place 1']],
    ['GET /shops/7/9', 'getItem', ['the segment "items" is missing at place 3']],
    ['GET /v2/user/7.json', 'getUser', ['segment 2 is "users", not "user"']],
    ['GET /user/7.json', 'getUser', ['segment 1 is "users", not "user"']],
    ['GET /', 'listShops', ['the segment "shops" is missing at place 1']],
    ['GET /shops/7', 'getShop', []],
  ])('to %s is %s: %j', (line, id, differences) => {
    const [method = '', path = ''] = line.split(' ');
    const [first] = findNearestOperations({ method, path }, operations, 3);
    expect([first?.operation, first?.differences]).toEqual([id, differences]);
  });

  it('stands first of as many as are wanted', () => {
    const near = findNearestOperations({ method: 'GET', path: '/shop' }, operations, 3);
    expect(near.map((one) => one.operation)).toEqual(['listShops', 'makeShop', 'getShop']);
    expect(findNearestOperations({ method: 'GET', path: '/shop' }, [], 3)).toEqual([]);
  });

  it('is found among very many, for a path that is very long', () => {
    const many = Array.from({ length: 1200 }, (_, index) =>
      operation(`get${index}`, `/${`place-${index}/`.repeat(20)}{id}`),
    );
    const path = `/${'place-7/'.repeat(400)}${'x'.repeat(8000)}`;
    const [first] = findNearestOperations({ method: 'GET', path }, many, 1);
    expect(first?.operation).toBe('get7');
  });
});
