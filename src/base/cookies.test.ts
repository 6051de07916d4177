import { expect, it } from 'vitest';

import { splitCookies } from './cookies.ts';

it.each<[string, readonly (readonly [name: string, value: string | undefined])[]]>([
  ['', [['', undefined]]],
  ['a=1', [['a', '1']]],
  [
    'a=1;b=2 ;  c = 3',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ],
  ],
  [
    'a; c=',
    [
      ['a', undefined],
      ['c', ''],
    ],
  ],
  ['a="x y"', [['a', 'x y']]],
  ['a="', [['a', '"']]],
  ['a=""', [['a', '']]],
  ['a=b=c', [['a', 'b=c']]],
  ['a=%41', [['a', '%41']]],
  ['=1', [['', '1']]],
])('the cookies of %j', (header, cookies) => {
  expect(splitCookies(header).map(({ name, value }) => [name, value])).toEqual(cookies);
});

it('each cookie keeps its text', () => {
  expect(splitCookies('a=1;  b="2" ').map(({ pair }) => pair)).toEqual(['a=1', '  b="2" ']);
});
