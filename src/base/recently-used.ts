import type { JsonValue } from './json.ts';
import { weighValue } from './weighing.ts';

/** Keeps what was made last, so that it is the same object when it is asked for again. */
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

/** As many bytes as the journal takes: clients choose what is kept, and it may be large. */
const mostBytes = 16_777_216;

/**
 * At most so many, and so many bytes. The one that was not asked for the longest makes room; the newest
 * stays, however much it weighs.
 */
export function createRecentlyUsed<T>(most: number, weigh: (value: T) => number): RecentlyUsed<T> {
  const kept = new Map<string, Kept<T>>();
  let total = 0;
  const remove = (name: string): void => {
    total -= kept.get(name)?.weight ?? 0;
    kept.delete(name);
  };
  return {
    get size() {
      return kept.size;
    },
    get weight() {
      return total;
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
      const weight = name.length + weigh(value);
      kept.set(name, { value, weight });
      total += weight;
      for (const oldest of kept.keys()) {
        if (kept.size === 1 || (kept.size <= most && total <= mostBytes)) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      kept.clear();
      total = 0;
    },
  };
}

const weights = new WeakMap<object, number>();

/** About how many bytes a body takes that never changes; it is weighed once. */
export function weighBody(body: JsonValue): number {
  if (typeof body !== 'object' || body === null) return weighValue(body, mostBytes);
  const known = weights.get(body);
  if (known !== undefined) return known;
  const weight = weighValue(body, mostBytes);
  weights.set(body, weight);
  return weight;
}
