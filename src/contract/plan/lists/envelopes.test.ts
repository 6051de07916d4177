import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import type { Declared } from './list-plan.test-kit.ts';
import { flag, integer, planOf, query, text } from './list-plan.test-kit.ts';

describe('what stands around the records', () => {
  const uri = { type: 'string', format: 'uri' };
  function inside(...names: readonly string[]): (properties: JsonObject) => JsonObject {
    return (properties) =>
      names.reduceRight<JsonObject>(
        (below, name) => ({ [name]: { type: 'object', properties: below } }),
        properties,
      );
  }
  const paged = { parameters: [query('page', integer)] };
  const cursored = { parameters: [query('cursor')] };
  const byOffset = { parameters: [query('offset', integer)] };
  it.each<[string, JsonObject, JsonObject, Declared?]>([
    [
      'totals',
      inside('meta', 'pagination')({ total: integer, total_pages: integer, per_page: integer }),
      {
        'meta.pagination.total': 'total',
        'meta.pagination.total_pages': 'pages',
        'meta.pagination.per_page': 'limit',
      },
    ],
    [
      'numbers in texts',
      inside('meta')({ count: text, current_page: text, pages: text, last_page: text }),
      {
        'meta.count': 'total',
        'meta.current_page': 'page',
        'meta.pages': 'pages',
      },
      paged,
    ],
    ['a count of all', { count: integer }, { count: 'total' }],
    ['a count of the page', { count: integer, total: integer }, { count: 'count', total: 'total' }],
    [
      'what is on this page, and what is left',
      inside('pagination')({
        totalItems: integer,
        itemsInCurrentPage: integer,
        remainingItems: integer,
      }),
      {
        'pagination.totalItems': 'total',
        'pagination.itemsInCurrentPage': 'count',
        'pagination.remainingItems': 'remaining',
      },
    ],
    [
      'what was returned',
      { total: integer, returnedItems: integer },
      { total: 'total', returnedItems: 'count' },
    ],
    [
      'what Spring says',
      inside('page')({
        size: integer,
        totalElements: integer,
        totalPages: integer,
        number: integer,
      }),
      {
        'page.size': 'limit',
        'page.totalElements': 'total',
        'page.totalPages': 'pages',
        'page.number': 'page',
      },
    ],
    [
      'flags',
      { has_more: flag, hasPrev: flag, last: flag, first: flag, empty: flag, ok: flag },
      {
        has_more: 'has-more',
        hasPrev: 'has-previous',
        last: 'is-last',
        first: 'is-first',
        empty: 'is-empty',
      },
    ],
    [
      'cursors',
      { next_page_token: text, ...inside('response_metadata')({ next_cursor: text }) },
      { next_page_token: 'next-cursor', 'response_metadata.next_cursor': 'next-cursor' },
    ],
    [
      'deep cursors',
      inside('paging', 'cursors')({ before: text, after: text }),
      { 'paging.cursors.before': 'previous-cursor', 'paging.cursors.after': 'next-cursor' },
    ],
    [
      'what leads on',
      inside('paging', 'next')({ after: text, link: text }),
      { 'paging.next.after': 'next-cursor', 'paging.next.link': 'next-link' },
    ],
    [
      'the continuation of a list',
      inside('metadata')({ continue: text, remainingItemCount: integer }),
      { 'metadata.continue': 'next-cursor' },
    ],
    [
      'links',
      inside('links', 'pages')({ next: text, prev: text, first: text, last: text }),
      {
        'links.pages.next': 'next-link',
        'links.pages.prev': 'previous-link',
        'links.pages.first': 'first-link',
        'links.pages.last': 'last-link',
      },
    ],
    [
      'links that are objects',
      inside('_links')({
        self: { type: 'object', properties: { href: text } },
        next: { type: 'object', properties: { href: text, type: text } },
      }),
      { '_links.self.href': 'self-link', '_links.next.href': 'next-link' },
    ],
    [
      'links by their format',
      { next: uri, previous: uri, '@odata.nextLink': text },
      { next: 'next-link', previous: 'previous-link', '@odata.nextLink': 'next-link' },
    ],
    ['its own address', { url: text }, { url: 'self-link' }],
    [
      'a next that is a page',
      { next: integer, prev: integer },
      { next: 'next-page', prev: 'previous-page' },
      paged,
    ],
    ['a next that is a record', { next: integer }, { next: 'next-offset' }, byOffset],
    ['a next that is a cursor', { next: text }, { next: 'next-cursor' }, cursored],
    ['a next that is a link', { next: text }, { next: 'next-link' }, paged],
    [
      'the first and the last',
      { first_id: text, last_id: text },
      { first_id: 'first-key', last_id: 'last-key' },
    ],
    [
      'numbers of records',
      inside('meta')({ from: integer, to: integer, current_page: integer, last_page: integer }),
      {
        'meta.from': 'first-number',
        'meta.to': 'last-number',
        'meta.current_page': 'page',
        'meta.last_page': 'last-page',
      },
    ],
    ['a total that is a text', { totalElements: text }, { totalElements: 'total' }],
    [
      'nothing of another kind',
      { total_price: integer, sum: integer, next_sync_token: text, name: text },
      {},
    ],
    [
      'nothing in what isn’t about the list',
      inside('filter')({ page: integer, total: integer }),
      {},
    ],
  ])('is %s', async (_, around, expected, more = {}) => {
    const { members } = await planOf({ ...more, around });
    const meanings = members.map(({ steps, meaning }) => [steps.join('.'), meaning]);
    expect(Object.fromEntries(meanings)).toEqual(expected);
  });

  it('is what the headers say of them, too', async () => {
    const names = [
      'Link',
      'X-Total-Count',
      'X-Total-Pages',
      'X-Per-Page',
      'X-Next-Page',
      'X-Pages',
    ];
    const others = ['X-RateLimit-Limit', 'X-Request-Id', 'ETag'];
    const headers = [...names, ...others].map((name) => [name, { schema: text }]);
    const plan = await planOf({ headers: Object.fromEntries(headers) });
    expect(plan.headers?.map(({ name, meaning }) => `${name}: ${meaning}`)).toEqual([
      'Link: links',
      'X-Total-Count: total',
      'X-Total-Pages: pages',
      'X-Per-Page: limit',
      'X-Next-Page: next-page',
      'X-Pages: pages',
    ]);
  });
});
