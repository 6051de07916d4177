import { expect, it } from 'vitest';

import type { Notice } from './console.ts';
import { addNotice } from './notice-list.ts';

function listAfter(...notices: readonly Notice[]): readonly string[] {
  let all: Parameters<typeof addNotice>[0] = [];
  for (const [id, notice] of notices.entries()) all = addNotice(all, { ...notice, id });
  return all.map(({ text }) => text);
}

const error = (text: string): Notice => ({ text, kind: 'error' });
const done = (text: string): Notice => ({ text });
const undoable = (text: string): Notice => ({
  text,
  action: { label: 'Undo', run: () => undefined },
});

it.each<[string, readonly Notice[], readonly string[]]>([
  ['the newest two of what was done', ['a', 'b', 'c', 'd'].map(done), ['c', 'd']],
  [
    'errors, whatever is done after them',
    [error('a'), error('b'), ...['c', 'd', 'e', 'f'].map(done)],
    ['a', 'b', 'e', 'f'],
  ],
  [
    'what was done, whatever fails after it',
    [done('a'), ...['b', 'c'].map(error)],
    ['a', 'b', 'c'],
  ],
  ['the newest four errors', ['a', 'b', 'c', 'd', 'e'].map(error), ['b', 'c', 'd', 'e']],
  [
    'what stays until it is dismissed',
    [{ text: 'a', stays: true }, ...['b', 'c', 'd'].map(done)],
    ['a', 'c', 'd'],
  ],
  [
    'what offers an action, whatever comes after it',
    [undoable('a'), undoable('b'), undoable('c'), ...['d', 'e', 'f'].map(done)],
    ['a', 'b', 'c', 'e', 'f'],
  ],
  ['the newest three with an action', ['a', 'b', 'c', 'd'].map(undoable), ['b', 'c', 'd']],
  [
    'the newest about a thing',
    [{ ...undoable('off'), about: 'x' }, done('a'), { ...done('on'), about: 'x' }],
    ['a', 'on'],
  ],
  [
    'each action, also of the same text',
    [undoable('a'), undoable('a'), done('b'), done('a')],
    ['a', 'a', 'b', 'a'],
  ],
  ['a text once, where it was told last', ['a', 'b', 'a'].map(done), ['b', 'a']],
])('notices: the list keeps %s', (_, told, kept) => {
  expect(listAfter(...told)).toEqual(kept);
});
