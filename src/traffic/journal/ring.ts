import type { Drops } from './drops.ts';
import { createDrops } from './drops.ts';

/** What is kept in a ring. */
export interface Weighed {
  readonly id: number;
  readonly weight: number;
  /** In milliseconds since the epoch. */
  readonly answeredAt: number;
  /** A number for each world, another where one of the same name was made anew. */
  readonly world: number;
}

/** The last of many things, bounded by their number and by what they weigh. */
export interface Ring<T extends Weighed> {
  /** The number of the one that comes next. */
  readonly nextId: number;
  readonly count: number;
  readonly weight: number;
  /** The oldest that may still be there. */
  readonly firstId: number;
  /** The newest one that had to make place for another; 0 where none had to. */
  readonly dropped: number;
  /** When that was answered. */
  readonly droppedAt: number;
  /** The newest one of a world that had to make place; 0 where none had to. */
  droppedIn(world: number): number;
  add(item: T): void;
  find(id: number): T | undefined;
  /** Those that come after one, oldest first. */
  after(id: number): Iterable<T>;
  /** Takes out everything, and forgets that anything was dropped. */
  clear(): void;
  /** Does the same for some worlds. */
  clearWorlds(isMeant: (item: T) => boolean): void;
}

export interface RingLimits {
  readonly most: number;
  readonly weight: number;
}

/** `most` is at least 1. */
export function createRing<T extends Weighed>({ most, weight: heaviest }: RingLimits): Ring<T> {
  const held: Held<T> = {
    most,
    slots: [],
    nextId: 1,
    firstId: 1,
    count: 0,
    weight: 0,
    dropped: 0,
    droppedAt: 0,
    drops: createDrops(),
  };
  return {
    get nextId() {
      return held.nextId;
    },
    get firstId() {
      return held.firstId;
    },
    get count() {
      return held.count;
    },
    get weight() {
      return held.weight;
    },
    get dropped() {
      return held.dropped;
    },
    get droppedAt() {
      return held.droppedAt;
    },
    droppedIn: (world) => held.drops.lastIn(world),
    add(item) {
      addLast(held, item);
      while (held.weight > heaviest && held.count > 1) dropFirst(held);
    },
    find: (id) => find(held, id),
    *after(id) {
      for (let next = Math.max(id + 1, held.firstId); next < held.nextId; next += 1) {
        const item = find(held, next);
        if (item) yield item;
      }
    },
    clear: () => clearAll(held),
    clearWorlds: (isMeant) => clearWorlds(held, isMeant),
  };
}

/** The place of an item follows from its number; what was taken out leaves a hole. */
interface Held<T> {
  readonly most: number;
  readonly slots: (T | undefined)[];
  nextId: number;
  firstId: number;
  count: number;
  weight: number;
  dropped: number;
  droppedAt: number;
  readonly drops: Drops;
}

function find<T>({ firstId, nextId, slots, most }: Held<T>, id: number): T | undefined {
  return id >= firstId && id < nextId ? slots[(id - 1) % most] : undefined;
}

function addLast<T extends Weighed>(held: Held<T>, item: T): void {
  const { slots, most } = held;
  if (held.nextId - held.firstId >= most) dropFirst(held);
  const place = (held.nextId - 1) % most;
  if (place === slots.length) slots.push(item);
  else slots[place] = item;
  held.nextId += 1;
  held.count += 1;
  held.weight += item.weight;
}

function dropFirst<T extends Weighed>(held: Held<T>): void {
  const item = takeOut(held, held.firstId);
  if (item) {
    held.dropped = item.id;
    held.droppedAt = item.answeredAt;
    held.drops.note(item.world, item.id);
  }
  held.firstId += 1;
}

function takeOut<T extends Weighed>(held: Held<T>, id: number): T | undefined {
  const item = find(held, id);
  if (!item) return undefined;
  held.slots[(id - 1) % held.most] = undefined;
  held.count -= 1;
  held.weight -= item.weight;
  return item;
}

function clearAll<T>(held: Held<T>): void {
  held.slots.fill(undefined);
  held.firstId = held.nextId;
  held.count = 0;
  held.weight = 0;
  held.dropped = 0;
  held.drops.clear();
}

function clearWorlds<T extends Weighed>(held: Held<T>, isMeant: (item: T) => boolean): void {
  for (let id = held.firstId; id < held.nextId; id += 1) {
    const item = find(held, id);
    if (!item || !isMeant(item)) continue;
    takeOut(held, id);
    held.drops.forget(item.world);
  }
}
