import { describe, expect, it } from 'vitest';

import type { Room } from '../../store/worlds/room.ts';
import type { SharedMemory } from './shared-memory.ts';
import { createSharedMemory } from './shared-memory.ts';

const put = (key: string): Parameters<Room['take']> => [
  [{ collection: 'books', before: undefined, after: { key, parents: [], body: { id: key } } }],
  { size: 0, length: 0 },
];
/** For so many records of 4 KB. */
const memoryFor = (records: number): number => records * 4096;

/** A world of so many records, made from a network. */
type Open = (world: string, network?: string) => Room;

interface Setting {
  readonly most: number;
  readonly mostOfOne?: number;
  readonly isLivedIn?: (world: string) => boolean;
  readonly makeRoom?: Parameters<typeof createSharedMemory>[0]['makeRoom'];
}

function openMemory({ most, mostOfOne = most, ...setting }: Setting): SharedMemory & {
  readonly room: Open;
} {
  const memory = createSharedMemory({
    most: memoryFor(most),
    mostOfOne: memoryFor(mostOfOne),
    isLivedIn: () => true,
    makeRoom: () => false,
    ...setting,
  });
  const room: Open = (world, network = world) => memory.open(world, { records: 10, network });
  return { ...memory, room };
}

/** The worlds that are there; the first of them that may go goes. */
function keepWorlds(names: readonly string[]): Required<Pick<Setting, 'isLivedIn' | 'makeRoom'>> & {
  readonly lived: Set<string>;
} {
  const lived = new Set(names);
  return {
    lived,
    isLivedIn: (world) => lived.has(world),
    makeRoom(mayGo) {
      const first = [...lived].find(mayGo);
      return first !== undefined && lived.delete(first);
    },
  };
}

describe('the memory of all visitors', () => {
  it('is shared: what is too much is refused where no world can go', () => {
    const { room } = openMemory({ most: 3 });
    const [one, other] = [room('one'), room('other')];
    one.take(...put('a'));
    one.take(...put('b'));
    other.take(...put('a'));
    expect(() => other.take(...put('b'))).toThrow(/all visitors.*try again in a minute/);
    expect(other.bytes).toBe(memoryFor(1));
  });

  it('has room again when a world was dropped, or is dropped for that', () => {
    const { lived, ...worlds } = keepWorlds(['three', 'two', 'one']);
    const { room } = openMemory({ most: 3, ...worlds });
    const [one, two, three] = [room('one'), room('two'), room('three')];
    one.take(...put('a'));
    two.take(...put('a'));
    three.take(...put('a'));
    lived.delete('one');
    three.take(...put('b'));
    expect([...lived]).toEqual(['three', 'two']);
    three.take(...put('c'));
    expect([[...lived], three.bytes]).toEqual([['three'], memoryFor(3)]);
    expect(() => three.take(...put('d'))).toThrow(/by itself/);
  });

  it('drops no world for a change that has no room even then', () => {
    const { lived, ...worlds } = keepWorlds(['one', 'other']);
    const { room } = openMemory({ most: 2, ...worlds });
    room('one').take(...put('a'));
    const many = ['a', 'b', 'c'].flatMap((key) => put(key)[0]);
    expect(() => room('other').take(many, { size: 0, length: 0 })).toThrow(/8 KB.*by itself/);
    expect(lived.size).toBe(2);
  });

  it('lets go of the rooms of dropped worlds, and of their networks', () => {
    let asked = 0;
    const { room, worldsOf } = openMemory({
      most: 1,
      isLivedIn() {
        asked += 1;
        return false;
      },
    });
    for (let at = 0; at < 1000; at += 1) room(`world ${at}`).take(...put('a'));
    expect(asked).toBeGreaterThan(0);
    // At most one room is asked for each that was opened.
    expect(asked).toBeLessThanOrEqual(1000);
    expect(worldsOf('world 999').size).toBe(0);
  });
});

describe('the share of one network', () => {
  it('is made by its own worlds alone, and counts what these give back', () => {
    const { lived, ...worlds } = keepWorlds(['other', 'one', 'two']);
    const { room } = openMemory({ most: 10, mostOfOne: 2, ...worlds });
    const other = room('other');
    const [one, two] = [room('one', 'home'), room('two', 'home')];
    other.take(...put('a'));
    one.take(...put('a'));
    two.take(...put('a'));
    two.take(...put('b'));
    expect([...lived]).toEqual(['other', 'two']);
    expect([one.bytes, two.bytes]).toEqual([memoryFor(1), memoryFor(2)]);
    two.clear();
    two.take(...put('a'));
    two.take(...put('b'));
    expect([...lived]).toEqual(['other', 'two']);
    other.take(...put('b'));
  });

  it('refuses more where its worlds can not go', () => {
    const { room } = openMemory({ most: 10, mostOfOne: 2 });
    const [one, two] = [room('one', 'home'), room('two', 'home')];
    one.take(...put('a'));
    two.take(...put('a'));
    expect(() => two.take(...put('b'))).toThrow(/your address.*try again in a minute/);
    expect(two.bytes).toBe(memoryFor(1));
  });

  it('knows the worlds that were made from it, and are there', () => {
    const { lived, ...worlds } = keepWorlds(['one', 'two', 'other']);
    const { room, worldsOf } = openMemory({ most: 1, ...worlds });
    for (const [name, network] of [
      ['one', 'home'],
      ['two', 'home'],
      ['other', 'elsewhere'],
    ] as const)
      room(name, network);
    expect(worldsOf('home')).toEqual(new Set(['one', 'two']));
    lived.delete('one');
    expect(worldsOf('home')).toEqual(new Set(['two']));
    expect(worldsOf('nowhere')).toEqual(new Set());
  });
});
