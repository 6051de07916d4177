import { describe, expect, it } from 'vitest';

import type { Item, RecordChange } from '../record.ts';
import type { Room } from './room.ts';
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

const nothing = { size: 0, length: 0 };
const takeFrom =
  ({ take }: Room) =>
  (changes: readonly RecordChange[]): void =>
    take(changes, nothing);

describe('the room of a world', () => {
  it('is taken by records that are added, and given back by those that are removed', () => {
    const take = takeFrom(createRoom(2));
    take([put('a'), put('b')]);
    expect(() => take([put('c')])).toThrow(/may add 2 records/);
    take([remove('b')]);
    take([put('c')]);
    expect(() => take([put('d')])).toThrow(/may add 2 records/);
  });

  it('counts all changes of a request together, and nothing of a refused one', () => {
    const take = takeFrom(createRoom(2));
    expect(() => take([put('a'), put('b'), put('c')])).toThrow(/may add/);
    take([put('a'), put('b')]);
    take([remove('a'), put('c')]);
    expect(() => take([put('d')])).toThrow(/may add/);
  });

  it('counts a large record once for each 4 KB, also when it grows', () => {
    const take = takeFrom(createRoom(3));
    take([put('a', 8000)]);
    take([change(item('a', 8000), item('a', 100))]);
    take([change(item('a', 100), item('a', 8000))]);
    take([put('b')]);
    expect(() => take([change(item('a', 8000), item('a', 13_000))])).toThrow(/of 4 KB/);
  });

  it('counts records that take the places of one another', () => {
    const room = createRoom(2);
    const take = takeFrom(room);
    take([put('a'), put('b')]);
    take([change(item('a'), item('b', 20)), change(item('b'), item('a', 20))]);
    expect(room.bytes).toBe(8192);
  });

  it('counts what a record takes elsewhere, and gives it back', () => {
    const weighBesides = (collection: string): number => (collection === 'books' ? 8000 : 0);
    const take = takeFrom(createRoom(3, { weighBesides }));
    take([put('a')]);
    expect(() => take([put('b')])).toThrow(/of 4 KB/);
    take([change(item('a'), item('a', 20))]);
    take([remove('a'), put('b')]);
    expect(() => take([put('a')])).toThrow(/of 4 KB/);
    take([{ ...put('a'), collection: 'pages' }]);
  });

  it('counts what a world has of its own, and no record of its beginning', () => {
    const take = takeFrom(createRoom(1));
    take([change(item('old'), item('old', 20))]);
    expect(() => take([put('a')])).toThrow(/one record/);
    take([remove('old', 20)]);
    take([put('a')]);
    for (const key of ['b', 'c', 'd']) {
      // What was never its own gives nothing back.
      take([remove(key)]);
      expect(() => take([put('e')])).toThrow(/one record/);
    }
    take([remove('a')]);
    take([put('e')]);
  });

  it('has an end for what says that records were deleted, too', () => {
    const { take } = createRoom(1);
    take([remove('a')], { size: 0, length: 0 });
    take([remove('b')], { size: 600, length: 20_000 });
    expect(() => take([remove('c')], { size: 700, length: 30_000 })).toThrow(/deleted/);
    expect(() => take([put('d')], { size: 700, length: 30_000 })).toThrow(/deleted/);
  });

  it('asks for what it takes, and takes nothing where that is refused', () => {
    const asked: number[] = [];
    let isFull = false;
    const room = createRoom(10, {
      claim(bytes) {
        if (isFull) throw new Error('full');
        asked.push(bytes);
      },
    });
    const take = takeFrom(room);
    take([put('a'), put('b', 5000)]);
    expect([asked, room.bytes]).toEqual([[12_288], 12_288]);
    isFull = true;
    expect(() => take([put('c')])).toThrow('full');
    take([remove('b', 5000)]);
    expect(room.bytes).toBe(4096);
  });

  it('is whole again when the world goes back to its beginning', () => {
    const room = createRoom(1);
    const take = takeFrom(room);
    take([put('a')]);
    room.clear();
    take([put('a')]);
    expect(() => take([put('b')])).toThrow(/one record/);
  });
});
