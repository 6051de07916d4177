import { describe, expect, it } from 'vitest';

import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { createPattern } from '../../contract/checks/patterns/safe-patterns.ts';
import { readArranged } from '../../server/control/grammar.ts';
import type { Matchable, Matcher } from './matcher.ts';
import { compileMatch } from './matcher.ts';

/** By the schema first, as every match is read. */
function compileMatcher(input: JsonObject): Matcher {
  const { match = {} } = readArranged('Expectation', { operation: 'getBook', match: input });
  return compileMatch(match, undefined, createPattern);
}

const request: Matchable = {
  path: { id: 'a/b' },
  query: 'q=a%20b&n=1&n=2&empty=',
  headers: { 'x-one': 'one', 'x-two': ['1', '2'] },
  body: { name: 'Ann', age: 7, tags: ['x', { deep: [1, null] }], none: null, 'a/b': true },
  parameters: [],
};

function compare(input: JsonObject, asked: Matchable = request): readonly string[] {
  const matcher = compileMatcher(input);
  return matcher.compare(asked).map(({ place, message }) => `${place}: ${message}`);
}

describe('a request is meant', () => {
  it.each<[JsonObject]>([
    [{}],
    [{ path: { id: 'a/b' } }],
    [{ query: { q: 'a b' } }],
    [{ query: { n: 1 } }],
    [{ query: { n: { equals: '2' } } }],
    [{ query: { empty: '', other: { present: false }, n: { present: true } } }],
    [{ headers: { 'X-One': 'one', 'X-Two': 2 } }],
    [{ headers: { 'x-one': { matches: '^o' } } }],
    [{ body: [{ pointer: '/name', equals: 'Ann' }] }],
    [{ body: [{ pointer: '/age', equals: 7 }] }],
    [{ body: [{ pointer: '/age', matches: '^[0-9]$' }] }],
    [{ body: [{ pointer: '/tags/1', equals: { deep: [1, null] } }] }],
    [{ body: [{ pointer: '/none', equals: null }] }],
    [{ body: [{ pointer: '/none', present: true }] }],
    [{ body: [{ pointer: '/gone', present: false }] }],
    [{ body: [{ pointer: '/a~1b', equals: true }] }],
    [{ body: [{ pointer: '', present: true }] }],
  ])('by %j', (input) => {
    expect(compare(input)).toEqual([]);
  });
});

describe('a request is another', () => {
  it.each<[JsonObject, string]>([
    [{ path: { id: 'a' } }, 'path id: is "a/b", must be "a"'],
    [{ query: { q: 'b' } }, 'query q: is "a b", must be "b"'],
    [{ query: { n: 3 } }, 'query n: is "1" and "2", must be "3"'],
    [{ query: { none: 'b' } }, 'query none: is missing, must be "b"'],
    [{ query: { none: { present: true } } }, 'query none: is missing, must be there'],
    [{ query: { q: { present: false } } }, 'query q: is "a b", must be missing'],
    [{ query: { q: { matches: '^b' } } }, 'query q: is "a b", must match ^b'],
    [{ path: { toString: { present: true } } }, 'path toString: is missing, must be there'],
    [{ headers: { 'X-One': 'two' } }, 'header x-one: is "one", must be "two"'],
    [{ body: [{ pointer: '/age', equals: '7' }] }, 'body /age: is 7, must be "7"'],
    [{ body: [{ pointer: '/none', matches: '.' }] }, 'body /none: is null, must match .'],
    [{ body: [{ pointer: '/x', equals: 1 }] }, 'body /x: is missing, must be 1'],
    [
      { body: [{ pointer: '', equals: 'x' }] },
      'body: is {"name":"Ann","age":7,"tags":["x",{"deep":[1,null]}],"none":null,"a/b":true}, must be "x"',
    ],
  ])('by %j', (input, said) => {
    expect(compare(input)).toEqual([said]);
  });

  it('in everything that differs, each shown shortly', () => {
    const long = { ...request, path: { id: 'x'.repeat(5000) }, body: undefined };
    const said = compare({ path: { id: '1' }, body: [{ pointer: '/a', present: true }] }, long);
    expect(said).toEqual([
      `path id: is "${'x'.repeat(118)}…, must be "1"`,
      'body /a: is missing, must be there',
    ]);
  });
});

describe('a wish is refused', () => {
  it.each<[JsonObject, string, string]>([
    [{ paths: {} }, '/match/paths', 'is not known here: did you mean "path"?'],
    [{ query: [] }, '/match/query', 'must be an object of conditions by name'],
    [{ query: { q: null } }, '/match/query/q', 'must be a text, a number or a boolean'],
    [{ query: { q: { equals: [] } } }, '/match/query/q/equals', 'must be a text'],
    [{ query: { q: {} } }, '/match/query/q', 'must have one of equals, matches, present'],
    [{ query: { q: { equals: 1, present: true } } }, '/match/query/q', 'must have one of'],
    [{ query: { q: { like: 1 } } }, '/match/query/q/like', 'is not known here'],
    [{ query: { q: { present: 'no' } } }, '/match/query/q/present', 'must be true or false'],
    [{ query: { 'a/b': { matches: '(' } } }, '/match/query/a~1b/matches', 'can not be read'],
    [{ query: { q: { matches: 7 } } }, '/match/query/q/matches', 'must be a text'],
    [{ query: { q: { matches: 'a'.repeat(501) } } }, '/match/query/q/matches', 'at most 500'],
    [
      { body: [{ pointer: '/a', matches: '(?=(a+)+$)(a+)+$' }] },
      '/match/body/0/matches',
      'could run away',
    ],
    [{ body: {} }, '/match/body', 'must be a list of conditions'],
    [{ body: [{ pointer: 'a', equals: 1 }] }, '/match/body/0/pointer', 'must be a JSON Pointer'],
    [{ body: [{ pointer: '/~2', equals: 1 }] }, '/match/body/0/pointer', 'must be a JSON Pointer'],
    [{ body: [{ pointer: '/a' }] }, '/match/body/0', 'must have one of'],
    [{ body: [7] }, '/match/body/0', 'must be an object'],
    [
      { query: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`q${at}`, 1])) },
      '/match/query',
      'must be an object of conditions by name, 100 at most',
    ],
    [
      {
        path: { id: 1 },
        query: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`q${at}`, 1])),
      },
      '/match',
      'must have at most 100 conditions',
    ],
    [
      { body: Array.from({ length: 11 }, () => ({ pointer: '/a', matches: 'a' })) },
      '/match/body/10/matches',
      'there may be at most 10 patterns',
    ],
  ])('%j at %s', (input, pointer, message) => {
    const refused = (): unknown => compileMatcher(input);
    expect(refused).toThrow(ApiError);
    expect(refused).toThrow(`body ${pointer}: `);
    expect(refused).toThrow(message);
    try {
      refused();
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid-request', violations: [{ pointer }] });
    }
  });
});

it('says whether it asks for the body', () => {
  expect(compileMatcher({ path: { id: 1 }, query: { q: 1 } }).asksBody).toBe(false);
  expect(compileMatcher({ body: [{ pointer: '', present: true }] }).asksBody).toBe(true);
});
