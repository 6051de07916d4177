/** Keeps what was made last, so that it is the same object when it is asked for again. */
export interface Recent<T> {
  get(name: string): T | undefined;
  set(name: string, value: T): void;
}

/** The one that was not asked for the longest makes room. */
export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>();
  return {
    get(name) {
      const value = kept.get(name);
      if (value === undefined) return undefined;
      kept.delete(name);
      kept.set(name, value);
      return value;
    },
    set(name, value) {
      kept.delete(name);
      kept.set(name, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
