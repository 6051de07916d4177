import type { JsonValue } from '../../json.ts';
import type { Outcome } from '../../pipeline/exchange.ts';
import type { World } from '../../store/world.ts';

/** The replies to requests that bore a key of their own, so that they can be sent again. */
export interface Memory {
  find(name: string): Remembered | undefined;
  /** What it returns forgets it again. */
  keep(name: string, remembered: Remembered): () => void;
}

interface Remembered {
  readonly body: JsonValue;
  readonly outcome: Outcome;
}

/** So many requests are remembered. */
const limit = 1000;

/** One memory for all operations of a world. It is empty after a reset, unless that is taken back. */
export function createMemory(world: Pick<World, 'epoch'>): Memory {
  const entries = new Map<string, Remembered>();
  const inEpoch = (name: string): string => `${world.epoch} ${name}`;
  return {
    find: (name) => entries.get(inEpoch(name)),
    keep(name, remembered) {
      const place = inEpoch(name);
      entries.set(place, remembered);
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
      return () => void entries.delete(place);
    },
  };
}
