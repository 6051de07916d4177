import { expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { PossibleOptions } from './schema-walk.ts';
import { alternativesOf, possibleOf, wholeOf } from './schema-walk.ts';

function named(title: string, more: JsonObject = {}): JsonObject {
  return { title, ...more };
}

function toward(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

const [a, b, c] = [named('a'), named('b'), named('c')];
const pets = {
  Pet: named('pet', { discriminator: { propertyName: 'kind' } }),
  Dog: named('dog', { allOf: [toward('Pet')] }),
  Cat: named('cat', { allOf: [toward('Pet')] }),
};

function titlesOf(parts: readonly { readonly value: JsonObject }[]): string {
  return parts.map(({ value }) => textOf(value['title'] ?? '-')).join(' ');
}

it.each<[string, JsonObject, string]>([
  ['a schema alone', a, 'a'],
  ['what a reference leads to', toward('B'), '- b'],
  ['what stands beside a reference', named('a', toward('B')), 'a b'],
  ['parts within parts', named('a', { allOf: [b, { allOf: [c] }] }), 'a b - c'],
  ['the same schema once', { allOf: [toward('B'), toward('B')] }, '- - b -'],
  ['a circle once', toward('Circle'), '- circle -'],
  ['no alternatives', named('a', { oneOf: [b], anyOf: [c] }), 'a'],
  ['nothing behind a reference that leads nowhere', { allOf: [toward('None'), b] }, '- - b'],
])('%s holds together', async (_, asked, expected) => {
  const circle = named('circle', { allOf: [toward('Circle')] });
  const { documents, part } = await loadSchemas({ Asked: asked, B: b, Circle: circle });
  expect(titlesOf(wholeOf(documents, part('Asked')))).toBe(expected);
});

it.each<[string, JsonObject, PossibleOptions, string, string]>([
  ['alternatives', named('a', { oneOf: [b, c] }), {}, 'a b c', 'a'],
  ['the only alternative, surely', named('a', { anyOf: [b] }), {}, 'a b', 'a b'],
  ['chosen alternatives', { oneOf: [b, c] }, { choose: (all) => all.slice(1) }, '- c', '- c'],
  ['no conditions', named('a', { if: b, else: c }), {}, 'a', 'a'],
  [
    'conditions that are asked for',
    named('a', { if: b, else: c, dependentSchemas: { x: named('d') } }),
    { hasConditions: true },
    'a b c d',
    'a',
  ],
  ['the subtypes of a base', toward('Pet'), {}, '- pet cat - dog -', '- pet'],
  ['no subtypes that are not asked for', toward('Pet'), { hasKinds: false }, '- pet', '- pet'],
  [
    'no other subtypes where one leads to the base',
    toward('Dog'),
    {},
    '- dog - pet',
    '- dog - pet',
  ],
  [
    'other subtypes where the base is another alternative',
    { oneOf: [toward('Dog'), toward('Pet')] },
    {},
    '- - dog - pet - cat -',
    '-',
  ],
])('a value may meet %s', async (_, asked, options, expected, sure) => {
  const { documents, part } = await loadSchemas({ Asked: asked, ...pets });
  const possible = possibleOf(documents, [part('Asked')], options);
  expect(titlesOf(possible)).toBe(expected);
  expect(titlesOf(possible.filter(({ isSure }) => isSure))).toBe(sure);
});

it('alternatives that lead back to a schema above are left out', async () => {
  const { documents, part } = await loadSchemas({ Asked: { oneOf: [toward('Asked'), b] } });
  const asked = part('Asked');
  const [list = []] = alternativesOf(documents, asked, new Set([asked.value]));
  expect(list.map(({ value }) => value)).toEqual([b]);
});
