import type { JsonValue } from '../../json.ts';
import type { Outcome } from '../../pipeline/exchange.ts';
import type { World } from '../../store/world.ts';

/** The replies to requests that bore a key of their own, so that they can be sent again. */
export interface Memory {
  find(name: string): Remembered | undefined;
  keep(name: string, remembered: Remembered): void;
  forget(name: string): void;
}

interface Remembered {
  readonly body: JsonValue;
  readonly outcome: Outcome;
}

/** So many requests are remembered. */
const limit = 1000;

/** One memory for all operations of a world. A reset empties it. */
export function createMemory(world: Pick<World, 'resets'>): Memory {
  const entries = new Map<string, Remembered>();
  let resets = world.resets;
  const refresh = (): void => {
    if (resets !== world.resets) entries.clear();
    ({ resets } = world);
  };
  return {
    find(name) {
      refresh();
      return entries.get(name);
    },
    keep(name, remembered) {
      refresh();
      entries.set(name, remembered);
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    },
    forget: (name) => void entries.delete(name),
  };
}
