import { setImmediate } from 'node:timers/promises';

import type { MemoryDisk } from './memory-disk.test-kit.ts';
import { createMemoryDisk } from './memory-disk.test-kit.ts';
import type { Store } from './things.test-kit.ts';
import { openStore } from './things.test-kit.ts';

/** A disk that holds back what it is asked until it is let go, one step after the other. */
export interface HeldDisk {
  readonly disk: MemoryDisk;
  /** Steps that wait. */
  readonly held: string[];
  hold(pattern: RegExp): void;
  letGo(): Promise<void>;
}

export function createHeldDisk(): HeldDisk {
  const disk = createMemoryDisk();
  const held: string[] = [];
  let pattern = /never/;
  let open = (): void => undefined;
  disk.before = (step) => {
    if (!pattern.test(step)) return undefined;
    held.push(step);
    return new Promise((resolve) => {
      open = resolve;
    });
  };
  return {
    disk,
    held,
    hold: (next) => void (pattern = next),
    async letGo() {
      held.length = 0;
      open();
      await turn();
    },
  };
}

/** Lets everything happen that waits for nothing else. */
export async function turn(): Promise<void> {
  // A file that takes several slices to write takes a turn for each.
  for (let count = 0; count < 10; count += 1) await setImmediate();
}

/** Two entries are kept: db.json has the first, and a journal the second. */
export async function openStarted(held: HeldDisk): Promise<Store> {
  const store = await openStore({ disk: held.disk });
  await store.put('a', 1);
  await store.put('b', 1);
  return store;
}
