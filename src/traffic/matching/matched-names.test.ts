import { describe, expect, it } from 'vitest';

import { createPattern } from '../../contract/checks/patterns/safe-patterns.ts';
import { contractText, loadText, plainOperation } from '../../contract/contract-text.test-kit.ts';
import type { Operation } from '../../contract/operations.ts';
import type { MatchDocument, MockConditions } from '../documents.ts';
import { compileMatch } from './matcher.ts';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { a: text, b: list } };
const declared = [
  { name: 'list', schema: list },
  { name: 'text', schema: text },
  { name: 'own[]', schema: list },
  { name: 'deep', style: 'deepObject', schema: object },
  { name: 'items', style: 'deepObject', schema: list },
  { name: 'either', style: 'deepObject', schema: { anyOf: [{ type: 'integer' }, object] } },
  { name: 'spread', schema: object },
  { name: 'open', schema: { type: 'object', additionalProperties: text } },
  { name: 'flat', explode: false, schema: object },
  { name: 'self', schema: { type: 'object', properties: { self: text } } },
];
const parameters = [
  { name: 'id', in: 'path', required: true, schema: text },
  ...declared.map((one) => ({ in: 'query', ...one })),
];

async function loadOperation(): Promise<Operation> {
  const get = plainOperation({ operationId: 'getBook', parameters });
  const { operations } = await loadText(contractText({ '/books/{id}': { get } }));
  const [operation] = operations;
  if (!operation) throw new Error('there is no operation');
  return operation;
}

describe('a name of the query means what it means to the operation', () => {
  it.each<[MockConditions, string, boolean]>([
    [{ list: 'x' }, 'list=y&list=x', true],
    [{ list: 'x' }, 'list[]=y&list%5B%5D=x', true],
    [{ list: { present: false } }, 'list[]=x', false],
    [{ list: 'x' }, 'list[0]=x', false],
    [{ list: 'x' }, 'list=y&list[]=x', false],
    [{ 'list[]': 'x' }, 'list[]=x', true],
    [{ text: 'x' }, 'text[]=x', false],
    [{ unknown: 'x' }, 'unknown[]=x', false],
    [{ unknown: 'x' }, 'unknown=x', true],
    [{ 'own[]': 'x' }, 'own[]=x', true],
    [{ own: 'x' }, 'own[]=x', false],
    [{ 'deep[a]': 'x' }, 'deep[a]=x', true],
    [{ items: 'x' }, 'items[]=y&items[]=x', true],
    [{ items: 'x' }, 'items[0]=y&items[1]=x', true],
    [{ items: 'x' }, 'items=x', true],
    [{ items: 'x' }, 'items[a]=x', false],
    [{ either: 7 }, 'either=7', true],
    [{ a: 'x' }, 'a=x', true],
    [{ b: 'x' }, 'b[]=x', true],
    [{ flat: 'a,x' }, 'flat=a,x', true],
    [{ self: 'x' }, 'self=x', true],
  ])('%j, ?%s: %s', async (query, sent, expected) => {
    const operation = await loadOperation();
    const { parameters: known } = operation;
    const request = { path: {}, query: sent, headers: {}, body: undefined, parameters: known };
    for (const of of [operation, undefined]) {
      const matcher = compileMatch({ query }, of, createPattern);
      expect(matcher.compare(request).length === 0).toBe(expected);
    }
  });
});

describe('what can never be sent is refused', () => {
  it.each<[MatchDocument, string, string]>([
    [
      { path: { nope: 1 } },
      '/match/path/nope',
      'getBook has no such path parameter: there is "id"',
    ],
    [
      { query: { deep: 'x' } },
      '/match/query/deep',
      'match by "deep[…]", with the name of a member',
    ],
    [
      { query: { spread: 'x' } },
      '/match/query/spread',
      'the names of its members, such as "a", "b".',
    ],
    [{ query: { open: 'x' } }, '/match/query/open', 'match by the names of its members.'],
  ])('%j at %s', async (match, pointer, message) => {
    const operation = await loadOperation();
    const refused = (): unknown => compileMatch(match, operation, createPattern);
    expect(refused).toThrow(`body ${pointer}: `);
    expect(refused).toThrow(message);
    expect(() => compileMatch(match, undefined, createPattern)).not.toThrow();
  });
});
