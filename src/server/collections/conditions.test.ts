import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { compileSearch, readFilters } from './conditions.ts';

const record: JsonObject = {
  id: 7,
  title: 'Green tea: the best',
  price: '12.50',
  made_at: '2030-01-01T09:00:00+02:00',
  tags: ['hot', 'Leaf'],
  maker: { name: 'Ann', phones: [] },
  is_open: true,
  note: null,
  size: 0,
  text: '',
};

function fits(text: string): boolean {
  return readFilters([text]).every(({ compile }) => compile((member) => member.split('.'))(record));
}

describe('a filter', () => {
  it.each([
    'id:is:7',
    'id:is:7.0',
    'title:is:Green tea: the best',
    'tags:is:hot',
    'is_open:is:true',
    'note:is:null',
    'maker.name:is:Ann',
    'id:not:8',
    'gone:not:8',
    'tags:not:cold',
    'title:has:TEA: THE',
    'tags:has:leaf',
    'maker:has:ann',
    'title:has:.* the'.replace('.*', 'tea:'),
    'price:above:9',
    'price:below:100',
    'id:above:6.5',
    'made_at:above:2030-01-01T06:59:59Z',
    'made_at:below:2030-01-02',
    'note:empty',
    'gone:empty',
    'text:empty',
    'maker.phones:empty',
    'size:set',
    'is_open:set',
    'tags:set',
  ])('keeps what fits: %s', (text) => {
    expect(fits(text)).toBe(true);
  });

  it.each([
    'id:is:',
    'id:is:70',
    'size:is:',
    'title:is:Green tea',
    'title:is:green tea: the best',
    'gone:is:null',
    'maker.name.first:is:Ann',
    'id:not:7',
    'tags:not:hot',
    'title:has:.*',
    'title:has:coffee',
    'title:has:title',
    'gone:has:',
    'price:above:12.5',
    'gone:above:0',
    'note:below:9',
    'made_at:above:2030-01-01T08:00:00Z',
    'id:empty',
    'size:empty',
    'note:set',
  ])('leaves out what does not: %s', (text) => {
    expect(fits(text)).toBe(false);
  });

  it.each([
    ['title', 'must be a member, a comparison and a value, such as title:has:tea'],
    ['title:', 'must be a member'],
    ['title:contains:x', 'of "contains": there are "is", "not", "has"'],
    ['title:abov:x', 'of "abov": did you mean "above"'],
    [':is:x', 'must be a member'],
    ['title:is', 'must be a member'],
    ['', 'must be a member'],
  ])('is refused, and the message says what it must be: %j', (text, message) => {
    expect(() => readFilters(['id:is:7', text])).toThrow(message);
    expect(() => readFilters(['id:is:7', text])).toThrow('/filter/1');
  });
});

describe('a search', () => {
  it.each(['TEA', 'leaf', 'ann', '12.5', 'true', '7', '2030-01', '(', '[a-z]', String.raw`\d`])(
    'finds a text anywhere in the values, whatever its case, and takes no sign for a pattern: %s',
    (text) => {
      expect(compileSearch(text)({ ...record, sign: `(${text}` })).toBe(true);
      expect(compileSearch(text)(record)).toBe(!/[([\\]/.test(text));
    },
  );

  it('does not look at the names of members', () => {
    expect(compileSearch('title')(record)).toBe(false);
  });
});
