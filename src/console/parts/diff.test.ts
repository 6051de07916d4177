import { expect, it } from 'vitest';

import type { JsonObject } from '../api/documents.ts';
import { diffRecords } from './diff.ts';

it.each<[string, JsonObject | null, JsonObject | null, readonly unknown[]]>([
  ['nothing', { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
  ['a member', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: 'b', before: 2, after: 3 }]],
  ['a new member', { a: 1 }, { a: 1, b: null }, [{ path: 'b', before: undefined, after: null }]],
  ['a lost member', { a: 1, b: 2 }, { a: 1 }, [{ path: 'b', before: 2, after: undefined }]],
  [
    'a deep one',
    { a: { b: 1, c: 2 } },
    { a: { b: 1, c: 3 } },
    [{ path: 'a.c', before: 2, after: 3 }],
  ],
  ['an item', { a: [1, 2] }, { a: [1, 3] }, [{ path: 'a[1]', before: 2, after: 3 }]],
  ['a longer list', { a: [1] }, { a: [0, 1] }, [{ path: 'a', before: [1], after: [0, 1] }]],
  ['a new record', null, { a: 1 }, [{ path: 'a', before: undefined, after: 1 }]],
  ['a removed record', { a: 1 }, null, [{ path: 'a', before: 1, after: undefined }]],
  [
    'a member that every object has',
    {},
    { constructor: 'x' },
    [{ path: 'constructor', before: undefined, after: 'x' }],
  ],
])('shows %s', (_what, before, after, expected) => {
  expect(diffRecords(before, after)).toEqual(expected);
});
