import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { itReads, loadParameter, readText } from './parameter.test-kit.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const texts = { type: 'array', items: text };
const integers = { type: 'array', items: integer };
const color = {
  type: 'object',
  properties: { R: integer, G: integer, name: text },
  additionalProperties: false,
};

describe('a path parameter', () => {
  itReads('path', [
    [undefined, undefined, text, 'a%20b+c%2Cd', 'a b+c,d'],
    [undefined, undefined, integer, '7', 7],
    [undefined, undefined, texts, 'a,b%2Cc,d', ['a', 'b,c', 'd']],
    [undefined, undefined, texts, 'a', ['a']],
    [undefined, undefined, integers, '3,4,x', [3, 4, 'x']],
    ['simple', true, integers, '3,4', [3, 4]],
    ['simple', false, color, 'R,100,G,200', { R: 100, G: 200 }],
    ['simple', true, color, 'R=100,name=a%3Db=c', { R: 100, name: 'a=b=c' }],
    [
      'simple',
      false,
      color,
      'R,100,G',
      '!must be names and values in turn, and one of them is missing',
    ],
    ['label', false, text, '.a.b', 'a.b'],
    ['label', false, integers, '.3,4', [3, 4]],
    ['label', true, integers, '.3.4', [3, 4]],
    ['label', false, color, '.R,100,name,x.y', { R: 100, name: 'x.y' }],
    ['label', true, color, '.R=100.G=200', { R: 100, G: 200 }],
    ['label', false, text, 'a', '!must begin with a dot'],
    ['label', false, text, '.', ''],
    ['matrix', false, integer, ';p=5', 5],
    ['matrix', false, text, ';p', ''],
    ['matrix', false, integers, ';p=3,4', [3, 4]],
    ['matrix', true, integers, ';p=3;p=4', [3, 4]],
    ['matrix', false, color, ';p=R,100,G,200', { R: 100, G: 200 }],
    ['matrix', true, color, ';R=100;name=a%3Bb', { R: 100, name: 'a;b' }],
    ['matrix', false, integer, '5', '!must begin with ";p="'],
    ['matrix', false, integer, ';q=5', '!must begin with ";p=" and hold no other name'],
    [
      undefined,
      undefined,
      text,
      '%zz',
      '!has a percent sign that is not followed by the two digits of a UTF-8 byte',
    ],
    [
      undefined,
      undefined,
      texts,
      'a,%C3',
      '!has a percent sign that is not followed by the two digits of a UTF-8 byte',
    ],
    [undefined, undefined, text, '%2541', '%41'],
  ]);
});

describe('a header parameter', () => {
  itReads('header', [
    [undefined, undefined, text, ' a, b%20c+d ', 'a, b%20c+d'],
    [undefined, undefined, integer, '7', 7],
    [undefined, undefined, integers, '1, 2,3', [1, 2, 3]],
    ['simple', false, color, 'R, 100, G, 200', { R: 100, G: 200 }],
    ['simple', true, color, 'R=100, name=a=b', { R: 100, name: 'a=b' }],
  ]);
});

describe('a cookie parameter', () => {
  itReads('cookie', [
    [undefined, undefined, integer, 'a=1; p=7; p=8', 7],
    [undefined, undefined, text, 'p=a%3Bb+c', 'a;b+c'],
    [
      undefined,
      undefined,
      text,
      'p=50%',
      '!has a percent sign that is not followed by the two digits of a UTF-8 byte',
    ],
    [undefined, undefined, text, 'a=1', undefined],
    [undefined, undefined, integers, 'p=1; p=2', [1, 2]],
    [undefined, undefined, integers, 'p=1&p=2', [1, 2]],
    ['form', false, integers, 'p=1,2', [1, 2]],
    ['form', false, color, 'p=R,100,G,200', { R: 100, G: 200 }],
    ['form', true, color, 'R=100; G=200; x=1', { R: 100, G: 200 }],
  ]);
});

describe('a parameter with a media type', () => {
  it.each<[string, string, JsonObject, string, JsonValue | undefined]>([
    ['query', 'application/json', color, 'p=%7B%22R%22%3A1%7D', { R: 1 }],
    ['query', 'application/vnd.x+json', color, 'p={"R":"1"}', { R: '1' }],
    ['query', 'application/json', text, 'p=%7B', '!must be JSON, and can not be parsed'],
    ['query', 'application/json', text, 'p=', '!must be JSON, and can not be parsed'],
    [
      'query',
      'application/json',
      {},
      `p=${'['.repeat(200)}${']'.repeat(200)}`,
      '!is nested deeper than 100 levels',
    ],
    ['query', 'application/json', {}, 'q=1', undefined],
    ['query', 'text/plain', text, 'p=a,b+c', 'a,b c'],
    ['query', 'text/plain', integer, 'p=1', 1],
    ['path', 'application/json', {}, '%5B1,2%5D', [1, 2]],
    ['header', 'application/json', {}, '{"a": [1, 2]}', { a: [1, 2] }],
    ['cookie', 'application/json', {}, 'p=[1,2]', [1, 2]],
  ])('%s %s %j: %s', async (place, type, schema, sent, value) => {
    const parameter = await loadParameter({ in: place, content: { [type]: { schema } } });
    expect(readText(parameter, sent)).toEqual(value);
  });
});

describe('an empty value', () => {
  it.each<[JsonObject, string]>([
    [integer, ''],
    [integers, ''],
    [{ type: 'boolean' }, ''],
  ])('is a value for %j that may be empty', async (schema, value) => {
    const parameter = await loadParameter({ in: 'query', allowEmptyValue: true, schema });
    expect(readText(parameter, 'p=')).toBe(value);
    expect(readText(parameter, 'p')).toBe(value);
    expect(readText(parameter, '')).toBeUndefined();
  });
});

describe('what may be of several shapes', () => {
  it.each<[JsonObject, string, JsonValue]>([
    [{ oneOf: [text, texts] }, 'p=a', 'a'],
    [{ oneOf: [text, texts] }, 'p=a&p=b', ['a', 'b']],
    [{ oneOf: [integer, integers] }, 'p=1&p=2', [1, 2]],
    [{ oneOf: [integer, texts] }, 'p=x', ['x']],
    [{ type: ['array', 'null'], items: text }, 'p=x', ['x']],
    [{ type: ['string', 'object'] }, 'p=x', 'x'],
    [{ $ref: '#/components/schemas/List' }, 'p=1', [1]],
    [{ allOf: [{ $ref: '#/components/schemas/List' }, { maxItems: 2 }] }, 'p=1', [1]],
    [{ properties: { a: integer } }, 'a=1', { a: 1 }],
    [{ items: integer }, 'p=1', [1]],
    [{}, 'p=1&p=2', '1'],
    [{ oneOf: [integers, { type: 'array', items: text, minItems: 2 }] }, 'p=1&p=x', ['1', 'x']],
  ])('%j: %s', async (schema, sent, value) => {
    expect(
      readText(await loadParameter({ in: 'query', schema }, { List: integers }), sent),
    ).toEqual(value);
  });
});

describe('names that every object inherits', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', async (name) => {
    const parameter = await loadParameter({ in: 'query', name, schema: text });
    expect(readText(parameter, 'p=1')).toBeUndefined();
    expect(readText(parameter, `${name}=1`)).toBe('1');
    const deep = await loadParameter({
      in: 'query',
      style: 'deepObject',
      schema: {
        type: 'object',
        additionalProperties: { type: 'object', additionalProperties: integer },
      },
    });
    const value = readText(deep, `p[${name}][x]=1`);
    expect(Object.entries(value ?? {})).toEqual([[name, { x: 1 }]]);
    const spread = await loadParameter({ in: 'query', schema: { type: 'object' } });
    expect(Object.entries(readText(spread, `${name}=1`) ?? {})).toEqual([[name, '1']]);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
