import { describe, expect, it } from 'vitest';

import type { Item, RecordChange } from '../record.ts';
import { createRoom } from './room.ts';

const item = (key: string, length = 10): Item => ({
  key,
  parents: [],
  body: { id: key, text: 'x'.repeat(length) },
});
const change = (before: Item | undefined, after: Item | undefined): RecordChange => ({
  collection: 'books',
  before,
  after,
});
const put = (key: string, length?: number): RecordChange => change(undefined, item(key, length));
const remove = (key: string, length?: number): RecordChange => change(item(key, length), undefined);

describe('the room of a world', () => {
  it('is taken by records that are added, and given back by those that are removed', () => {
    const { take } = createRoom(2);
    take([put('a'), put('b')]);
    expect(() => take([put('c')])).toThrow(/may add 2 records/);
    take([remove('b')]);
    take([put('c')]);
    expect(() => take([put('d')])).toThrow(/may add 2 records/);
  });

  it('counts all changes of a request together, and nothing of a refused one', () => {
    const { take } = createRoom(2);
    expect(() => take([put('a'), put('b'), put('c')])).toThrow(/may add/);
    take([put('a'), put('b')]);
    take([remove('a'), put('c')]);
    expect(() => take([put('d')])).toThrow(/may add/);
  });

  it('counts a large record once for each 4 KB, also when it grows', () => {
    const { take } = createRoom(3);
    take([put('a', 8000)]);
    take([change(item('a', 8000), item('a', 100))]);
    take([change(item('a', 100), item('a', 8000))]);
    take([put('b')]);
    expect(() => take([change(item('a', 8000), item('a', 13_000))])).toThrow(/of 4 KB/);
  });

  it('lets records of the beginning be changed and removed, also where nothing is left', () => {
    const { take } = createRoom(1);
    take([put('a')]);
    take([change(item('old'), item('old', 20))]);
    take([remove('old')]);
    take([put('b')]);
    expect(() => take([put('c')])).toThrow(/one record/);
  });

  it('is whole again when the world goes back to its beginning', () => {
    const { take, clear } = createRoom(1);
    take([put('a')]);
    clear();
    take([put('a')]);
    expect(() => take([put('b')])).toThrow(/one record/);
  });
});
