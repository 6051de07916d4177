import { describe, expect, it } from 'vitest';

import {
  askQuery,
  nextSort,
  readParents,
  readQuestion,
  tableQuery,
  writeFilters,
  writeParents,
} from './question.ts';

describe('the address of a table', () => {
  it.each([
    ['status:is:paid', { member: 'status', operator: 'is', value: 'paid' }],
    ['url:has:http://a', { member: 'url', operator: 'has', value: 'http://a' }],
    ['note:is:', { member: 'note', operator: 'is', value: '' }],
    ['address.city:empty', { member: 'address.city', operator: 'empty', value: '' }],
    ['a:b:is:c:is:d', { member: 'a:b', operator: 'is', value: 'c:is:d' }],
    ['text:has:line\nbreak', { member: 'text', operator: 'has', value: 'line\nbreak' }],
  ])('holds the filter %s', (filter, read) => {
    expect(readQuestion({ filter }).filters).toEqual([read]);
  });

  it.each(['', 'status', 'status:like:paid', ':is:paid'])(
    'leaves out the filter “%s”',
    (filter) => {
      expect(readQuestion({ filter }).filters).toEqual([]);
    },
  );

  it('holds several filters in their order, two of one member among them', () => {
    const filters = Array.from({ length: 11 }, (_, at) => ({
      member: 'total',
      operator: 'above' as const,
      value: String(at),
    }));
    const query = writeFilters(filters);
    expect(Object.keys(query).slice(0, 2)).toEqual(['filter', 'filter2']);
    expect(readQuestion(query).filters).toEqual(filters);
  });

  it('empties the members of filters that are gone', () => {
    expect(writeFilters([], { filter: 'a:set', filter2: 'b:set', search: 'c' })).toEqual({
      filter: '',
      filter2: '',
    });
  });

  it('is kept while a record is opened, and the rest is not', () => {
    const query = { search: 'a', sort: '-b', filter2: 'c:set', 'parent.d': '1', world: 'w' };
    expect(tableQuery(query)).toEqual({ search: 'a', sort: '-b', filter2: 'c:set' });
  });

  it('names the parents of a record', () => {
    expect(readParents({ ...writeParents({ order_id: '7', 'a.b': 'x' }), search: 'y' })).toEqual({
      order_id: '7',
      'a.b': 'x',
    });
  });
});

describe('the question to the server', () => {
  it('is empty where nothing is chosen', () => {
    expect(askQuery(readQuestion({}))).toEqual({});
  });

  it('names all that is chosen', () => {
    const query = { search: 'a', sort: '-b', filter: 'c:is:1', filter2: 'd:set', made_up: 'false' };
    expect(askQuery(readQuestion(query))).toEqual({
      search: 'a',
      sort: '-b',
      filter: ['c:is:1', 'd:set'],
      made_up: false,
    });
  });

  it.each([
    ['', 'name', 'name'],
    ['name', 'name', '-name'],
    ['-name', 'name', ''],
    ['-name', 'id', 'id'],
  ])('sorted by “%s”, a click on %s sorts by “%s”', (sort, member, next) => {
    expect(nextSort(sort, member)).toBe(next);
  });
});
