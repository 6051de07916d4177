import { createRecentlyUsed, weighBody } from '../../base/recently-used.ts';
import type { Outcome } from '../../pipeline/exchange.ts';
import type { World } from '../../store/worlds/world.ts';

/** The replies to requests with an idempotency key, so that they can be sent again. */
export interface Memory {
  find(name: string): Remembered | undefined;
  /** Returns a function that forgets the reply. */
  keep(name: string, remembered: Remembered): () => void;
}

interface Remembered {
  /** Of the body that was sent. */
  readonly digest: string;
  readonly outcome: Outcome;
}

/** The most replies that are kept; large ones push out the oldest sooner. */
const most = 1000;

/** One memory for all operations of a world. A reset empties it, unless it cannot be stored. */
export function createMemory(world: Pick<World, 'epoch'>): Memory {
  const entries = createRecentlyUsed<Remembered>(most, weigh);
  const inEpoch = (name: string): string => `${world.epoch} ${name}`;
  return {
    find: (name) => entries.get(inEpoch(name)),
    keep(name, remembered) {
      const place = inEpoch(name);
      entries.set(place, remembered);
      return () => entries.delete(place);
    },
  };
}

/** Counts the body twice: as a value, and as the text that is sent. */
function weigh({ outcome: { record, item, body, bytes } }: Remembered): number {
  const shown = weighBody(item?.body ?? body ?? null);
  return weighBody(record?.body ?? null) + 2 * shown + (bytes?.byteLength ?? 0);
}
