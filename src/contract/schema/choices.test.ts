import { expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { Choices } from './choices.ts';
import { outlineChoices } from './choices.ts';

async function show(schemas: JsonObject): Promise<readonly string[]> {
  const { documents, part } = await loadSchemas(schemas);
  const choices = outlineChoices(documents, part('Asked'));
  return choices ? list(choices, '') : [];
}

function list({ values, items, members }: Choices, pointer: string): readonly string[] {
  const own = values.map(({ value }) => JSON.stringify(value)).join(' ');
  return [
    ...(own === '' ? [] : [`${pointer}: ${own}`]),
    ...(items ? list(items, `${pointer}/*`) : []),
    ...[...members].flatMap(([name, below]) => list(below, `${pointer}/${name}`)),
  ];
}

const sizes = { enum: ['s', 'm'] };
const ofSize = { $ref: '#/components/schemas/Size' };

it.each<[name: string, asked: JsonObject, shown: readonly string[]]>([
  ['nothing', { type: 'string' }, []],
  ['values of any type', { enum: [1, 'a', true, null, { a: 1 }] }, [': 1 "a" true null {"a":1}']],
  ['only what can be, of its type', { type: 'string', enum: ['a', null, 1] }, [': "a"']],
  ['no fractions among integers', { type: 'integer', enum: [1, 1.5] }, [': 1']],
  ['each once', { enum: ['a', 'a'] }, [': "a"']],
  ['what a reference leads to', ofSize, [': "s" "m"']],
  ['what all parts allow', { allOf: [ofSize, { enum: ['m', 'l'] }] }, [': "m"']],
  ['what one of several allows', { anyOf: [ofSize, { enum: ['l'] }] }, [': "s" "m" "l"']],
  ['constants side by side', { oneOf: [{ const: 'a' }, { const: 'b' }] }, [': "a" "b"']],
  ['no constant alone', { const: 'a' }, []],
  ['items', { type: 'array', items: ofSize }, ['/*: "s" "m"']],
  [
    'members, in whatever part they stand',
    {
      allOf: [{ properties: { size: ofSize } }],
      properties: { all: { items: { properties: { size: ofSize } } } },
      oneOf: [{ properties: { size: { enum: ['l'] } } }],
    },
    ['/all/*/size: "s" "m"', '/size: "s" "m" "l"'],
  ],
  [
    'the names of subtypes',
    {
      oneOf: [
        { properties: { kind: { const: 'cat' } } },
        { properties: { kind: { const: 'dog' } } },
      ],
    },
    ['/kind: "cat" "dog"'],
  ],
  ['nothing that only replies have', { properties: { size: { ...sizes, readOnly: true } } }, []],
  ['what holds itself, once', { $ref: '#/components/schemas/Node' }, ['/size: "s" "m"']],
])('a request can choose %s', async (_, asked, shown) => {
  const node = { properties: { size: ofSize, next: { $ref: '#/components/schemas/Node' } } };
  expect(await show({ Asked: asked, Size: sizes, Node: node })).toEqual(shown);
});

it('ends where alternatives hold one another over and over', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `N${index}`);
  const all = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const knot = Object.fromEntries(names.map((name) => [name, { anyOf: all, enum: [name] }]));
  const shown = await show({ Asked: { properties: { knot: { anyOf: all } } }, ...knot });
  expect(shown).toHaveLength(1);
});
