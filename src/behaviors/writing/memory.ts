import { createRecentlyUsed, weighBody } from '../../base/recently-used.ts';
import type { Outcome } from '../../pipeline/exchange.ts';
import type { World } from '../../store/worlds/world.ts';

/** The replies to requests that bore a key of their own, so that they can be sent again. */
export interface Memory {
  find(name: string): Remembered | undefined;
  /** What it returns forgets it again. */
  keep(name: string, remembered: Remembered): () => void;
}

interface Remembered {
  /** Tells the body that was sent from others. */
  readonly digest: string;
  readonly outcome: Outcome;
}

/** So many requests are remembered, or fewer: the oldest make room for large replies, and the newest stays. */
const most = 1000;

/** One memory for all operations of a world. It is empty after a reset, unless that is taken back. */
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

/** The record that a reply shows, the reply, and the text that it is sent as. */
function weigh({ outcome: { record, item, body, bytes } }: Remembered): number {
  const shown = weighBody(item?.body ?? body ?? null);
  return weighBody(record?.body ?? null) + 2 * shown + (bytes?.byteLength ?? 0);
}
