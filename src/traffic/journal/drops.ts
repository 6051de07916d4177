/** What had to make place for something else, world by world. */
export interface Drops {
  note(world: number, id: number): void;
  /** The newest that may have been of a world; 0 where there was none. */
  lastIn(world: number): number;
  /** Nobody asks any more what was dropped of a world until now. */
  forget(world: number): void;
  clear(): void;
}

/** Of more worlds than these it is not remembered one by one. */
const mostWorlds = 1000;

export function createDrops(): Drops {
  const worlds = new Map<number, number>();
  // Of the worlds that are not remembered it may have been anything up to here.
  let floor = 0;
  // Most come from one world for a while, which is written down when another comes.
  let current = 0;
  let newest = 0;
  const writeDown = (): void => {
    if (newest === 0) return;
    worlds.set(current, newest);
    newest = 0;
    const [first] = worlds;
    if (worlds.size <= mostWorlds || !first) return;
    worlds.delete(first[0]);
    floor = Math.max(floor, first[1]);
  };
  return {
    note(world, id) {
      if (world !== current) writeDown();
      current = world;
      newest = id;
    },
    lastIn(world) {
      writeDown();
      return worlds.get(world) ?? floor;
    },
    forget(world) {
      writeDown();
      if (floor === 0) worlds.delete(world);
      else if (worlds.has(world) || worlds.size < mostWorlds) worlds.set(world, 0);
    },
    clear() {
      worlds.clear();
      newest = 0;
      floor = 0;
    },
  };
}
