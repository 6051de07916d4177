import { describe, expect, it } from 'vitest';

import { ApiError } from '../../base/errors.ts';
import { isName } from '../../store/worlds/snapshots.ts';
import { readWorldName } from '../../store/worlds/worlds.ts';
import type { WorldNames } from './world-selection.ts';
import { selectWorld, takeOffWorld } from './world-selection.ts';

const names: WorldNames = {
  read: readWorldName,
  isName,
  isPath: (segment) => segment === '~own',
};

describe('a world in front of a path', () => {
  it.each<[string, string | undefined, string, string]>([
    ['/~a/things', 'a', '/~a', '/things'],
    ['/~a/things/', 'a', '/~a', '/things/'],
    ['/~a', 'a', '/~a', '/'],
    ['/~a/', 'a', '/~a', '/'],
    ['/~a//things', 'a', '/~a', '//things'],
    ['/~a/_mock/reset', 'a', '/~a', '/_mock/reset'],
    ['/~default/things', 'default', '/~default', '/things'],
    ['/~a/~b/things', 'a', '/~a', '/~b/things'],
    ['/~/things', '', '/~', '/things'],
    ['/%7Ea/things', 'a', '/%7Ea', '/things'],
    ['/%7ea/things', 'a', '/%7ea', '/things'],
    ['/~a%2Db/things', 'a-b', '/~a%2Db', '/things'],
    ['/~%zz/things', '%zz', '/~%zz', '/things'],
    ['/things/~a', undefined, '', '/things/~a'],
    ['/%7Fa/things', undefined, '', '/%7Fa/things'],
    ['/%7', undefined, '', '/%7'],
    ['/~own/things', undefined, '', '/~own/things'],
    ['/%7Eown/things', undefined, '', '/%7Eown/things'],
    ['/~owner/things', 'owner', '/~owner', '/things'],
    ['/', undefined, '', '/'],
    ['*', undefined, '', '*'],
  ])('%s is of the world %s', (path, world, prefix, rest) => {
    const place = takeOffWorld({ prefix: '/mounted', path, query: 'q=1' }, names);
    expect(place).toEqual({
      world,
      target: { prefix: `/mounted${prefix}`, path: rest, query: 'q=1' },
    });
  });
});

interface Named {
  readonly header?: string;
  readonly cookie?: string;
  readonly inPath?: string;
}

function select({ header, cookie, inPath }: Named, cookieYields = false): string | undefined {
  const headers = {
    ...(header === undefined ? {} : { 'x-stuntdouble-world': header }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  return selectWorld({ headers }, inPath, names, cookieYields);
}

const field = 'X-Stuntdouble-World';

describe('the world of a request', () => {
  it.each<[Named, string | undefined]>([
    [{}, undefined],
    [{ header: 'a' }, 'a'],
    [{ header: ' a ' }, 'a'],
    [{ header: 'a, a' }, 'a'],
    [{ header: 'A' }, 'A'],
    [{ header: 'default' }, undefined],
    [{ cookie: `${field}=a` }, 'a'],
    [{ cookie: `session=1; ${field}="a"; x=y` }, 'a'],
    [{ cookie: `${field}=a; ${field}=a` }, 'a'],
    [{ cookie: `x${field}=a` }, undefined],
    [{ cookie: `session=${field}` }, undefined],
    [{ cookie: `x-stuntdouble-world=a` }, undefined],
    [{ inPath: 'a' }, 'a'],
    [{ inPath: 'default' }, undefined],
    [{ header: 'a', cookie: `${field}=a`, inPath: 'a' }, 'a'],
  ])('%j is %s', (named, world) => {
    expect(select(named)).toBe(world);
  });

  it.each<[Named, string | undefined]>([
    [{ header: 'a', cookie: `${field}=b` }, 'a'],
    [{ header: 'default', cookie: `${field}=b` }, undefined],
    [{ inPath: 'a', cookie: `${field}=b` }, 'a'],
    [{ cookie: `${field}=b` }, 'b'],
    [{ cookie: `${field}=b; ${field}=b` }, 'b'],
    [{ cookie: `${field}=default` }, undefined],
    [{ cookie: `${field}=` }, undefined],
    [{ cookie: `${field}=!!bad!!` }, undefined],
    [{ cookie: `${field}=${'a'.repeat(3900)}` }, undefined],
    [{ cookie: `${field}=a; ${field}=b` }, undefined],
    [{ cookie: `${field}=b; ${field}=!!bad!!` }, undefined],
    [{ header: 'a', cookie: `${field}=!!bad!!` }, 'a'],
  ])('%j is %s where the cookie yields', (named, world) => {
    expect(select(named, true)).toBe(world);
  });

  it.each<[Named, RegExp]>([
    [{ header: 'a', inPath: 'b' }, /the header names "a", and the path names "b"/],
    [{ header: 'a', cookie: `${field}=b` }, /the header names "a", and the cookie names "b"/],
    [{ cookie: `${field}=a`, inPath: 'b' }, /the cookie names "a", and the path names "b"/],
    [{ header: 'a', cookie: `${field}=a`, inPath: 'b' }, /the header names "a", and the path/],
    [{ header: 'a, b' }, /the header names "a", and the header names "b"/],
    [{ cookie: `${field}=a; ${field}=b` }, /the cookie names "a", and the cookie names "b"/],
    [{ header: 'default', inPath: 'a' }, /the header names "default", and the path names "a"/],
    [{ header: 'a', inPath: 'A' }, /names "a", and/],
  ])('%j is a conflict', (named, message) => {
    const error = catchError(named);
    expect(error).toMatchObject({ code: 'conflicting-worlds', message: expect.any(String) });
    expect(error.message).toMatch(message);
  });

  it.each([
    { header: '' },
    { header: 'a b' },
    { header: '-a' },
    { header: 'a'.repeat(65) },
    { cookie: `${field}=` },
    { inPath: '' },
    { inPath: 'a\r\nX: y' },
    { inPath: 'ä' },
  ])('%j is no name', (named) => {
    expect(catchError(named)).toMatchObject({ code: 'invalid-world', status: 400 });
  });

  it.each([{ header: '!!bad!!' }, { header: '', cookie: `${field}=b` }, { inPath: '!!bad!!' }])(
    '%j is no name, also where the cookie yields',
    (named) => {
      expect(catchError(named, true)).toMatchObject({ code: 'invalid-world', status: 400 });
    },
  );
});

function catchError(named: Named, cookieYields?: boolean): ApiError {
  try {
    select(named, cookieYields);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was wrong with it');
}
