import { expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { countLooks } from '../../contract/load/looks.test-kit.ts';
import { tallyPatterns } from '../../traffic/redaction/pattern-steps.test-kit.ts';
import { readTerms, sortPlaces, valuesOf } from './ordering.ts';

const rules = [{ steps: ['tags'], isDescending: false }];

function sort(bodies: readonly JsonObject[]): readonly number[] {
  return [
    ...sortPlaces(rules, [...bodies.keys()], (place) => valuesOf(rules, bodies[place] ?? {})),
  ];
}

it.each<[string, string, boolean | undefined]>([
  ['name', 'name', undefined],
  ['-name', 'name', true],
  ['name:desc', 'name', true],
  ['asc(name)', 'name', false],
  ['name[DescNullsLast]', 'name', true],
  ['name[AscNullsFirst]', 'name', false],
  ['name-DESC', 'name', true],
  ['[["name","desc"]]', 'name', true],
  ['[["name", "asc"]]', 'name', false],
])('reads %s', (text, name, isDescending) => {
  expect(readTerms(text)).toEqual([{ name, isDescending }]);
});

it('reads nothing in lists that stand too deep', () => {
  const deep = '['.repeat(3000) + ']'.repeat(3000);
  expect(readTerms(deep)).toHaveLength(1);
  expect(readTerms('[[[[[[["name","desc"]]]]]]]')).toEqual([]);
});

it('reads a list that others are ordered by once, however many there are', () => {
  const bodies = Array.from({ length: 500 }, (_, index) => ({
    tags: ['same', 'same', (index * 7919) % 500],
  }));
  const looks = countLooks(bodies, (value) =>
    sort(Array.isArray(value) ? value.filter(isJsonObject) : []),
  );
  expect(looks / 500).toBeLessThan(20);
});

it('orders by lists and objects as they are written, and keeps what is equal as it was', () => {
  const tags = [['b'], { a: 2 }, ['a', 'c'], ['a'], { a: 1 }, ['b']];
  expect(sort(tags.map((one) => ({ tags: one })))).toEqual([2, 3, 0, 5, 4, 1]);
});

it.each([':', ' ', '+', '_', '|.', '-desc', 'a:desc '])(
  'reads a term of many "%s" in few steps',
  (sign) => {
    const text = `a${sign.repeat(14_000 / sign.length)}x`;
    const steps = tallyPatterns(() => readTerms(text));
    expect(steps).toBeLessThan(100 * text.length);
  },
);
