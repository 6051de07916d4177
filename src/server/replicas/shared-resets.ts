// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

import type { StoreEngine } from '../../store/shared/engine.ts';

/** Timed resets, once for all replicas: also where the owner of that moment is gone. */
export interface SharedResets {
  /** This replica is the owner now: a reset that is overdue is made up for. */
  begin(this: void): void;
  end(this: void): void;
}

export interface SharedResetsOptions {
  readonly engine: Pick<StoreEngine, 'takeTurn'>;
  /** In milliseconds; undefined: never. */
  readonly every: number | undefined;
  reset(this: void): Promise<void>;
}

/** Turns have numbers by the time of day, so that all replicas count alike. */
export function createSharedResets({ engine, every, reset }: SharedResetsOptions): SharedResets {
  let timer: NodeJS.Timeout | undefined;
  const look = async (milliseconds: number): Promise<void> => {
    const now = Date.now();
    timer = setTimeout(() => void look(milliseconds), milliseconds - (now % milliseconds)).unref();
    const isDue = await engine.takeTurn('reset', Math.floor(now / milliseconds)).catch(() => false);
    if (isDue) await reset();
  };
  const end = (): void => clearTimeout(timer);
  return {
    begin() {
      end();
      if (every !== undefined) void look(every);
    },
    end,
  };
}
