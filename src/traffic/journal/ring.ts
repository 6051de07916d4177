/** What is kept in a ring. */
export interface Weighed {
  /** 0 where nothing is kept. */
  readonly id: number;
  readonly weight: number;
  /** A number for each world, another where one of the same name was made anew. */
  readonly world: number;
}

/**
 * The last of many things, bounded by their number and by what they weigh. A new one is written over one that
 * makes place for it: to make an object for each, and let it grow old, costs more than all the rest.
 */
export interface Ring<T extends Weighed> {
  /** The number of the one that comes next. */
  readonly nextId: number;
  readonly count: number;
  readonly weight: number;
  /** The oldest that may still be there. */
  readonly firstId: number;
  /** The newest one that had to make place for another; 0 where none had to. */
  readonly dropped: number;
  /** The newest one of a world that had to make place; 0 where none had to. */
  droppedIn(world: number): number;
  /** What the next one is to be written over. */
  open(): T;
  /** Keeps what was written over what `open` gave. */
  keep(item: T): void;
  find(id: number): T | undefined;
  /** Those that come after one, oldest first. They are there until the next one comes. */
  after(id: number): Iterable<T>;
  /** Takes out everything, and forgets that anything was dropped. */
  clear(): void;
  /** Takes out those that are meant, and forgets that anything of a world was dropped. */
  clearWorld(world: number, isMeant: (item: T) => boolean): void;
}

export interface RingRules<T> {
  readonly most: number;
  readonly weight: number;
  /** What each weighs at least. */
  readonly lightest: number;
  /** Makes one that holds nothing, with the id 0. */
  create(this: void): T;
  /** Makes it such a one again. */
  empty(this: void, item: T): void;
  /** Hears of one that has to make place. */
  onDrop(this: void, item: T): void;
}

export function createRing<T extends Weighed>(rules: RingRules<T>): Ring<T> {
  // Each place takes memory, also an empty one: there are no more than can be full. One is always kept.
  const most = Math.max(1, Math.min(rules.most, Math.floor(rules.weight / rules.lightest)));
  const ring: HeldSlots<T> & Ring<T> = {
    rules: { ...rules, most },
    slots: [],
    nextId: 1,
    firstId: 1,
    count: 0,
    weight: 0,
    dropped: 0,
    drops: createDrops(),
    droppedIn: (world) => ring.drops.lastIn(world),
    open: () => openSlot(ring),
    keep(item) {
      ring.nextId += 1;
      ring.count += 1;
      ring.weight += item.weight;
      while (ring.weight > rules.weight && ring.count > 1) dropFirst(ring);
    },
    find: (id) => find(ring, id),
    *after(id) {
      for (let next = Math.max(id + 1, ring.firstId); next < ring.nextId; next += 1) {
        const item = find(ring, next);
        if (item) yield item;
      }
    },
    clear: () => clearAll(ring),
    clearWorld(world, isMeant) {
      takeOut(ring, isMeant);
      ring.drops.forget(world);
    },
  };
  return ring;
}

/** The place of an item follows from its number; what was taken out leaves one that holds nothing. */
interface HeldSlots<T> {
  readonly rules: RingRules<T>;
  readonly slots: T[];
  nextId: number;
  firstId: number;
  count: number;
  weight: number;
  dropped: number;
  readonly drops: Drops;
}

function find<T extends Weighed>({ slots, rules }: HeldSlots<T>, id: number): T | undefined {
  const item = id > 0 ? slots[(id - 1) % rules.most] : undefined;
  return item?.id === id ? item : undefined;
}

function openSlot<T extends Weighed>(held: HeldSlots<T>): T {
  const { slots, rules } = held;
  if (held.nextId - held.firstId >= rules.most) letGo(held);
  const place = (held.nextId - 1) % rules.most;
  // After everything was taken out, there may be fewer than the place says.
  while (slots.length <= place) slots.push(rules.create());
  return slots[place] ?? rules.create();
}

function dropFirst<T extends Weighed>(held: HeldSlots<T>): void {
  const item = letGo(held);
  if (item) held.rules.empty(item);
}

/** The oldest counts no more. */
function letGo<T extends Weighed>(held: HeldSlots<T>): T | undefined {
  const item = find(held, held.firstId);
  held.firstId += 1;
  if (!item) return undefined;
  held.count -= 1;
  held.weight -= item.weight;
  held.dropped = item.id;
  held.drops.note(item.world, item.id);
  held.rules.onDrop(item);
  return item;
}

function clearAll<T>(held: HeldSlots<T>): void {
  held.slots.length = 0;
  held.firstId = held.nextId;
  held.count = 0;
  held.weight = 0;
  held.dropped = 0;
  held.drops.clear();
}

function takeOut<T extends Weighed>(held: HeldSlots<T>, isMeant: (item: T) => boolean): void {
  for (let id = held.firstId; id < held.nextId; id += 1) {
    const item = find(held, id);
    if (!item || !isMeant(item)) continue;
    held.count -= 1;
    held.weight -= item.weight;
    held.rules.empty(item);
  }
}

/** What had to make place for something else, world by world. */
interface Drops {
  note(world: number, id: number): void;
  /** The newest that may have been of a world; 0 where there was none. */
  lastIn(world: number): number;
  /** Nobody asks any more what was dropped of a world until now. */
  forget(world: number): void;
  clear(): void;
}

/** Of more worlds than these it is not remembered one by one. */
const mostWorlds = 1000;

function createDrops(): Drops {
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
