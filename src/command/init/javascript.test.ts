import { expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { inTemplate, stepsOf, toJavaScript } from './javascript.ts';

it.each<[value: JsonValue, text: string]>([
  ['Rex', "'Rex'"],
  ["Ann's", `"Ann's"`],
  ['a\n"b"\\', String.raw`"a\n\"b\"\\"`],
  [null, 'null'],
  [{}, '{}'],
  [{ name: 'Rex', tags: ['a', 1, true] }, "{ name: 'Rex', tags: ['a', 1, true] }"],
  [{ 'x-id': 1, __proto: 2 }, "{ 'x-id': 1, __proto: 2 }"],
  [JSON.parse('{"__proto__": 1}'), "{ ['__proto__']: 1 }"],
])('a person writes %j as %s', (value, text) => {
  expect(toJavaScript(value)).toBe(text);
});

it('what is long goes over several lines', () => {
  const value = { first: 'a'.repeat(40), second: ['b'.repeat(40)] };
  expect(toJavaScript(value)).toBe(
    `{\n  first: '${'a'.repeat(40)}',\n  second: ['${'b'.repeat(40)}'],\n}`,
  );
});

it('steps lead to members of any name', () => {
  expect(`body${stepsOf(['data', 'x-items', "it's"])}`).toBe(`body.data['x-items']["it's"]`);
});

it('a path in backquotes stays as it is', () => {
  expect(inTemplate('/a`b\\c${d}$e')).toBe('/a\\`b\\\\c\\${d}$e');
});
