import { describe, expect, it } from 'vitest';

import type { AddressedOperation, AskedConditions } from './paths.ts';
import { chooseOperation, compilePaths, findClashes, findTwins } from './paths.ts';

function address(line: string, ...bases: readonly string[]): AddressedOperation {
  const [method = '', path = ''] = line.split(' ');
  return { method, path, bases: bases.length === 0 ? [''] : bases };
}

const plain: AskedConditions = { query: '', headers: {} };

describe('readings of a path', () => {
  const paths = compilePaths([
    address('GET /things', '/v1'),
    address('GET /v1/things', ''),
    address('GET /{id}', '/{tenant}'),
    address('PUT /{key}', '/{tenant}'),
    address('GET /other', '/v1', ''),
  ]);
  const read = (path: string): readonly (readonly [string, readonly string[]])[] =>
    paths
      .readings(path)
      .map(({ target, values }) => [target.template, values.slice(target.baseValues)]);

  it.each<[string, readonly (readonly [string, readonly string[]])[]]>([
    ['/v1/things', [['/things', []]]],
    ['/v1/v1/things', []],
    ['/things', [['/things', []]]],
    ['/v1/other', [['/other', []]]],
    ['/other', [['/other', []]]],
    ['/acme/7', [['/{id}', ['7']]]],
    ['/7', [['/{id}', ['7']]]],
    ['/', []],
  ])('%s', (path, readings) => {
    expect(read(path).slice(0, 1)).toEqual(readings);
  });

  it('have the declared address first, whichever came first', () => {
    const both = compilePaths([address('GET /things', '/a'), address('PUT /things', '')]);
    const methods = both.readings('/things').map(({ target }) => [...target.operations.keys()]);
    expect(methods).toEqual([['PUT'], ['GET']]);
  });

  it('take the first of two that nothing tells apart', () => {
    const first = address('GET /a/{x}');
    const entry = compilePaths([first, address('GET /a/{y}')]).match('/a/1')?.target;
    expect(entry?.operations.get('GET')).toBe(first);
    expect(entry && chooseOperation(entry, 'GET', plain)).toBe(first);
  });
});

describe('chooseOperation', () => {
  function chosen(lines: readonly string[], asked: Partial<AskedConditions>): string | undefined {
    const [match] = compilePaths(lines.map((line) => address(line))).readings('/');
    return match && chooseOperation(match.target, 'GET', { ...plain, ...asked })?.path;
  }
  const actions = [
    'GET /?Action=List',
    'GET /?Action=List&Deep=1',
    'GET /?Action=Get',
    'GET /?acl',
  ];

  it.each<[string, readonly string[], Partial<AskedConditions>, string | undefined]>([
    ['the one that holds', actions, { query: 'Action=Get' }, '/?Action=Get'],
    [
      'the one that asks for more',
      actions,
      { query: 'Deep=1&Action=List' },
      '/?Action=List&Deep=1',
    ],
    ['the one that asks for less', actions, { query: 'Deep=2&Action=List' }, '/?Action=List'],
    ['a name without a value', actions, { query: 'acl' }, '/?acl'],
    ['a name with any value', actions, { query: 'acl=x' }, '/?acl'],
    ['escapes', ['GET /?a%20b=c%26d'], { query: 'a+b=c%26d' }, '/?a%20b=c%26d'],
    ['none', actions, { query: 'Action=list' }, undefined],
    ['none without a query', actions, {}, undefined],
    ['the one without conditions', [...actions, 'GET /'], { query: 'x=1' }, '/'],
    [
      'the one without conditions last',
      ['GET /', ...actions],
      { query: 'Action=Get' },
      '/?Action=Get',
    ],
    ['behind #', ['GET /#Action=A', 'GET /#Action=B'], { query: 'Action=B' }, '/#Action=B'],
    [
      'by a header behind #',
      ['GET /#X-Target=A', 'GET /#X-Target=B'],
      { headers: { 'x-target': 'B' } },
      '/#X-Target=B',
    ],
    ['not by a header behind ?', ['GET /?x=1', 'GET /?x=2'], { headers: { x: '1' } }, undefined],
    ['the only one behind #', ['GET /#Action=A'], {}, '/#Action=A'],
    ['not the only one behind ?', ['GET /?Action=A'], {}, undefined],
    ['the first of equals', ['GET /?a=1', 'GET /?b=1'], { query: 'b=1&a=1' }, '/?a=1'],
    ['no name of an object', ['GET /#constructor', 'GET /#b'], {}, undefined],
  ])('%s', (_, lines, asked, expected) => {
    expect(chosen(lines, asked)).toBe(expected);
  });
});

describe('findClashes', () => {
  function clashes(...contracts: readonly (readonly AddressedOperation[])[]): readonly string[] {
    return findClashes(contracts).map((clash) => clash.address);
  }

  it.each<[string, AddressedOperation, AddressedOperation, readonly string[]]>([
    ['the same path', address('GET /a'), address('GET /a'), ['GET /a']],
    ['another name', address('GET /a/{x}'), address('GET /a/{y}'), ['GET /a/{y}']],
    ['another method', address('GET /a'), address('PUT /a'), []],
    ['static beside templated', address('GET /a/{x}'), address('GET /a/b'), []],
    ['the same base', address('GET /a', '/v1'), address('GET /a', '/v1'), ['GET /v1/a']],
    [
      'one base of several',
      address('GET /a', '/v1', '/v2'),
      address('GET /a', '/v0', '/v2'),
      ['GET /v2/a'],
    ],
    ['another base', address('GET /a', '/v1'), address('GET /a', '/v2'), []],
    ['a base and none', address('GET /a', '/v1'), address('GET /a'), []],
    [
      'a base that the other writes out',
      address('GET /a', '/v1'),
      address('GET /v1/a'),
      ['GET /v1/a'],
    ],
    ['another condition', address('GET /?a=1'), address('GET /?a=2'), []],
  ])('%s', (_, first, second, expected) => {
    expect(clashes([first], [second])).toEqual(expected);
    expect(clashes([first, second])).toEqual([]);
    expect(findTwins([first, second])).toHaveLength(expected.length);
  });

  it('names the first and each that comes later', () => {
    const [one, two, three] = [address('GET /a'), address('GET /a'), address('GET /a')];
    expect(findClashes([[one], [two], [three]])).toEqual([
      { first: one, second: two, address: 'GET /a' },
      { first: one, second: three, address: 'GET /a' },
    ]);
  });
});
