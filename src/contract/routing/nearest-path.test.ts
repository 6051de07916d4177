import { describe, expect, it } from 'vitest';

import { compileNearestPath } from './nearest-path.ts';
import { compilePaths } from './paths.ts';

function address(line: string, ...bases: readonly string[]) {
  const [method = '', path = ''] = line.split(' ');
  return { method, path, bases: bases.length === 0 ? [''] : bases };
}

const shop = compilePaths([
  address('GET /orders', '/api/v1'),
  address('POST /orders', '/api/v1'),
  address('GET /orders/{id}', '/api/v1'),
  address('GET /orders/{id}/items', '/api/v1'),
  address('GET /orders/{id}.json', '/api/v1'),
  address('GET /categories/{slug}/', ''),
  address('GET /{tenant}/{anything}', ''),
  address('GET /reset/{token}', ''),
  address('GET /rpc?Action=List', ''),
  address('GET /rpcs/{name=shelves/*}', ''),
]);

describe('the path that may have been meant', () => {
  it.each<[what: string, path: string, nearest: string | undefined]>([
    ['a typing error', '/ordres', '/orders'],
    ['a typing error below the base path', '/api/v1/ordres', '/api/v1/orders'],
    ['a typing error in front of a value', '/ordres/7', '/orders/{id}'],
    ['a typing error behind a value', '/orders/7/itms', '/orders/{id}/items'],
    ['two typing errors', '/oders/7/itms', '/orders/{id}/items'],
    ['a typing error with another ending', '/ordres/7.json', '/orders/{id}.json'],
    ['the singular', '/api/v1/order', '/api/v1/orders'],
    ['the plural of another kind', '/category/shoes/', '/categories/{slug}/'],
    ['another case', '/Orders/7/Items', '/orders/{id}/items'],
    ['a typing error and no slash at the end', '/categoris/shoes', '/categories/{slug}/'],
    ['a typing error and a slash at the end', '/api/v1/ordres/', '/api/v1/orders'],
    ['another version', '/api/v2/orders', '/api/v1/orders'],
    ['a base path that is doubled', '/api/v1/api/v1/orders', '/api/v1/orders'],
    ['a base path that is not there', '/rest/of/orders/7/items', '/orders/{id}/items'],
    ['half of the base path', '/v1/orders/7/items', '/orders/{id}/items'],
    ['a segment too many', '/api/v1/orders/7/items/all', '/api/v1/orders/{id}/items'],
    ['a doubled slash', '/api/v1//orders', '/api/v1/orders'],
    ['an escaped letter', '/api/v1/%6frdres', '/api/v1/orders'],
    ['a typing error before conditions', '/rcp', '/rpc'],
    ['a parameter of several segments', '/rpc/shelves/7', '/rpcs/{name=shelves/*}'],
    ['something else', '/payments/7/refunds', undefined],
    ['the root', '/', undefined],
    ['a file that browsers ask for', '/favicon.ico', undefined],
    ['no path', '*', undefined],
  ])('by %s: %s', (_, path, nearest) => {
    expect(shop.findNearest(path, 'GET')).toBe(nearest);
  });

  it('has the method, where another is as near', () => {
    const paths = compilePaths([address('POST /tasks'), address('GET /tacks')]);
    expect(paths.findNearest('/taks', 'GET')).toBe('/tacks');
    expect(paths.findNearest('/taks', 'POST')).toBe('/tasks');
  });

  it('never shows a value of the path', () => {
    expect(shop.findNearest('/rest/Zq7-secret', 'GET')).toBe('/reset/{token}');
  });

  it('is none of a contract without paths', () => {
    expect(compilePaths([]).findNearest('/orders', 'GET')).toBeUndefined();
  });
});

describe('the search for it', () => {
  const words = ['orders', 'items', 'users', 'groups', 'reports', 'places', 'notes', 'files'];
  const addresses = Array.from({ length: 3000 }, (_, at) => ({
    method: 'GET',
    template: `/${words[at % 8]}/{id}/${words[(at >> 3) % 8]}${at % 50}/{key}/${words[(at >> 6) % 8]}-${at}`,
  }));
  const find = compileNearestPath(addresses);

  it.each<[what: string, path: string]>([
    ['many segments', '/order'.repeat(2000)],
    ['as many as are compared', '/orders/x'.repeat(7)],
    ['a very long one', `/${'orders'.repeat(3000)}`],
    ['slashes alone', '/'.repeat(16_000)],
    ['escapes alone', `/${'%2F'.repeat(5000)}`],
    ['nearly all templates', '/orers/7/itms1/x/nots-1'],
  ])('ends soon among thousands of templates, for a path of %s', (_, path) => {
    find(path, 'GET');
    const start = performance.now();
    find(path, 'GET');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('finds the right one among thousands of templates', () => {
    expect(find('/order/7/items8/x/oders-8', 'GET')).toBe('/orders/{id}/items8/{key}/orders-8');
  });
});
