import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../json.ts';
import { contractText, loadText, plainOperation } from './contract-text.test-kit.ts';
import type { Parameter } from './parameters.ts';
import { wireFrom } from './serialise.test-kit.ts';
import { UnreadableText } from './percent.ts';

/** A parameter as a contract declares it; `p` unless it says otherwise. */
async function load(declared: JsonObject, schemas: JsonObject = {}): Promise<Parameter> {
  const path = declared['in'] === 'path' ? '/a/{p}' : '/a';
  const all = { name: 'p', required: declared['in'] === 'path', ...declared };
  const contract = await loadText(
    contractText(
      { [path]: { get: plainOperation({ parameters: [all] }) } },
      { components: { schemas } },
    ),
  );
  const [parameter] = contract.operations[0]?.parameters ?? [];
  if (!parameter) throw new Error('there is no parameter');
  return parameter;
}

/** What is read from a text in the parameter's place, or why it can't be. */
function read(parameter: Parameter, text: string): JsonValue | undefined {
  const { name, in: place } = parameter;
  const wire = wireFrom({
    path: new Map(place === 'path' ? [[name, text]] : []),
    query: place === 'query' ? text : '',
    header: new Map(place === 'header' ? [[name.toLowerCase(), text]] : []),
    cookie: place === 'cookie' ? text : undefined,
  });
  try {
    return parameter.read(wire);
  } catch (error) {
    if (error instanceof UnreadableText) return `!${error.message}`;
    throw error;
  }
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const texts = { type: 'array', items: text };
const integers = { type: 'array', items: integer };
const color = {
  type: 'object',
  properties: { R: integer, G: integer, name: text },
  additionalProperties: false,
};

type Row = readonly [
  style: string | undefined,
  explode: boolean | undefined,
  schema: JsonObject,
  text: string,
  value: JsonValue | undefined,
];

function rows(place: string, table: readonly Row[]): void {
  it.each(table)(`${place} %s, explode %s, %j: %s`, async (style, explode, schema, sent, value) => {
    const parameter = await load({
      in: place,
      schema,
      ...(style === undefined ? {} : { style }),
      ...(explode === undefined ? {} : { explode }),
    });
    expect(read(parameter, sent)).toEqual(value);
  });
}

describe('a path parameter', () => {
  rows('path', [
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

describe('a query parameter', () => {
  rows('query', [
    [undefined, undefined, text, 'p=a%20b+c%2Bd', 'a b c+d'],
    [undefined, undefined, text, '', undefined],
    [undefined, undefined, text, 'p=', ''],
    [undefined, undefined, text, 'p', ''],
    [undefined, undefined, text, 'q=1&&p=1=2&p=3', '1=2'],
    [undefined, undefined, text, '%70=1', '1'],
    [
      undefined,
      undefined,
      text,
      'p=%E4',
      '!has a percent sign that is not followed by the two digits of a UTF-8 byte',
    ],
    [undefined, undefined, text, '%E4=1&p=2', '2'],
    [undefined, undefined, integers, 'p=1&q=0&p=2', [1, 2]],
    [undefined, undefined, texts, 'p=a,b', ['a,b']],
    [undefined, undefined, texts, 'p=', ['']],
    [undefined, undefined, texts, 'p[]=a&p%5B%5D=b', ['a', 'b']],
    [undefined, undefined, texts, 'p[]=a&p=b', ['b']],
    ['form', false, texts, 'p=a,b%2Cc,', ['a', 'b,c', '']],
    ['form', false, integers, 'p=1,2&p=3', [1, 2, 3]],
    ['form', false, color, 'p=R,100,G,200', { R: 100, G: 200 }],
    ['form', true, color, 'R=100&x=1&name=a+b', { R: 100, name: 'a b' }],
    ['form', true, color, 'x=1', undefined],
    [
      'form',
      true,
      { type: 'object', properties: { a: integers } },
      'a=1&a=2&a=3',
      { a: [1, 2, 3] },
    ],
    ['form', true, { type: 'object', properties: { a: integers } }, 'a=1', { a: [1] }],
    ['form', true, { type: 'object', additionalProperties: integer }, 'a=1&b=2', { a: 1, b: 2 }],
    ['form', true, { type: 'object' }, 'a=1&b=2&b=3', { a: '1', b: ['2', '3'] }],
    ['spaceDelimited', false, texts, 'p=a%20b+c d,e%7C', ['a', 'b', 'c', 'd,e|']],
    ['spaceDelimited', true, texts, 'p=a%20b&p=c', ['a b', 'c']],
    ['spaceDelimited', undefined, integers, 'p=1%202', [1, 2]],
    ['spaceDelimited', false, color, 'p=R%20100%20G%20200', { R: 100, G: 200 }],
    ['pipeDelimited', false, texts, 'p=a%7Cb|c%7cd+e,f', ['a', 'b', 'c', 'd e,f']],
    ['pipeDelimited', false, color, 'p=R|100|G|200', { R: 100, G: 200 }],
    ['pipeDelimited', true, texts, 'p=a|b&p=c', ['a|b', 'c']],
  ]);

  const filter = {
    type: 'object',
    properties: {
      a: integer,
      b: { type: 'object', properties: { c: integer } },
      list: integers,
      rows: { type: 'array', items: color },
    },
  };
  rows('query', [
    ['deepObject', true, filter, 'p[a]=1&p[b][c]=2', { a: 1, b: { c: 2 } }],
    ['deepObject', undefined, filter, 'p%5Ba%5D=1', { a: 1 }],
    ['deepObject', true, filter, 'p[list]=1&p[list]=2', { list: [1, 2] }],
    ['deepObject', true, filter, 'p[list]=1', { list: [1] }],
    ['deepObject', true, filter, 'p[list][]=1&p[list][]=2', { list: [1, 2] }],
    ['deepObject', true, filter, 'p[list][]=1', { list: [1] }],
    ['deepObject', true, filter, 'p[list][1]=2&p[list][0]=1', { list: [1, 2] }],
    ['deepObject', true, filter, 'p[list][7]=1', { list: [1] }],
    ['deepObject', true, filter, 'p[list][99999]=1', { list: { 99999: '1' } }],
    [
      'deepObject',
      true,
      filter,
      'p[rows][0][R]=1&p[rows][1][R]=2&p[rows][0][name]=3',
      { rows: [{ R: 1, name: '3' }, { R: 2 }] },
    ],
    ['deepObject', true, filter, 'p[a]=x&q[a]=1', { a: 'x' }],
    ['deepObject', true, filter, 'p[a]=1&p[a][b]=2', '!has both a value and members at "p[a]"'],
    ['deepObject', true, filter, `p${'[x]'.repeat(21)}=1`, '!is nested deeper than 20 levels'],
    ['deepObject', true, filter, 'p=1', '1'],
    ['deepObject', true, filter, '[a]=1&p]a[=2&p[a=3', undefined],
    ['deepObject', true, integers, 'p[0]=1&p[1]=2', [1, 2]],
    ['deepObject', true, integers, 'p=1', [1]],
    ['deepObject', true, integer, 'p=1&p=2', 1],
    [
      'deepObject',
      true,
      { type: 'object' },
      'p[a][]=1&p[b][0]=2&p[c][1]=3',
      { a: ['1'], b: ['2'], c: { 1: '3' } },
    ],
    ['deepObject', true, { type: 'object', properties: { 0: integer } }, 'p[0]=1', { 0: 1 }],
    [
      'deepObject',
      true,
      { anyOf: [{ type: 'object', properties: { gt: integer } }, integer] },
      'p[gt]=1',
      { gt: 1 },
    ],
    [
      'deepObject',
      true,
      { anyOf: [{ type: 'object', properties: { gt: integer } }, integer] },
      'p=1',
      1,
    ],
  ]);
});

describe('a header parameter', () => {
  rows('header', [
    [undefined, undefined, text, ' a, b%20c+d ', 'a, b%20c+d'],
    [undefined, undefined, integer, '7', 7],
    [undefined, undefined, integers, '1, 2,3', [1, 2, 3]],
    ['simple', false, color, 'R, 100, G, 200', { R: 100, G: 200 }],
    ['simple', true, color, 'R=100, name=a=b', { R: 100, name: 'a=b' }],
  ]);
});

describe('a cookie parameter', () => {
  rows('cookie', [
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
    const parameter = await load({ in: place, content: { [type]: { schema } } });
    expect(read(parameter, sent)).toEqual(value);
  });
});

describe('an empty value', () => {
  it.each<[JsonObject, string]>([
    [integer, ''],
    [integers, ''],
    [{ type: 'boolean' }, ''],
  ])('is a value for %j that may be empty', async (schema, value) => {
    const parameter = await load({ in: 'query', allowEmptyValue: true, schema });
    expect(read(parameter, 'p=')).toBe(value);
    expect(read(parameter, 'p')).toBe(value);
    expect(read(parameter, '')).toBeUndefined();
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
    expect(read(await load({ in: 'query', schema }, { List: integers }), sent)).toEqual(value);
  });
});

describe('names that every object inherits', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', async (name) => {
    const parameter = await load({ in: 'query', name, schema: text });
    expect(read(parameter, 'p=1')).toBeUndefined();
    expect(read(parameter, `${name}=1`)).toBe('1');
    const deep = await load({
      in: 'query',
      style: 'deepObject',
      schema: {
        type: 'object',
        additionalProperties: { type: 'object', additionalProperties: integer },
      },
    });
    const value = read(deep, `p[${name}][x]=1`);
    expect(Object.entries(value ?? {})).toEqual([[name, { x: 1 }]]);
    const spread = await load({ in: 'query', schema: { type: 'object' } });
    expect(Object.entries(read(spread, `${name}=1`) ?? {})).toEqual([[name, '1']]);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
