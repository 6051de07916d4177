import { expect, it } from 'vitest';

import { findNameFault, mountOf, reach } from './addresses.ts';

it.each([
  ['/_mock/', '/_mock', ''],
  ['/mount/ed/_mock/', '/_mock', '/mount/ed'],
  ['/admin/mock/', '/admin/mock', ''],
  ['/api/admin/mock/', '/admin/mock', '/api'],
])('a console at %s of a server with the prefix %s is mounted at "%s"', (home, prefix, mount) => {
  expect(mountOf(home, prefix)).toBe(mount);
});

it.each([
  ['a', '', 'http://x:1/~a', 'X-Stuntdouble-World: a', 'curl http://x:1/~a/'],
  ['a', '/api', 'http://x:1/api/~a', 'X-Stuntdouble-World: a', 'curl http://x:1/api/~a/'],
  ['default', '', 'http://x:1', 'X-Stuntdouble-World: default', 'curl http://x:1/'],
])('the world %s below "%s" is reached', (world, mount, url, header, curl) => {
  expect(reach('http://x:1', mount, world)).toEqual({ url, header, curl });
});

it('a command shows the control token where that alone names a world', () => {
  expect(reach('http://x:1', '', 'a', true).curl).toBe(
    'curl -H "X-Stuntdouble-Token: $TOKEN" http://x:1/~a/',
  );
});

it.each([
  ['a', undefined],
  ['A-1_b.c', undefined],
  ['a'.repeat(64), undefined],
  ['', 'It needs a name.'],
  ['-a', 'A name begins with a letter or a digit.'],
  ['a b', 'A name has letters, digits, dots, dashes and underscores, and no blank.'],
  ['a/b', 'A name has letters, digits, dots, dashes and underscores, and no “/”.'],
  ['a😀', 'A name has letters, digits, dots, dashes and underscores, and no “😀”.'],
  ['a'.repeat(65), 'A name has up to 64 characters; this one has 65.'],
])('the name %j: %s', (text, fault) => {
  expect(findNameFault(text)).toBe(fault);
});
