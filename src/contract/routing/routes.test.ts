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

describe('match of templates as found in the wild', () => {
  const wild = [
    '/{a}-{b}/',
    '/files/{id}.{ext}',
    '/files/{id}.json',
    '/files/{id}.min.{ext}',
    '/files/{id}',
    '/jobs/{id}',
    '/jobs/{id}:cancel',
    '/jobs/all:cancel',
    '/v{version}/x',
    "/items('{key}')",
    '/items({key})',
    '/café/{x}',
    '/a%20b',
    '/blobs/{+name}',
    '/blobs/{+name}/meta/{key}',
    '/blobs/{+name}:copy',
    '/blobs/fixed',
    '/buckets/{bucket}/{key*}',
    '/v1/{name=shelves/*}',
    '/v1/{name=shelves/*/books/**}:move',
    '/v1/{parent=shelves/*}/books',
  ];
  const paths = compileRoutes(wild.map((template) => [template, template]));

  it.each<[string, string, readonly string[]]>([
    ['/x-y-z/', '/{a}-{b}/', ['x-y', 'z']],
    ['/files/a.b.c', '/files/{id}.{ext}', ['a.b', 'c']],
    // More fixed characters win.
    ['/files/a.json', '/files/{id}.json', ['a']],
    ['/files/a.min.js', '/files/{id}.min.{ext}', ['a', 'js']],
    ['/files/a', '/files/{id}', ['a']],
    ['/files/.json', '/files/{id}', ['.json']],
    ['/jobs/x:y:cancel', '/jobs/{id}:cancel', ['x:y']],
    ['/jobs/all:cancel', '/jobs/all:cancel', []],
    ['/jobs/:cancel', '/jobs/{id}', [':cancel']],
    // An escaped delimiter is data, where that makes sense.
    ['/jobs/x%3Acancel', '/jobs/{id}', ['x%3Acancel']],
    ['/items%28a%29', '/items({key})', ['a']],
    ['/v2/x', '/v{version}/x', ['2']],
    ["/items('a')", "/items('{key}')", ['a']],
    ['/items(a)', '/items({key})', ['a']],
    ['/caf%C3%A9/1', '/café/{x}', ['1']],
    ['/café/1', '/café/{x}', ['1']],
    ['/a%20b', '/a%20b', []],
    ['/a b', '/a%20b', []],
    ['/blobs/fixed', '/blobs/fixed', []],
    ['/blobs/a', '/blobs/{+name}', ['a']],
    ['/blobs/a/b%2Fc//d/', '/blobs/{+name}', ['a/b%2Fc//d/']],
    ['/blobs/a/meta/b', '/blobs/{+name}/meta/{key}', ['a', 'b']],
    ['/blobs/a/meta/b/meta/c', '/blobs/{+name}/meta/{key}', ['a/meta/b', 'c']],
    ['/blobs/a/b:copy', '/blobs/{+name}:copy', ['a/b']],
    ['/buckets/b//k', '/buckets/{bucket}/{key*}', ['b', '/k']],
    ['/v1/shelves/7', '/v1/{name=shelves/*}', ['shelves/7']],
    ['/v1/shelves/7/books', '/v1/{parent=shelves/*}/books', ['shelves/7']],
    ['/v1/shelves/7/books/8/9:move', '/v1/{name=shelves/*/books/**}:move', ['shelves/7/books/8/9']],
    // Matrix and label values keep their signs.
    ['/jobs/;id=7', '/jobs/{id}', [';id=7']],
    ['/jobs/.7', '/jobs/{id}', ['.7']],
    ['/jobs/%zz', '/jobs/{id}', ['%zz']],
    ['/jobs/%2F%2541', '/jobs/{id}', ['%2F%2541']],
  ])('%s is %s', (path, target, values) => {
    expect(paths.match(path)).toEqual({ target, values });
  });

  it.each([
    '/-b/',
    '/a-/',
    '/v/x',
    '/items()',
    '/a%2520b',
    '/blobs/',
    '/buckets/b/',
    '*',
    'x',
    '/v1/shelves/',
  ])('%j is nothing', (path) => {
    expect(paths.match(path)).toBeUndefined();
  });

  it('goes back from one kind of segment to the next', () => {
    const siblings = compileRoutes(
      ['/a/x', '/a.{e}/y', '/{p}/z', '/{+q}/w'].map((template) => [template, template]),
    );
    expect(siblings.match('/a.b/y')?.target).toBe('/a.{e}/y');
    expect(siblings.match('/a.b/z')?.target).toBe('/{p}/z');
    expect(siblings.match('/a.b/w')?.target).toBe('/{+q}/w');
    expect(siblings.match('/a/w')?.target).toBe('/{+q}/w');
  });

  it('knows all that has the same shape, each with its own values', () => {
    const shared = compileRoutes([
      ['/{name=shelves/*}', 1],
      ['/shelves/{id}', 2],
    ]);
    expect(shared.matchAll('/shelves/7')).toEqual([
      { target: 1, values: ['shelves/7'] },
      { target: 2, values: ['7'] },
    ]);
  });

  it.each<[string, readonly string[], string]>([
    ['many segments', ['/{+a}/x/{+b}/x/{+c}/y', '/{+a}/{+b}/{+c}/{+d}/y'], '/x'.repeat(32_000)],
    ['many ends that fit', ['/{+a}:x/{+b}:x/y'], '/a:x'.repeat(16_000)],
    ['a long segment', ['/{a}-{b}-{c}-{d}-x'], `/${'a-'.repeat(50_000)}`],
    ['nothing but slashes', ['/{+a}/{+b}/y'], '/'.repeat(65_536)],
    ['nothing but escapes', ['/{a}-{b}'], `/${'%41'.repeat(30_000)}`],
  ])('is not led astray by %s', (_, shapes, path) => {
    const hostile = compileRoutes(shapes.map((template) => [template, template]));
    expect(hostile.match(path)).toBeUndefined();
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
