import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import { flag, integer, planOf, query, text } from './list-plan.test-kit.ts';

describe('a query parameter', () => {
  const day = { type: 'string', format: 'date-time' };
  const directions = { type: 'string', enum: ['asc', 'desc'] };
  const page = { type: 'object', properties: { size: integer, number: integer, after: text } };
  it.each<[string, readonly JsonObject[], JsonObject]>([
    ['a limit', [query('per_page', integer)], { per_page: { kind: 'limit' } }],
    ['a limit, camel', [query('pageSize', integer)], { pageSize: { kind: 'limit' } }],
    ['a limit, OData', [query('$top', integer)], { $top: { kind: 'limit' } }],
    ['a limit, weakly', [query('count', integer)], { count: { kind: 'limit' } }],
    [
      'a limit that takes digits',
      [query('rows', { ...text, pattern: '\\d+' })],
      { rows: { kind: 'limit' } },
    ],
    ['a count that is no number', [query('count', flag)], {}],
    [
      'a filter, with a limit',
      [query('size', integer), query('limit', integer)],
      { limit: { kind: 'limit' }, size: { kind: 'filter', steps: ['size'] } },
    ],
    ['an offset', [query('startAt', integer)], { startAt: { kind: 'offset', first: 0 } }],
    [
      'an offset from 1',
      [query('startIndex', { ...integer, minimum: 1 })],
      { startIndex: { kind: 'offset', first: 1 } },
    ],
    [
      'an offset that counts pages, told',
      [query('offset', { type: 'integer', default: 1 }, 'Page number inside the collection.')],
      { offset: { kind: 'page', first: 1 } },
    ],
    ['an offset that is a text', [query('offset')], { offset: { kind: 'offset', first: 0 } }],
    [
      'an offset that is a cursor, told',
      [query('offset', text, 'The token of the next page.')],
      { offset: { kind: 'after' } },
    ],
    ['a page', [query('page', integer)], { page: { kind: 'page', first: 1 } }],
    [
      'a page from 0',
      [query('page', { ...integer, default: 0 })],
      { page: { kind: 'page', first: 0 } },
    ],
    [
      'a page from 0, told',
      [query('page', integer, 'Zero-based page index.')],
      { page: { kind: 'page', first: 0 } },
    ],
    [
      'a page that is a cursor',
      [query('page', text, 'A cursor for the next page.')],
      { page: { kind: 'after' } },
    ],
    ['a cursor', [query('cursor')], { cursor: { kind: 'after' } }],
    [
      'a cursor that is a number',
      [query('cursor', integer)],
      { cursor: { kind: 'offset', first: 0 } },
    ],
    [
      'a key',
      [query('starting_after'), query('ending_before')],
      {
        starting_after: { kind: 'after', isKey: true },
        ending_before: { kind: 'before', isKey: true },
      },
    ],
    [
      'a key, told',
      [query('after', text, 'The ID of a ship.')],
      { after: { kind: 'after', isKey: true } },
    ],
    [
      'a time',
      [query('before', day), query('from', text), query('after', integer, 'Unix time in seconds')],
      { before: { kind: 'filter', steps: ['createdAt'], compare: 'lt' } },
    ],
    [
      'a period',
      [query('from', day), query('end_date', day), query('min_kind', integer), query('to')],
      {
        from: { kind: 'filter', steps: ['createdAt'], compare: 'gte' },
        end_date: { kind: 'filter', steps: ['createdAt'], compare: 'lte' },
        min_kind: { kind: 'filter', steps: ['kind'], compare: 'gte' },
      },
    ],
    [
      'a part of a text',
      [query('tag', text, 'Those whose tag contains this.'), query('first_name__startswith')],
      {
        tag: { kind: 'filter', steps: ['tag'], compare: 'contains' },
        first_name__startswith: { kind: 'filter', steps: ['first_name'], compare: 'starts' },
      },
    ],
    [
      'a bound by its description',
      [query('size', integer, 'The minimum size.'), query('createdAt', day, 'Only before it.')],
      {
        size: { kind: 'filter', steps: ['size'], compare: 'gte' },
        createdAt: { kind: 'filter', steps: ['createdAt'], compare: 'lte' },
      },
    ],
    [
      'one of a list, also deeper',
      [query('label'), query('crew_name'), query('email_by_crew')],
      {
        label: { kind: 'filter', steps: ['labels'] },
        crew_name: { kind: 'filter', steps: ['crew', 'name'] },
      },
    ],
    [
      'a flag',
      [query('open', flag), query('is_sunk', flag), query('size_ne', integer)],
      {
        open: { kind: 'filter', steps: ['is_open'] },
        is_sunk: { kind: 'filter', steps: ['sunk_at'], compare: 'present' },
        size_ne: { kind: 'filter', steps: ['size'], compare: 'not' },
      },
    ],
    [
      'a key by a name',
      [
        query('harbour', integer),
        query('captain', { type: 'string', pattern: '\\d+' }),
        query('port'),
      ],
      {
        harbour: { kind: 'filter', steps: ['harbour_id'] },
        captain: { kind: 'filter', steps: ['captainId'] },
      },
    ],
    [
      'an amount',
      [query('max_price', integer), query('price[gte]', integer)],
      {
        max_price: { kind: 'filter', steps: ['price', 'amount'], compare: 'lte' },
        'price[gte]': { kind: 'filter', steps: ['price', 'amount'], compare: 'gte' },
      },
    ],
    [
      'a search by its description',
      [query('s', text, 'Search in all ships.')],
      { s: { kind: 'search' } },
    ],
    [
      'a search, whatever it is called',
      [query('filter', text, 'Searches across a range of columns.')],
      { filter: { kind: 'search' } },
    ],
    [
      'a search in columns',
      [query('filter', text, 'Filters ships on columns - name, crew.name')],
      { filter: { kind: 'search' } },
    ],
    [
      'a free text',
      [query('pattern', text, 'Free-text match on names.')],
      { pattern: { kind: 'search' } },
    ],
    [
      'no search of its own',
      [query('mode', text, 'What to search for.'), query('field', text, 'Where you search.')],
      {},
    ],
    [
      'a search in one member',
      [query('tag', text, 'Search by tag.')],
      { tag: { kind: 'filter', steps: ['tag'], compare: 'contains' } },
    ],
    [
      'a filter with its comparison',
      [query('q[first_name_cont]'), query('q[state_eq]'), query('size_in'), query('kind[eq]')],
      {
        'q[first_name_cont]': { kind: 'filter', steps: ['first_name'], compare: 'contains' },
        'q[state_eq]': { kind: 'filter', steps: ['state'], isOfSeveral: true },
        size_in: { kind: 'filter', steps: ['size'], isOfSeveral: true },
        'kind[eq]': { kind: 'filter', steps: ['kind'] },
      },
    ],
    [
      'a bound with a sign',
      [query('createdAt>', day), query('createdAt<', day)],
      {
        'createdAt>': { kind: 'filter', steps: ['createdAt'], compare: 'gte' },
        'createdAt<': { kind: 'filter', steps: ['createdAt'], compare: 'lte' },
      },
    ],
    ['cities', [query('from'), query('to')], {}],
    ['a number of updates', [query('since', integer)], { since: { kind: 'after', isKey: true } }],
    [
      'a time of updates',
      [query('since', day, 'Only those updated since.')],
      { since: { kind: 'filter', steps: ['updated_at'], compare: 'gte' } },
    ],
    [
      'an order and a direction',
      [query('sort_by'), query('order', directions)],
      { sort_by: { kind: 'sort' }, order: { kind: 'order' } },
    ],
    ['an order', [query('order')], { order: { kind: 'sort' } }],
    [
      'an order and a direction by its description',
      [
        query('sort_by', text, 'The field to sort by.'),
        query('order_by', text, 'Possible values to order by are `asc` or `desc`.'),
      ],
      { sort_by: { kind: 'sort' }, order_by: { kind: 'order' } },
    ],
    [
      'an order with its direction',
      [query('order_by', text, 'A field, and `:asc` or `:desc` behind it.')],
      { order_by: { kind: 'sort' } },
    ],
    ['a direction', [query('sort', directions)], { sort: { kind: 'order' } }],
    [
      'a search',
      [query('q'), query('filter[search]')],
      { q: { kind: 'search' }, 'filter[search]': { kind: 'search' } },
    ],
    [
      'a filter',
      [query('state'), query('firstName'), query('filter[project]')],
      {
        state: { kind: 'filter', steps: ['state'], isOfSeveral: true },
        firstName: { kind: 'filter', steps: ['first_name'] },
        'filter[project]': { kind: 'filter', steps: ['project'] },
      },
    ],
    [
      'a filter by what stands deeper',
      [query('owner_id'), query('project_id')],
      {
        owner_id: { kind: 'filter', steps: ['owner', 'id'] },
        project_id: { kind: 'filter', steps: ['project'] },
      },
    ],
    [
      'a filter by several',
      [query('ids'), query('tags', { type: 'array', items: text })],
      { ids: { kind: 'filter', steps: ['id'] }, tags: { kind: 'filter', steps: ['tag'] } },
    ],
    [
      'a filter that may be off',
      [query('state', { type: 'string', enum: ['open', 'all'] })],
      { state: { kind: 'filter', steps: ['state'], everything: ['all'] } },
    ],
    [
      'a filter that is off',
      [query('tag', { type: 'string', default: 'none' })],
      { tag: { kind: 'filter', steps: ['tag'], everything: ['none'] } },
    ],
    [
      'a bound',
      [query('size[gte]', integer), query('created_before', day)],
      {
        'size[gte]': { kind: 'filter', steps: ['size'], compare: 'gte' },
        created_before: { kind: 'filter', steps: ['createdAt'], compare: 'lt' },
      },
    ],
    ['a choice of another kind', [query('kind', { type: 'string', enum: ['live', 'past'] })], {}],
    ['something else', [query('fields'), query('expand'), query('include')], {}],
    [
      'an object',
      [{ ...query('page', page), style: 'deepObject' }],
      {
        'page[size]': { kind: 'limit' },
        'page[number]': { kind: 'page', first: 1 },
        'page[after]': { kind: 'after' },
      },
    ],
  ])('is %s', async (_, parameters, expected) => {
    const { queries } = await planOf({ parameters });
    expect(Object.fromEntries(queries)).toEqual(expected);
  });
});

describe('an expression', () => {
  const texts = { type: 'array', items: text };
  it.each<[string, JsonObject, JsonObject | undefined]>([
    ['filter', query('filter'), {}],
    ['queryFilter', query('queryFilter', { type: ['string', 'null'] }), {}],
    ['query', query('query', text, 'Query ships with an SQL expression.'), {}],
    [
      'query[]',
      query('query[]', texts, 'Filter conditions in the form `<field><condition><value>`.'),
      { isWhole: true },
    ],
    ['conditions', query('conditions', text, 'Which conditions apply.'), undefined],
  ])('is %s of %j', async (name, parameter, expected) => {
    const meaning = (await planOf({ parameters: [parameter] })).queries.get(name);
    const told = { kind: 'expression', names: expect.any(Map), listName: 'ships', ...expected };
    expect(meaning).toEqual(expected && told);
  });
});
