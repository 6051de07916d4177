import { describe, expect, it } from 'vitest';

import { parseTarget } from './head.ts';

describe('parseTarget', () => {
  it.each<[string, string, string]>([
    ['/', '/', ''],
    ['/a', '/a', ''],
    ['/a/', '/a/', ''],
    ['/a?b=1', '/a', 'b=1'],
    ['/a?', '/a', ''],
    ['/a?b?c', '/a', 'b?c'],
    ['/?a', '/', 'a'],
    ['/a%2Fb?c=%26', '/a%2Fb', 'c=%26'],
    ['//a//b', '//a//b', ''],
    ['//example.com/a', '//example.com/a', ''],
    ['/a?next=http://example.com/b', '/a', 'next=http://example.com/b'],
    ['/http://example.com/a', '/http://example.com/a', ''],
    // A proxy may send the whole address.
    ['http://example.com/a?b', '/a', 'b'],
    ['https://example.com:8080/', '/', ''],
    ['HTTP://user@example.com/a', '/a', ''],
    ['http://[::1]:4010/a', '/a', ''],
    ['http://example.com?b', '/', 'b'],
    ['http://example.com', '/', ''],
    // Of the whole server (OPTIONS).
    ['*', '*', ''],
  ])('%s', (url, path, query) => {
    expect(parseTarget(url, '/prefix')).toEqual({ prefix: '/prefix', path, query });
  });
});
