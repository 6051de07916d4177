import { describe, expect, it } from 'vitest';

import type { Item, RecordChange } from '../record.ts';
import { netChanges } from './net-changes.ts';

const above = ['1'];
const item = (key: string, title: string, parents: readonly string[] = above): Item => ({
  key,
  parents,
  body: { id: key, title },
});

function change(
  before: Item | undefined,
  after: Item | undefined,
  more: Partial<RecordChange> = {},
): RecordChange {
  return { collection: 'books', before, after, ...more };
}

const [old, next, last] = [item('a', 'Old'), item('a', 'Next'), item('a', 'Last')];
const other = item('b', 'Other');
const moved = item('a', 'Old', ['2']);

describe('what several changes do together', () => {
  it.each<readonly [string, readonly RecordChange[], readonly RecordChange[]]>([
    ['nothing', [], []],
    ['one change', [change(old, next)], [change(old, next)]],
    ['two of one record', [change(old, next), change(next, last)], [change(old, last)]],
    [
      'one of each of two',
      [change(old, next), change(other, undefined)],
      [change(old, next), change(other, undefined)],
    ],
    [
      'a record that comes and goes',
      [change(undefined, old, { isNew: true }), change(old, undefined)],
      [],
    ],
    ['a record that is as it was', [change(old, next), change(next, old)], []],
    ['a change to the same', [change(old, old)], []],
    [
      'a record that moves',
      [change(old, undefined), change(undefined, moved)],
      [change(old, moved)],
    ],
    [
      'a record that goes, and a new one of its key elsewhere',
      [change(old, undefined), change(undefined, moved, { isNew: true })],
      [change(old, undefined), change(undefined, moved, { isNew: true })],
    ],
    [
      'a made-up record that changes twice',
      [change(undefined, next, { madeUp: old }), change(next, last)],
      [change(undefined, last, { madeUp: old })],
    ],
  ])('%s', (_, changes, net) => {
    expect(netChanges(changes)).toEqual(net);
  });
});
