import type { JsonValue } from './json.ts';
import { weighValue } from './weighing.ts';

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

/**
 * Keeps at most `most` values, of 16 MiB together. It drops the least recently used values first,
 * but keeps the newest value, whatever it weighs.
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

/** About how many bytes an immutable body takes; weighed once. */
export function weighBody(body: JsonValue): number {
  if (typeof body !== 'object' || body === null) return weighValue(body, mostBytes);
  const known = weights.get(body);
  if (known !== undefined) return known;
  const weight = weighValue(body, mostBytes);
  weights.set(body, weight);
  return weight;
}
