import { expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { contractText, loadText, plainOperation } from '../contract-text.test-kit.ts';

const password = { type: 'string', format: 'password' };
const written = { type: 'string', writeOnly: true };

it.each<[string, JsonObject, readonly string[]]>([
  ['a format', { word: password, name: { type: 'string' } }, ['word']],
  ['a format further down', { a: { items: { properties: { word: password } } } }, ['word']],
  ['a reference', { word: { $ref: '#/components/schemas/Word' } }, ['word']],
  ['a text that is written and never read', { answer: written }, ['answer']],
  ['one that may be null', { answer: { ...written, type: ['string', 'null'] } }, ['answer']],
  [
    'one that is read elsewhere',
    { answer: written, a: { properties: { answer: { type: 'string' } } } },
    [],
  ],
  [
    'one that is read elsewhere by a reference',
    { answer: written, a: { properties: { answer: { $ref: '#/components/schemas/Text' } } } },
    [],
  ],
  [
    'one that is read elsewhere by a reference to a reference',
    { answer: written, a: { properties: { answer: { $ref: '#/components/schemas/Alias' } } } },
    [],
  ],
  [
    'one that is written elsewhere by a reference',
    {
      answer: written,
      a: { properties: { answer: { $ref: '#/components/schemas/Text', writeOnly: true } } },
    },
    ['answer'],
  ],
  ['an id that is written and never read', { owner: { ...written, format: 'uuid' } }, []],
  ['a choice that is written and never read', { mode: { ...written, enum: ['a'] } }, []],
  ['a number that is written and never read', { count: { type: 'integer', writeOnly: true } }, []],
  ['a member called "properties"', { properties: { properties: { word: password } } }, ['word']],
])('%s tells secret members: %j → %j', async (_, properties, expected) => {
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const text = contractText(
    { '/a': { post: plainOperation({ requestBody: { content } }) } },
    {
      components: {
        schemas: {
          Word: password,
          Text: { type: 'string' },
          Alias: { $ref: '#/components/schemas/Text' },
        },
      },
    },
  );
  const { documents } = await loadText(text);
  expect([...documents.secretMembers]).toEqual(expected);
});
