import type { JsonValue } from './json.ts';
import { shareOfHeap } from './heap.ts';
import { weighText, weighValue } from './weighing.ts';

/** A cache of the values that were used last, by name. */
export interface RecentlyUsed<T> {
  readonly size: number;
  /** About how many bytes its names and values take. */
  readonly weight: number;
  get(name: string): T | undefined;
  set(name: string, value: T): void;
  delete(name: string): void;
  clear(): void;
}

interface Kept<T> {
  readonly value: T;
  readonly weight: number;
}

/** As many as the journal's default: clients decide what is cached, and values may be large. */
const mostBytes = 16_777_216;
/** What an entry takes besides its name and what it shows. */
const bytesOfEntry = 200;

/**
 * Keeps at most `most` values, of 16 MiB together. It drops the least recently used values first,
 * but keeps the newest value, whatever it weighs. All caches of the process share an eighth of its
 * memory, if they are given no other: beyond that, those are emptied to which nothing was added for the longest time.
 */
export function createRecentlyUsed<T>(
  most: number,
  weigh: (value: T) => number,
  { add, share }: CacheMemory = memoryOfProcess,
): RecentlyUsed<T> {
  const kept = new Map<string, Kept<T>>();
  const load: Load = { bytes: 0 };
  const remove = (name: string): void => {
    add(load, -(kept.get(name)?.weight ?? 0));
    kept.delete(name);
  };
  const cache: RecentlyUsed<T> = {
    get size() {
      return kept.size;
    },
    get weight() {
      return load.bytes;
    },
    get(name) {
      const one = kept.get(name);
      if (!one) return undefined;
      kept.delete(name);
      kept.set(name, one);
      return one.value;
    },
    set(name, value) {
      remove(name);
      const weight = bytesOfEntry + weighText(name) + weigh(value);
      kept.set(name, { value, weight });
      add(load, weight);
      for (const oldest of kept.keys()) {
        if (kept.size === 1 || (kept.size <= most && load.bytes <= mostBytes)) break;
        remove(oldest);
      }
      share(load, cache);
    },
    delete: remove,
    clear() {
      kept.clear();
      add(load, -load.bytes);
    },
  };
  return cache;
}

/** The memory that caches share. */
export interface CacheMemory {
  /** Counts bytes that a cache takes besides, or gives back. */
  add(this: void, load: Load, bytes: number): void;
  /** A cache was added to. Where all take too much, it empties others. */
  share(this: void, load: Load, cache: Emptied): void;
}

/** What a cache takes. It is known without the cache, which may be gone. */
interface Load {
  bytes: number;
  cache?: WeakRef<Emptied>;
}

type Emptied = Pick<RecentlyUsed<unknown>, 'clear'>;

export function createCacheMemory(most: number): CacheMemory {
  let bytesOfAll = 0;
  /** The caches that hold something; those first to which nothing was added for the longest time. */
  const filled = new Set<Load>();
  const add: CacheMemory['add'] = (load, bytes) => {
    load.bytes += bytes;
    bytesOfAll += bytes;
  };
  const gone = new FinalizationRegistry<Load>((load) => {
    add(load, -load.bytes);
    filled.delete(load);
  });
  return {
    add,
    share(load, cache) {
      if (!load.cache) {
        load.cache = new WeakRef(cache);
        gone.register(cache, load);
      }
      filled.delete(load);
      filled.add(load);
      for (const oldest of filled) {
        if (oldest === load || bytesOfAll <= most) break;
        oldest.cache?.deref()?.clear();
        // Of a cache that is gone, too, before that is told.
        add(oldest, -oldest.bytes);
        filled.delete(oldest);
      }
    },
  };
}

/** All servers of a process have one heap, and so have their caches. */
const memoryOfProcess = createCacheMemory(Math.min(268_435_456, shareOfHeap(1 / 8)));

const weights = new WeakMap<object, number>();

/** About how many bytes an immutable body takes; weighed once. */
export function weighBody(body: JsonValue): number {
  if (typeof body !== 'object' || body === null) return weighValue(body, mostBytes);
  const known = weights.get(body);
  if (known !== undefined) return known;
  const weight = weighValue(body, mostBytes);
  weights.set(body, weight);
  return weight;
}
