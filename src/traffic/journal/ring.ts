export interface Weighed {
  /** 0: the slot is empty. */
  readonly id: number;
  readonly weight: number;
  /** The number of its world; a new world with an old name has a new number. */
  readonly world: number;
}

/**
 * The newest items, bounded by number and weight. A new item overwrites a dropped one: creating an
 * object for each request, which then outlives it, would cost more than all other work.
 */
export interface Ring<T extends Weighed> {
  readonly nextId: number;
  readonly count: number;
  readonly weight: number;
  /** The oldest id that may still be present. */
  readonly firstId: number;
  /** The newest id that was dropped to make room; 0: none. */
  readonly dropped: number;
  /** The newest id of a world that may have been dropped to make room; 0: none. */
  droppedIn(world: number): number;
  /** Returns the slot that the caller writes the next item into. */
  open(): T;
  /** Adds the item that was written into the slot from `open`. */
  keep(item: T): void;
  find(id: number): T | undefined;
  /** The items after an id, oldest first; valid until the next `open`. */
  after(id: number): Iterable<T>;
  /** Removes all items, and forgets that any were dropped. */
  clear(): void;
  /** Removes the selected items, and forgets that any of the world were dropped. */
  clearWorld(world: number, isMeant: (item: T) => boolean): void;
}

export interface RingRules<T> {
  readonly most: number;
  readonly weight: number;
  /** The least weight of an item. */
  readonly lightest: number;
  /** Creates an empty slot, with the id 0. */
  create(this: void): T;
  /** Makes a slot empty again. */
  empty(this: void, item: T): void;
  /** Called for each item that is dropped to make room. */
  onDrop(this: void, item: T): void;
}

export function createRing<T extends Weighed>(rules: RingRules<T>): Ring<T> {
  // Empty slots take memory, too: there are no more than can be full, but at least one.
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

/** The id of an item determines its slot; a removed item leaves an empty slot. */
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
  // After `clear` there may be fewer slots than `place`.
  while (slots.length <= place) slots.push(rules.create());
  return slots[place] ?? rules.create();
}

function dropFirst<T extends Weighed>(held: HeldSlots<T>): void {
  const item = letGo(held);
  if (item) held.rules.empty(item);
}

/** The oldest item no longer counts; the caller overwrites or empties its slot. */
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

/** The newest dropped id of each world. */
interface Drops {
  note(world: number, id: number): void;
  /** The newest id of a world that may have been dropped; 0: none. */
  lastIn(world: number): number;
  forget(world: number): void;
  clear(): void;
}

/** Above this number, `floor` stands for the oldest entries. */
const mostWorlds = 1000;

function createDrops(): Drops {
  const worlds = new Map<number, number>();
  // Of a world without an entry, any id up to this one may have been dropped.
  let floor = 0;
  // Drops mostly come in a row from one world: its entry is written when another world follows.
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
