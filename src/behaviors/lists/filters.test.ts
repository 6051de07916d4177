import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { countLooks } from '../../contract/load/looks.test-kit.ts';
import { compileFilters } from './filters.ts';

const fitsTags = (value: JsonValue): ((body: JsonObject) => boolean) =>
  compileFilters([{ kind: 'filter', steps: ['tags'], value }], []);

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

describe('a search', () => {
  it('looks for so many words and no more', () => {
    const all = numbered(16);
    const fits = (words: readonly string[]): boolean =>
      compileFilters([], words)({ text: all.join(' ') });
    expect(fits([...all, 'missing'])).toBe(true);
    expect(fits([...all.slice(1), 'missing'])).toBe(false);
    expect(fits([...all.flatMap((word) => [word, word]).slice(2), 'missing'])).toBe(false);
  });
});
