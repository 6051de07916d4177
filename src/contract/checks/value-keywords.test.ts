import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import { countLooks, nest } from '../load/looks.test-kit.ts';
import { findTwins } from './value-keywords.ts';

const twinsIn = (...items: readonly JsonValue[]): unknown =>
  findTwins(items, { identities: undefined });

describe('items that are to be unlike each other', () => {
  it.each<[JsonValue, JsonValue]>([
    [1, 1],
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [[{ a: null }], [{ a: null }]],
    [{}, {}],
  ])('%j and %j are not', (one, other) => {
    expect(twinsIn(one, 'x', other)).toEqual([0, 2]);
  });

  it.each<[JsonValue, JsonValue]>([
    [1, '1'],
    [{}, []],
    [{ a: 1 }, { a: '1' }],
    [['#0'], [['x']]],
    [{ a: 1 }, { a: 1, b: 1 }],
    [[1, 2], ['1,2']],
  ])('%j and %j are', (one, other) => {
    expect(twinsIn(['x'], one, other)).toBeUndefined();
  });

  it('are looked at once each, however deep lists stand in lists', async () => {
    const group = { type: 'array', uniqueItems: true, items: { $ref: '#/components/schemas/It' } };
    const { validators, part } = await loadSchemas({
      It: { properties: { all: group, name: { type: 'string' } } },
    });
    const check = validators.check(part('It'), 'rest');
    const names = Array.from({ length: 10 }, (_, index) => ({ name: `n${index}` }));
    const looks = (depth: number): number =>
      countLooks(nest({ wrap: (inside) => ({ all: [...names, inside] }) }, {}, depth), (value) =>
        expect(check(value)).toEqual([]),
      );
    const [few, many] = [looks(50), looks(200)];
    expect(many / few).toBeLessThan(5);
  });
});

describe('the verdict on a value', () => {
  it.each<[string, JsonObject, JsonValue, boolean]>([
    ['no value is one of none', { enum: [] }, null, false],
    ['a multiple of a decimal', { multipleOf: 0.01 }, 0.07, true],
    ['a fraction of a decimal', { multipleOf: 0.01 }, 0.075, false],
    ['a large multiple, whose quotient overflows', { multipleOf: 0.5 }, 1e308, true],
    ['a large number that is none', { multipleOf: 0.123456789 }, 1e308, false],
    ['zero divides nothing', { multipleOf: 0 }, 0, false],
  ])('%s: %j of %j is %s', async (_, schema, value, isValid) => {
    const { validators, part } = await loadSchemas({ It: schema });
    expect(validators.check(part('It'), 'rest')(value).length === 0).toBe(isValid);
  });

  it('names the rule that a value of an empty list breaks', async () => {
    const { validators, part } = await loadSchemas({ It: { enum: [] } });
    expect(validators.check(part('It'), 'rest')('a')).toMatchObject([{ keyword: 'enum' }]);
  });
});
