import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import { integer, planOf, query } from './list-plan.test-kit.ts';

describe('what an operation says of its paging', () => {
  const told = 'The second page: `/ships?per_page=15&page=2`. The default per_page value is 20.';
  it('counts though no parameter is declared', async () => {
    const { queries, pageSize } = await planOf({ description: told });
    expect([...queries.keys()]).toEqual(['per_page', 'page']);
    expect(pageSize).toBe(20);
  });

  it.each([
    ['of other parameters', 'Write `/ships?name=Bob&limit=many`.', []],
    ['of another address', 'Like `/boats?limit=3`.', []],
    ['of one that is declared', 'Write `/ships?limit=3&offset=6`.', ['limit', 'offset']],
  ])('is not taken %s', async (_, description, expected) => {
    const { queries } = await planOf({ description, parameters: [query('limit', integer)] });
    expect([...queries.keys()]).toEqual(expected.length > 0 ? expected : ['limit']);
  });
});

describe('the size of a page', () => {
  const many = { ...integer, maximum: 20 };
  it.each<[string, readonly JsonObject[], number | undefined]>([
    ['its default', [query('limit', { ...integer, default: 7 })], 7],
    ['its default, told', [query('limit', integer, 'At most 100, and the default is 10.')], 10],
    ['a usual one', [query('limit', integer)], 30],
    ['its maximum', [query('limit', many)], 20],
    ['a usual one without a limit', [query('page', integer)], 30],
    ['no end', [query('q')], undefined],
  ])('is %s', async (_, parameters, expected) => {
    expect((await planOf({ parameters })).pageSize).toBe(expected);
  });
});

describe('a parameter called direction or order', () => {
  it.each<[string, string, readonly string[], string | undefined]>([
    ['chooses other records by words of its own', 'direction', ['leaving', 'arriving'], undefined],
    ['is a direction by its words', 'direction', ['ascending', 'descending'], 'order'],
    ['is a direction with more words', 'sort_order', ['asc', 'desc', 'none'], 'order'],
    ['sorts by the members that it lists', 'order', ['kind', '-size'], 'sort'],
    ['chooses by words that are no members', 'order', ['mine', 'theirs'], undefined],
  ])('%s', async (_, name, values, kind) => {
    const parameters = [query(name, { type: 'string', enum: [...values] })];
    expect((await planOf({ parameters })).queries.get(name)?.kind).toBe(kind);
  });
});
