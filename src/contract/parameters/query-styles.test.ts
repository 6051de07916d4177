import { describe } from 'vitest';

import { itReads } from './parameter.test-kit.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const texts = { type: 'array', items: text };
const integers = { type: 'array', items: integer };
const color = {
  type: 'object',
  properties: { R: integer, G: integer, name: text },
  additionalProperties: false,
};

describe('a query parameter', () => {
  itReads('query', [
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
    ['form', false, texts, 'p=a%2Cb%2cc', ['a', 'b', 'c']],
    ['form', false, integers, 'p=1,2&p=3', [1, 2, 3]],
    ['form', false, color, 'p=R,100,G,200', { R: 100, G: 200 }],
    ['form', true, color, 'R=100&x=1&name=a+b', { R: 100, name: 'a b' }],
    ['form', true, color, 'x=1', undefined],
    ['form', true, color, 'name=a&name=b', { name: 'a' }],
    ['form', false, color, 'p=R,1,R,2', { R: 1 }],
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
  itReads('query', [
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
