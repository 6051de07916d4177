import { expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { compileJsonPath } from './json-path.ts';

function chain(levels: number): JsonValue {
  return levels === 0 ? {} : { a: chain(levels - 1), b: {} };
}

it.each<[string, JsonValue]>([
  ['$', [[]]],
  ["$['/a/{b}'].get", [['/a/{b}', 'get']]],
  ["$.list[?@.name == 'y']", [['list', 1]]],
  ['$.list[1, 1, -1]', [['list', 1]]],
  [
    "$.list[?search(@.name, '[xy]')].name",
    [
      ['list', 0, 'name'],
      ['list', 1, 'name'],
    ],
  ],
  ["$.list[?match(@.name, 'x|z')].name", [['list', 0, 'name']]],
  ["$.list[?match(@.name, '(')].name", []],
  ['$..get', [['/a/{b}', 'get']]],
  ['$.nothing', []],
])('%s', (text, expected) => {
  const root = { '/a/{b}': { get: {} }, list: [{ name: 'x' }, { name: 'y' }] };
  expect(compileJsonPath(text).find(root)).toEqual(expected);
});

it.each(['', 'paths', '$.a[', '$.a b', '$[?(@.x]', "$['a"])('%j is none', (text) => {
  expect(() => compileJsonPath(text)).toThrow();
});

it('goes as deep as contracts do', () => {
  expect(compileJsonPath('$..b').find(chain(500))).toHaveLength(500);
});

it('gives up where there is no end to it', () => {
  const names = Array.from({ length: 500 }, (_, index) => [`m${index}`, {}]);
  const wide = Object.fromEntries(names.map(([name]) => [name, Object.fromEntries(names)]));
  const path = compileJsonPath(`$.*[${'*,'.repeat(30)}*].nothing`);
  expect(() => path.find(wide)).toThrow('it takes too long to find what it selects');
});

it('no text makes its patterns run away', () => {
  const path = compileJsonPath("$[?match(@.name, '(a+)+')]");
  expect(path.find([{ name: `${'a'.repeat(1000)}!` }])).toEqual([]);
});
