import { describe, expect, it } from 'vitest';

import type { Room } from '../../store/worlds/room.ts';
import { createSharedMemory } from './shared-memory.ts';

const put = (key: string): Parameters<Room['take']> => [
  [{ collection: 'books', before: undefined, after: { key, parents: [], body: { id: key } } }],
  { size: 0, length: 0 },
];
/** For so many records of 4 KB. */
const memoryFor = (records: number): number => records * 4096;

describe('the memory of all visitors', () => {
  it('is shared: what is too much is refused where no world can go', () => {
    const open = createSharedMemory({
      most: memoryFor(3),
      isLivedIn: () => true,
      makeRoom: () => false,
    });
    const [one, other] = [open('one', 10), open('other', 10)];
    one.take(...put('a'));
    one.take(...put('b'));
    other.take(...put('a'));
    expect(() => other.take(...put('b'))).toThrow(/try again in a minute/);
    expect(other.bytes).toBe(memoryFor(1));
  });

  it('has room again when a world was dropped, or is dropped for that', () => {
    const lived = new Set(['one', 'two', 'three']);
    const asked: string[] = [];
    const open = createSharedMemory({
      most: memoryFor(3),
      isLivedIn: (world) => lived.has(world),
      makeRoom(keep) {
        asked.push(keep);
        return lived.delete('two');
      },
    });
    const [one, two, three] = [open('one', 10), open('two', 10), open('three', 10)];
    one.take(...put('a'));
    two.take(...put('a'));
    three.take(...put('a'));
    lived.delete('one');
    three.take(...put('b'));
    expect(asked).toEqual([]);
    three.take(...put('c'));
    expect([asked, three.bytes]).toEqual([['three'], memoryFor(3)]);
    expect(() => three.take(...put('d'))).toThrow(/minute/);
  });

  it('drops no world for a change that has no room even then', () => {
    let dropped = 0;
    const open = createSharedMemory({
      most: memoryFor(2),
      isLivedIn: () => true,
      makeRoom: () => (dropped += 1) > 0,
    });
    open('one', 10).take(...put('a'));
    const many = ['a', 'b', 'c'].flatMap((key) => put(key)[0]);
    expect(() => open('other', 10).take(many, { size: 0, length: 0 })).toThrow(/minute/);
    expect(dropped).toBe(0);
  });

  it('lets go of the rooms of dropped worlds', () => {
    let asked = 0;
    const open = createSharedMemory({
      most: memoryFor(1),
      isLivedIn() {
        asked += 1;
        return false;
      },
      makeRoom: () => false,
    });
    for (let at = 0; at < 1000; at += 1) open(`world ${at}`, 1).take(...put('a'));
    expect(asked).toBeGreaterThan(0);
    // At most one room is asked for each that was opened.
    expect(asked).toBeLessThanOrEqual(1000);
  });
});
