import { describe, expect, it } from 'vitest';

import { compileRoutes, parameterName, parameterNames, segmentsOf } from './routes.ts';

const templates = [
  '/',
  '/pages',
  '/pages/',
  '/pages/{id}',
  '/pages/{id}/',
  '/pages/latest',
  '/pages/{id}/notes/{note}',
  '/pages/latest/summary',
  '/{tenant}/pages/drafts/all',
  '/{tenant}/{kind}/{id}',
  '/files/{name}/raw',
  '/a//b',
];

const routes = compileRoutes(new Map(templates.map((template) => [template, template])));

describe('match', () => {
  it.each<[string, string, readonly string[]]>([
    ['/', '/', []],
    ['/pages', '/pages', []],
    ['/pages/', '/pages/', []],
    ['/pages/7', '/pages/{id}', ['7']],
    ['/pages/7/', '/pages/{id}/', ['7']],
    ['/pages/7/notes/8', '/pages/{id}/notes/{note}', ['7', '8']],
    // What is written out wins over a parameter.
    ['/pages/latest', '/pages/latest', []],
    ['/pages/latest/summary', '/pages/latest/summary', []],
    // A dead end is left again, and what was taken on the way is forgotten.
    ['/pages/latest/', '/pages/{id}/', ['latest']],
    ['/pages/latest/notes/8', '/pages/{id}/notes/{note}', ['latest', '8']],
    ['/files/a/raw', '/files/{name}/raw', ['a']],
    ['/pages/7/notes', '/{tenant}/{kind}/{id}', ['pages', '7', 'notes']],
    ['/files/a/other', '/{tenant}/{kind}/{id}', ['files', 'a', 'other']],
    ['/x/pages/drafts', '/{tenant}/{kind}/{id}', ['x', 'pages', 'drafts']],
    ['/x/pages/drafts/all', '/{tenant}/pages/drafts/all', ['x']],
    // Values stay as they were sent.
    ['/pages/a%2Fb', '/pages/{id}', ['a%2Fb']],
    ['/pages/%7Bid%7D', '/pages/{id}', ['%7Bid%7D']],
    ['/pages/{id}', '/pages/{id}', ['{id}']],
    ['/pages/__proto__', '/pages/{id}', ['__proto__']],
    ['/pages/..', '/pages/{id}', ['..']],
    ['/a//b', '/a//b', []],
  ])('%s is %s', (path, target, values) => {
    expect(routes.match(path)).toEqual({ target, values });
  });

  it.each([
    '',
    'pages',
    '/nothing',
    '/Pages',
    '//',
    '/pages//',
    '/pages/7/notes/',
    '/pages//notes/8',
    '/pages/7/notes/8/',
    '/pages/latest/summary/',
    '/files//raw',
    '/a/b',
    '/x/y/z/w',
  ])('%j is nothing', (path) => {
    expect(routes.match(path)).toBeUndefined();
  });

  it('takes one path of two templates that differ only in a name', () => {
    const twins = compileRoutes(
      new Map([
        ['/a/{x}/b', 'b'],
        ['/a/{y}/c', 'c'],
      ]),
    );
    expect(twins.match('/a/1/b')).toEqual({ target: 'b', values: ['1'] });
    expect(twins.match('/a/1/c')).toEqual({ target: 'c', values: ['1'] });
  });

  it('knows no path of an empty contract', () => {
    expect(compileRoutes(new Map()).match('/')).toBeUndefined();
  });
});

describe('the parts of a template', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['/', [''], []],
    ['/a', ['a'], []],
    ['/a/', ['a', ''], []],
    ['/a/{b}/c/{d}/', ['a', '{b}', 'c', '{d}', ''], ['b', 'd']],
    ['/a//{b}', ['a', '', '{b}'], ['b']],
  ])('of %s', (template, segments, names) => {
    expect(segmentsOf(template)).toEqual(segments);
    expect(parameterNames(template)).toEqual(names);
  });

  it.each<[string, string | undefined]>([
    ['{id}', 'id'],
    ['{order_id}', 'order_id'],
    ['id', undefined],
    ['', undefined],
    ['{id', undefined],
    ['id}', undefined],
    ['{id}.json', undefined],
    ['v{id}', undefined],
    ['{from}-{to}', undefined],
  ])('%j is the parameter %j', (segment, name) => {
    expect(parameterName(segment)).toBe(name);
  });
});
