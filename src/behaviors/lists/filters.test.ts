import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { countLooks } from '../../contract/load/looks.test-kit.ts';
import type { Filter } from './filters.ts';
import { compileFilters } from './filters.ts';

const fitsTags = (value: JsonValue): ((body: JsonObject) => boolean) =>
  compileFilters([{ kind: 'filter', steps: ['tags'], value }]);

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `t${index}`);

describe('a filter', () => {
  it.each<[string, JsonValue]>([
    ['in a list', numbered(1000)],
    ['in a text', numbered(1000).join(',')],
    ['that are all the same', Array.from({ length: 1000 }, () => 't')],
  ])('looks at each item of a record once, however many values it has: %s', (_, value) => {
    const fits = fitsTags(value);
    const look = (count: number): number =>
      countLooks({ tags: Array.from({ length: count }, () => 'none') }, (body) => {
        expect(isJsonObject(body) && fits(body)).toBe(false);
      });
    expect(look(200) - look(100)).toBeLessThan(1000);
  });

  it.each<[JsonValue, JsonValue, boolean]>([
    ['a,b', ['b'], true],
    ['a,b', ['a,b'], false],
    ['a,b', 'a,b', true],
    ['a,b', 'b', false],
    [['a', 'b'], [['b']], true],
    [['a,b'], [{ id: 'b' }], true],
    ['b', { name: 'b' }, true],
    ['b', { title: 'b' }, false],
    ['7', 7, true],
    ['7.0', 7, true],
    [7, '7', true],
    ['', 0, false],
    ['true', true, true],
    ['null', null, true],
    [[{ toString: 'a' }], [7], false],
  ])('of %j keeps what has %j: %s', (value, tags, keeps) => {
    expect(fitsTags(value)({ tags })).toBe(keeps);
  });
});

describe('a comparison', () => {
  const records: Readonly<Record<string, JsonObject>> = {
    ann: {
      owner: { login: 'ann' },
      at: '2024-03-04T09:00:00Z',
      crew: [{ name: 'Xu' }, { name: 'Yo' }],
      open: true,
      weight: '138.50',
    },
    bob: {
      owner: { login: 'bob' },
      at: '2024-03-05T23:00:00Z',
      gone: '2024-04-01',
      open: false,
      weight: '9.75',
    },
  };
  const kept = (filter: Omit<Filter, 'kind'>): readonly string[] => {
    const fits = compileFilters([{ ...filter, kind: 'filter' }]);
    return Object.keys(records).filter((name) => fits(records[name] ?? {}));
  };
  it.each<[Omit<Filter, 'kind'>, readonly string[]]>([
    [{ steps: ['owner'], value: 'ann' }, ['ann']],
    [{ steps: ['crew', 'name'], value: 'Xu' }, ['ann']],
    [{ steps: ['open'], value: '1' }, ['ann']],
    [{ steps: ['open'], value: 0 }, ['bob']],
    [{ steps: ['open'], value: 'no' }, ['bob']],
    [{ steps: ['open'], value: '3' }, ['ann', 'bob']],
    [{ steps: ['at'], value: '2024-03-05' }, ['bob']],
    [{ steps: ['at'], value: '2024-03-05', compare: 'lte' }, ['ann', 'bob']],
    [{ steps: ['at'], value: '2024-03-05', compare: 'lt' }, ['ann']],
    [{ steps: ['at'], value: { from: '2024-03-05' } }, ['bob']],
    [{ steps: ['gone'], value: true, compare: 'present' }, ['bob']],
    [{ steps: ['gone'], value: false, compare: 'present' }, ['ann']],
    [{ steps: ['gone'], value: true, compare: 'absent' }, ['ann']],
    [{ steps: ['gone'], value: false, compare: 'absent' }, ['bob']],
    [{ steps: ['weight'], value: 81, compare: 'lt' }, ['bob']],
    [{ steps: ['weight'], value: '81', compare: 'gte' }, ['ann']],
    [{ steps: ['crew', 'name'], value: ['Xu', 'Yo'], compare: 'all' }, ['ann']],
    [{ steps: ['crew', 'name'], value: 'Xu,Zed', compare: 'all' }, []],
    [{ steps: ['owner', 'login'], value: 'ann,eve', isOfSeveral: true }, ['ann']],
    [{ steps: ['owner', 'login'], value: 'ann', compare: 'not' }, ['bob']],
    [{ steps: ['owner', 'login'], value: 'ann,eve', compare: 'not' }, ['bob']],
    [{ steps: ['owner', 'login'], value: 'O%', compare: 'contains' }, ['bob']],
    [{ steps: ['owner', 'login'], value: 'a', compare: 'starts' }, ['ann']],
    [{ steps: ['owner', 'login'], value: 'b', compare: 'ends' }, ['bob']],
  ])('%j keeps %j', (filter, names) => {
    expect(kept(filter)).toEqual(names);
  });
});
